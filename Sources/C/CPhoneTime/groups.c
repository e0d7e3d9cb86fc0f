// Semaphores and groups. The originals keep the values; the threads that wait, and the items that a group notifies, are
// here, so that whoever signals counts them before they run.

#include "internal.h"

#ifdef __linux__

static int64_t deadline_of(pt_dispatch_time timeout) { return timeout == ~0ull ? PT_FOREVER : pt_phone_time(timeout); }

// Semaphores. Signal first, then look for waiters; wait first as a waiter, then for a signal: one of the two sees the
// other.

long dispatch_semaphore_wait(pt_object semaphore, pt_dispatch_time timeout) {
  const struct pt_originals *o = pt_original();
  if (!pt_waits_in_phone_time() || PT_CALLED_BY_LIBDISPATCH()) return o->semaphore_wait(semaphore, timeout);
  if (o->semaphore_wait(semaphore, 0) == 0) return 0;
  if (timeout == 0) return 1;
  struct pt_shard *shard = pt_shard_of(semaphore);
  struct pt_waiter waiter;
  pt_waiter_prepare(&waiter, semaphore);
  pthread_mutex_lock(&shard->lock);
  atomic_fetch_add(&pt_waiting_count, 1);
  if (o->semaphore_wait(semaphore, 0) == 0) {
    atomic_fetch_sub(&pt_waiting_count, 1);
    pthread_mutex_unlock(&shard->lock);
    return 0;
  }
  pt_shard_append(shard, &waiter);
  pthread_mutex_unlock(&shard->lock);
  bool woken = pt_waiter_wait(&waiter, deadline_of(timeout));
  pthread_mutex_lock(&shard->lock);
  pt_shard_remove(shard, &waiter);
  atomic_fetch_sub(&pt_waiting_count, 1);
  pthread_mutex_unlock(&shard->lock);
  return woken ? 0 : 1;
}

long dispatch_semaphore_signal(pt_object semaphore) {
  const struct pt_originals *o = pt_original();
  long result = o->semaphore_signal(semaphore);
  if (!atomic_load(&pt_active) || atomic_load(&pt_waiting_count) == 0 || PT_CALLED_BY_LIBDISPATCH()) return result;
  struct pt_shard *shard = pt_shard_of(semaphore);
  pthread_mutex_lock(&shard->lock);
  // The signal is taken on behalf of the waiter, and put back if its time had just run out.
  for (struct pt_waiter *waiter; (waiter = pt_shard_first(shard, semaphore)) && o->semaphore_wait(semaphore, 0) == 0;) {
    if (pt_waiter_wake(waiter)) result = 1;
    else o->semaphore_signal(semaphore);
  }
  pthread_mutex_unlock(&shard->lock);
  return result;
}

// Groups.

struct notification {
  pt_object group, queue;
  void *context;
  pt_function function;
  pt_block block;
  struct notification *next;
};

// One lock for all groups that somebody waits for; groups without waiters don't come here.
static pthread_mutex_t groups_lock = PTHREAD_MUTEX_INITIALIZER;
static struct notification *notifications;
static _Atomic int watched_count;

static bool is_empty(pt_object group) { return pt_original()->group_wait(group, 0) == 0; }

static void deliver(struct notification *notification) {
  if (notification->block) {
    pt_submit_block(notification->queue, notification->block, false);
    pt_original()->block_release(notification->block);
  } else {
    pt_submit(notification->queue, notification->context, notification->function, false);
  }
  pt_original()->release(notification->queue);
  pt_original()->release(notification->group);
  free(notification);
}

// With the lock held: takes out what waits for the group, oldest first, and wakes its waiting threads.
static struct notification *take_watchers(pt_object group) {
  struct notification *found = NULL, **end = &found;
  for (struct notification **link = &notifications; *link;) {
    struct notification *notification = *link;
    if (notification->group != group) {
      link = &notification->next;
      continue;
    }
    *link = notification->next;
    notification->next = NULL;
    *end = notification;
    end = &notification->next;
    atomic_fetch_sub(&watched_count, 1);
  }
  struct pt_shard *shard = pt_shard_of(group);
  pthread_mutex_lock(&shard->lock);
  for (struct pt_waiter *waiter; (waiter = pt_shard_first(shard, group));) pt_waiter_wake(waiter);
  pthread_mutex_unlock(&shard->lock);
  return found;
}

static void deliver_all(struct notification *found) {
  while (found) {
    struct notification *next = found->next;
    deliver(found);
    found = next;
  }
}

static void release_if_empty(pt_object group) {
  pthread_mutex_lock(&groups_lock);
  struct notification *found = is_empty(group) ? take_watchers(group) : NULL;
  pthread_mutex_unlock(&groups_lock);
  deliver_all(found);
}

void dispatch_group_enter(pt_object group) {
  // Not between somebody's last leave and the look at whether the group is empty.
  bool watched = atomic_load(&watched_count) > 0;
  if (watched) pthread_mutex_lock(&groups_lock);
  pt_original()->group_enter(group);
  if (watched) pthread_mutex_unlock(&groups_lock);
}

