// What the files of this library share.

#ifndef PHONE_TIME_INTERNAL_H
#define PHONE_TIME_INTERNAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CPhoneTime.h"

#ifdef __linux__

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define PT_FOREVER INT64_MAX
#define PT_SECOND 1000000000ll
// The uptime clocks are this much ahead of phone time: libdispatch has no word for the uptime 0, which means "now".
#define PT_UPTIME_AT_ZERO 1ll

// libdispatch's types, as far as they are needed: objects and blocks are pointers, its times are numbers.
typedef void *pt_object;
typedef void *pt_block;
typedef void (*pt_function)(void *);
typedef uint64_t pt_dispatch_time;

struct pt_block_layout {
  void *isa;
  int flags, reserved;
  void (*invoke)(void *);
  const void *descriptor;
};

// The originals (originals.c).

struct pt_originals {
  int (*clock_gettime)(clockid_t, struct timespec *);
  int (*gettimeofday)(struct timeval *, void *);
  time_t (*time)(time_t *);
  int (*timespec_get)(struct timespec *, int);
  int (*nanosleep)(const struct timespec *, struct timespec *);
  int (*clock_nanosleep)(clockid_t, int, const struct timespec *, struct timespec *);
  int (*usleep)(useconds_t);
  unsigned (*sleep)(unsigned);
  int (*ppoll)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
  int (*poll)(struct pollfd *, nfds_t, int);
  int (*timerfd_create)(int, int);
  int (*timerfd_settime)(int, int, const struct itimerspec *, struct itimerspec *);
  int (*sem_timedwait)(sem_t *, const struct timespec *);
  int (*cond_wait)(pthread_cond_t *, pthread_mutex_t *);
  int (*cond_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  int (*cond_clockwait)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
  int (*cond_signal)(pthread_cond_t *);
  int (*cond_broadcast)(pthread_cond_t *);
  int (*pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

  void (*async_f)(pt_object, void *, pt_function);
  void (*async)(pt_object, pt_block);
  void (*barrier_async_f)(pt_object, void *, pt_function);
  void (*barrier_async)(pt_object, pt_block);
  void (*group_async)(pt_object, pt_object, pt_block);
  void (*group_async_f)(pt_object, pt_object, void *, pt_function);
  void (*after)(pt_dispatch_time, pt_object, pt_block);
  void (*after_f)(pt_dispatch_time, pt_object, void *, pt_function);
  void (*sync)(pt_object, pt_block);
  void (*sync_f)(pt_object, void *, pt_function);
  void (*barrier_sync)(pt_object, pt_block);
  void (*barrier_sync_f)(pt_object, void *, pt_function);
  void (*async_and_wait)(pt_object, pt_block);
  void (*async_and_wait_f)(pt_object, void *, pt_function);
  void (*barrier_async_and_wait)(pt_object, pt_block);
  void (*barrier_async_and_wait_f)(pt_object, void *, pt_function);
  long (*semaphore_wait)(pt_object, pt_dispatch_time);
  long (*semaphore_signal)(pt_object);
  void (*group_enter)(pt_object);
  void (*group_leave)(pt_object);
  long (*group_wait)(pt_object, pt_dispatch_time);
  void (*group_notify)(pt_object, pt_object, pt_block);
  void (*group_notify_f)(pt_object, pt_object, void *, pt_function);
  long (*block_wait)(pt_block, pt_dispatch_time);
  void (*block_notify)(pt_block, pt_object, pt_block);
  pt_block (*block_create)(unsigned long, pt_block);
  pt_object (*source_create)(const void *, uintptr_t, uintptr_t, pt_object);
  void (*source_set_timer)(pt_object, pt_dispatch_time, uint64_t, uint64_t);
  void (*source_set_event_handler)(pt_object, pt_block);
  void (*source_set_event_handler_f)(pt_object, pt_function);
  void (*source_set_cancel_handler)(pt_object, pt_block);
  void (*source_set_cancel_handler_f)(pt_object, pt_function);
  void (*source_cancel)(pt_object);
  uintptr_t (*source_get_data)(pt_object);
  void (*source_merge_data)(pt_object, uintptr_t);
  void (*set_context)(pt_object, void *);
  void *(*get_context)(pt_object);
  void (*set_finalizer_f)(pt_object, pt_function);
  void (*retain)(pt_object);
  void (*release)(pt_object);
  void (*suspend)(pt_object);
  void (*resume)(pt_object);
  void (*activate)(pt_object);
  void (*main)(void);
  pt_object (*queue_create)(const char *, pt_object);
  pt_object (*queue_create_with_target)(const char *, pt_object, pt_object);
  void (*set_target_queue)(pt_object, pt_object);
  pt_object (*get_global_queue)(intptr_t, uintptr_t);
  pt_object (*attr_make_with_overcommit)(pt_object, bool);
  pt_block (*block_copy)(pt_block);
  void (*block_release)(pt_block);

  pt_object main_queue;
  const void *type_timer, *type_add, *type_or, *type_replace;
};

extern struct pt_originals pt_originals_table;
extern _Atomic bool pt_originals_ready;
void pt_load_originals(void);

static inline const struct pt_originals *pt_original(void) {
  if (!atomic_load_explicit(&pt_originals_ready, memory_order_acquire)) pt_load_originals();
  return &pt_originals_table;
}

// Whether an address lies in libdispatch: what libdispatch calls for itself must get the original.
bool pt_is_in_libdispatch(const void *address);
#define PT_CALLED_BY_LIBDISPATCH() pt_is_in_libdispatch(__builtin_return_address(0))

// Threads and the count of work (state.c).

// Work is one number, so that one load is a consistent picture: items on queues and threads in the low half, items for the
// main queue above, and in the top four bits whether the main thread waits in a blocking call.
#define PT_ONE_QUEUE 1ull
#define PT_ONE_MAIN (1ull << 32)
#define PT_MAIN_BLOCKED (1ull << 60)
#define PT_QUEUE_PART(work) ((work) & 0xffffffffull)
#define PT_MAIN_PART(work) (((work) >> 32) & 0xfffffffull)
#define PT_BLOCKED_PART(work) ((work) >> 60)

#define PT_MAX_POLLED 8

// A thread that may wait for descriptors. `sequence` is odd while it waits. The conductor reads what it waits for while
// the thread may be writing it anew, and throws away what it read if the sequence has changed: so each part is atomic.
struct pt_poller {
  _Atomic uint32_t sequence;
  // Only the conductor's.
  uint32_t seen;
  _Atomic int count;
  // Each a `struct pollfd`.
  _Atomic uint64_t polled[PT_MAX_POLLED];
  struct pt_poller *next;
};

struct pt_thread {
  // The shares of the count of work that this thread holds now.
  uint64_t held;
  bool is_main, is_made_by_hand, is_conductor, is_prepared, is_exempt;
  int machine_time_depth;
  int timeout_descriptor;
  struct pt_poller *poller;
};

extern __thread struct pt_thread pt_thread_storage;
void pt_prepare_thread(struct pt_thread *thread);
void pt_thread_ends_with_share(void);

static inline struct pt_thread *pt_this_thread(void) {
  struct pt_thread *thread = &pt_thread_storage;
  if (!thread->is_prepared) pt_prepare_thread(thread);
  return thread;
}

extern _Atomic bool pt_active;
extern _Atomic int64_t pt_clock;
extern _Atomic uint64_t pt_work;
extern int64_t pt_wall_at_zero;
extern bool pt_fixed_order;

// The calling thread reads phone time.
static inline bool pt_reads_phone_time(void) {
  return atomic_load_explicit(&pt_active, memory_order_acquire) && pt_this_thread()->machine_time_depth == 0;
}

// The calling thread waits in phone time.
static inline bool pt_waits_in_phone_time(void) {
  return pt_reads_phone_time() && !pt_thread_storage.is_conductor;
}

void pt_work_change(uint64_t difference);

void pt_die(const char *message) __attribute__((noreturn));

int pt_futex_wait(_Atomic uint32_t *word, uint32_t value, int64_t nanoseconds);
void pt_futex_wake(_Atomic uint32_t *word, int count);

// The agenda (agenda.c).

struct pt_entry {
  int64_t time;
  phone_time_action action;
  void *context;
};

// With `locked` the action runs under the agenda's lock, so that after pt_agenda_cancel() it isn't running either.
uint64_t pt_agenda_add(int64_t time, bool locked, phone_time_action action, void *context);
bool pt_agenda_cancel(uint64_t entry);
// The time of the first entry, or PT_FOREVER.
int64_t pt_agenda_first(void);
// Moves the clock to the first entry and runs it, if its time is no later than `limit`.
bool pt_agenda_run_first(int64_t limit);

// The conductor (conductor.c) and what tells it that nothing runs (quiet.c).

void pt_start_conductor(void);
// Says that something may have changed that the conductor waits for.
void pt_poke_conductor(void);
// The same, if the conductor rests with nothing to wait for.
void pt_poke_resting_conductor(void);
bool pt_looks_quiet(uint64_t work);
bool pt_is_quiet(void);
bool pt_all_threads_sleep(void);
uint32_t pt_main_sequence(void);
void pt_forget_poller(struct pt_poller *poller);
void pt_remember_exempt_thread(void);
void pt_forget_exempt_thread(void);

// Virtual waits (waits.c).

enum { PT_WAITING = 0, PT_WOKEN = 1, PT_TIMED_OUT = 2 };

struct pt_waiter {
  _Atomic uint32_t state;
  uint64_t given, restored;
  bool gains_share;
  const void *key;
  struct pt_waiter *previous, *next;
};

struct pt_shard {
  pthread_mutex_t lock;
  struct pt_waiter *first, *last;
};

// How many threads wait for any key of one kind.
extern _Atomic int pt_waiting_count;

struct pt_shard *pt_shard_of(const void *key);
void pt_waiter_prepare(struct pt_waiter *waiter, const void *key);
// With the shard locked.
void pt_shard_append(struct pt_shard *shard, struct pt_waiter *waiter);
void pt_shard_remove(struct pt_shard *shard, struct pt_waiter *waiter);
struct pt_waiter *pt_shard_first(struct pt_shard *shard, const void *key);
// Wakes a waiter whose shard is locked; false when its time has already run out.
bool pt_waiter_wake(struct pt_waiter *waiter);
// Waits, with no lock held; true when woken, false when `deadline` came first.
bool pt_waiter_wait(struct pt_waiter *waiter, int64_t deadline);

// Tells of a wait that began at `since` and is over, if this is the main thread.
void pt_waited_since(int64_t since);
void pt_sleep(int64_t nanoseconds);

// Dispatch (work.c).

// Hands `function` to a queue, counted.
void pt_submit(pt_object queue, void *context, pt_function function, bool barrier);
void pt_submit_block(pt_object queue, pt_block block, bool barrier);
void pt_invoke_copied_block(void *block);
// The moment that a dispatch time means, in phone time.
int64_t pt_phone_time(pt_dispatch_time time);
// A held-back item, if there is one, goes to its queue (fixed order).
bool pt_release_held_item(void);
bool pt_has_held_items(void);
// Has the conductor call `function` when its turn comes (fixed order).
void pt_hold_back_action(void *context, pt_function function);
// What a work item knows of itself.
bool pt_is_barrier_block(pt_block block);
pt_object pt_group_of_block(pt_block block);

void pt_prepare_dispatch(void);

#endif
#endif
