// Waiting in phone time: what blocks a thread gives up its share of the count of work, and whoever wakes it restores the
// share first. So a woken thread is never missing from the count, and a blocked one never in it.

#include "internal.h"

#ifdef __linux__

#define SHARDS 64

_Atomic int pt_waiting_count;

static struct pt_shard shards[SHARDS] = {[0 ... SHARDS - 1] = {.lock = PTHREAD_MUTEX_INITIALIZER}};

struct pt_shard *pt_shard_of(const void *key) {
  uintptr_t value = (uintptr_t)key;
  return &shards[(value >> 4 ^ value >> 10 ^ value >> 16) % SHARDS];
}

void pt_shard_append(struct pt_shard *shard, struct pt_waiter *waiter) {
  waiter->previous = shard->last;
  waiter->next = NULL;
  if (shard->last) shard->last->next = waiter;
  else shard->first = waiter;
  shard->last = waiter;
}

void pt_shard_remove(struct pt_shard *shard, struct pt_waiter *waiter) {
  if (waiter->previous) waiter->previous->next = waiter->next;
  else shard->first = waiter->next;
  if (waiter->next) waiter->next->previous = waiter->previous;
  else shard->last = waiter->previous;
}

struct pt_waiter *pt_shard_first(struct pt_shard *shard, const void *key) {
  struct pt_waiter *waiter = shard->first;
  while (waiter && (waiter->key != key || atomic_load(&waiter->state) != PT_WAITING)) waiter = waiter->next;
  return waiter;
}

void pt_waiter_prepare(struct pt_waiter *waiter, const void *key) {
  struct pt_thread *thread = pt_this_thread();
  memset(waiter, 0, sizeof *waiter);
  waiter->key = key;
  if (thread->is_main) {
    // Main-queue items that this thread is in the middle of stay in the count: it isn't looked at while main is blocked.
    waiter->given = PT_MAIN_BLOCKED - PT_QUEUE_PART(thread->held);
    waiter->restored = -waiter->given;
  } else if (thread->held) {
    waiter->given = -thread->held;
    waiter->restored = thread->held;
  } else if (thread->is_made_by_hand) {
    // Such a thread is in the count from the first time that it is woken.
    waiter->restored = PT_ONE_QUEUE;
    waiter->gains_share = true;
  }
}

static bool change_state(struct pt_waiter *waiter, uint32_t state) {
  uint64_t restored = waiter->restored;
  uint32_t expected = PT_WAITING;
  atomic_fetch_add(&pt_work, restored);
  if (atomic_compare_exchange_strong(&waiter->state, &expected, state)) {
    pt_futex_wake(&waiter->state, 1);
    return true;
  }
  pt_work_change(-restored);
  return false;
}

bool pt_waiter_wake(struct pt_waiter *waiter) { return change_state(waiter, PT_WOKEN); }

static void time_out(void *context) { change_state(context, PT_TIMED_OUT); }

bool pt_waiter_wait(struct pt_waiter *waiter, int64_t deadline) {
  struct pt_thread *thread = pt_this_thread();
  int64_t since = atomic_load(&pt_clock);
  uint64_t timer = deadline == PT_FOREVER ? 0 : pt_agenda_add(deadline, true, time_out, waiter);
  pt_work_change(waiter->given);
  while (atomic_load(&waiter->state) == PT_WAITING) pt_futex_wait(&waiter->state, PT_WAITING, PT_FOREVER);
  // Also when the time ran out: the conductor may still be in time_out().
  if (timer) pt_agenda_cancel(timer);
  if (waiter->gains_share) {
    thread->held = PT_ONE_QUEUE;
    pt_thread_ends_with_share();
  }
  bool is_woken = atomic_load(&waiter->state) == PT_WOKEN;
  pt_waited_since(since);
  return is_woken;
}

void pt_sleep(int64_t nanoseconds) {
  struct pt_waiter waiter;
  pt_waiter_prepare(&waiter, NULL);
  int64_t now = atomic_load(&pt_clock);
  pt_waiter_wait(&waiter, nanoseconds > PT_FOREVER - 1 - now ? PT_FOREVER - 1 : now + nanoseconds);
}

void phone_time_spend(int64_t nanoseconds) {
  if (nanoseconds <= 0) return;
  if (!atomic_load(&pt_active)) {
    struct timespec time = {nanoseconds / PT_SECOND, nanoseconds % PT_SECOND};
    while (pt_original()->nanosleep(&time, &time) != 0) {}
    return;
  }
  if (pt_this_thread()->is_conductor) pt_die("an action of the agenda called something that takes phone time");
  pt_sleep(nanoseconds);
}

#endif