void dispatch_group_leave(pt_object group) {
  const struct pt_originals *o = pt_original();
  if (!atomic_load_explicit(&pt_active, memory_order_acquire)) return o->group_leave(group);
  o->retain(group);
  if (atomic_load(&watched_count) == 0) {
    o->group_leave(group);
    if (atomic_load(&watched_count) > 0) release_if_empty(group);
  } else {
    pthread_mutex_lock(&groups_lock);
    o->group_leave(group);
    struct notification *found = is_empty(group) ? take_watchers(group) : NULL;
    pthread_mutex_unlock(&groups_lock);
    deliver_all(found);
  }
  o->release(group);
}

static void notify(struct notification notification) {
  struct notification *copy = malloc(sizeof *copy);
  if (!copy) pt_die("no memory for a notification");
  *copy = notification;
  copy->next = NULL;
  pt_original()->retain(copy->queue);
  pt_original()->retain(copy->group);
  pthread_mutex_lock(&groups_lock);
  atomic_fetch_add(&watched_count, 1);
  struct notification **link = &notifications;
  while (*link) link = &(*link)->next;
  *link = copy;
  pthread_mutex_unlock(&groups_lock);
  release_if_empty(notification.group);
}

void dispatch_group_notify_f(pt_object group, pt_object queue, void *context, pt_function function) {
  if (!pt_reads_phone_time() || PT_CALLED_BY_LIBDISPATCH())
    return pt_original()->group_notify_f(group, queue, context, function);
  notify((struct notification){group, queue, context, function, NULL, NULL});
}

void dispatch_group_notify(pt_object group, pt_object queue, pt_block block) {
  if (!pt_reads_phone_time() || PT_CALLED_BY_LIBDISPATCH()) return pt_original()->group_notify(group, queue, block);
  notify((struct notification){group, queue, NULL, NULL, pt_original()->block_copy(block), NULL});
}

static long wait_for_group(pt_object group, pt_dispatch_time timeout) {
  if (is_empty(group)) return 0;
  if (timeout == 0) return 1;
  struct pt_shard *shard = pt_shard_of(group);
  struct pt_waiter waiter;
  pt_waiter_prepare(&waiter, group);
  pthread_mutex_lock(&groups_lock);
  atomic_fetch_add(&watched_count, 1);
  bool empty = is_empty(group);
  if (!empty) {
    pthread_mutex_lock(&shard->lock);
    pt_shard_append(shard, &waiter);
    pthread_mutex_unlock(&shard->lock);
  }
  pthread_mutex_unlock(&groups_lock);
  bool woken = true;
  if (!empty) {
    woken = pt_waiter_wait(&waiter, deadline_of(timeout));
    pthread_mutex_lock(&shard->lock);
    pt_shard_remove(shard, &waiter);
    pthread_mutex_unlock(&shard->lock);
  }
  atomic_fetch_sub(&watched_count, 1);
  return woken ? 0 : 1;
}

long dispatch_group_wait(pt_object group, pt_dispatch_time timeout) {
  if (!pt_waits_in_phone_time() || PT_CALLED_BY_LIBDISPATCH()) return pt_original()->group_wait(group, timeout);
  return wait_for_group(group, timeout);
}

struct member {
  pt_object group;
  void *context;
  pt_function function;
};

static void run_member(void *context) {
  struct member member = *(struct member *)context;
  free(context);
  member.function(member.context);
  dispatch_group_leave(member.group);
  pt_original()->release(member.group);
}

static void *member_of(pt_object group, void *context, pt_function function) {
  struct member *member = malloc(sizeof *member);
  if (!member) pt_die("no memory for an item of a group");
  *member = (struct member){group, context, function};
  pt_original()->retain(group);
  dispatch_group_enter(group);
  return member;
}

void dispatch_group_async_f(pt_object group, pt_object queue, void *context, pt_function function) {
  if (!pt_reads_phone_time() || PT_CALLED_BY_LIBDISPATCH())
    return pt_original()->group_async_f(group, queue, context, function);
  pt_submit(queue, member_of(group, context, function), run_member, false);
}

void dispatch_group_async(pt_object group, pt_object queue, pt_block block) {
  if (!pt_reads_phone_time() || PT_CALLED_BY_LIBDISPATCH()) return pt_original()->group_async(group, queue, block);
  void *copy = pt_original()->block_copy(block);
  pt_submit(queue, member_of(group, copy, pt_invoke_copied_block), run_member, pt_is_barrier_block(block));
}

// Work items: each carries a group of its own that it leaves when it has run or is gone.

long dispatch_block_wait(pt_block block, pt_dispatch_time timeout) {
  pt_object group = pt_waits_in_phone_time() ? pt_group_of_block(block) : NULL;
  return group ? wait_for_group(group, timeout) : pt_original()->block_wait(block, timeout);
}

void dispatch_block_notify(pt_block block, pt_object queue, pt_block notified) {
  pt_object group = pt_reads_phone_time() ? pt_group_of_block(block) : NULL;
  if (!group) return pt_original()->block_notify(block, queue, notified);
  notify((struct notification){group, queue, NULL, NULL, pt_original()->block_copy(notified), NULL});
}

#endif
