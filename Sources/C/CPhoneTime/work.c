// Work for dispatch queues. Every item is wrapped, so that it is in the count from the moment it is handed over to its
// end. All Swift tasks, actors and main-actor jobs pass through here too.

#include "internal.h"

#ifdef __linux__

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

struct item {
  void *context;
  pt_function function;
  uint64_t share;
  // Only for held-back items; none for an action of the conductor's.
  pt_object queue;
  bool is_barrier;
  struct item *next;
};

// Global queues and their twins, which make a thread for each item that needs one: global queues have as many threads as
// there are cores, and a few waiting threads would starve all Swift tasks.
#define QOS_CLASSES 6
#define OVERCOMMIT 2
static pt_object global_queues[QOS_CLASSES], twins[QOS_CLASSES];

static pt_object twin_of(pt_object queue) {
  for (int i = 0; i < QOS_CLASSES; i++)
    if (queue == global_queues[i]) return twins[i];
  return queue;
}

static void run_item(void *context) {
  if (__tsan_acquire) __tsan_acquire(context);
  struct item item = *(struct item *)context;
  free(context);
  struct pt_thread *thread = pt_this_thread();
  thread->held += item.share;
  item.function(item.context);
  thread->held -= item.share;
  pt_work_change(-item.share);
}

static void hand_over(pt_object queue, struct item *item, bool barrier) {
  atomic_fetch_add(&pt_work, item->share);
  if (__tsan_release) __tsan_release(item);
  if (barrier) pt_original()->barrier_async_f(queue, item, run_item);
  else pt_original()->async_f(queue, item, run_item);
}

// Fixed order: items wait here, oldest first, until the conductor lets one go.
static pthread_mutex_t held_lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *first_held, *last_held;
static _Atomic uint64_t held_count;

static void hold_back(pt_object queue, struct item *item, bool barrier) {
  item->queue = queue;
  item->is_barrier = barrier;
  item->next = NULL;
  if (queue) pt_original()->retain(queue);
  pthread_mutex_lock(&held_lock);
  if (last_held) last_held->next = item;
  else first_held = item;
  last_held = item;
  atomic_fetch_add(&held_count, 1);
  pthread_mutex_unlock(&held_lock);
  pt_poke_resting_conductor();
}

static void let_go(struct item *item) {
  pt_object queue = item->queue;
  if (!queue) {
    item->function(item->context);
    free(item);
    return;
  }
  hand_over(queue, item, item->is_barrier);
  pt_original()->release(queue);
}

bool pt_has_held_items(void) { return atomic_load(&held_count) > 0; }

bool pt_release_held_item(void) {
  if (!pt_has_held_items()) return false;
  pthread_mutex_lock(&held_lock);
  struct item *item = first_held;
  if (item) {
    first_held = item->next;
    if (!first_held) last_held = NULL;
    atomic_fetch_sub(&held_count, 1);
  }
  pthread_mutex_unlock(&held_lock);
  if (item) let_go(item);
  return item != NULL;
}

// What waits for a queue synchronously must come after what was handed to it before.
static void flush_held_items(pt_object queue) {
  if (!pt_has_held_items()) return;
  queue = twin_of(queue);
  struct item *found = NULL, **end = &found;
  pthread_mutex_lock(&held_lock);
  struct item **link = &first_held;
  last_held = NULL;
  while (*link) {
    struct item *item = *link;
    if (item->queue == queue) {
      *link = item->next;
      item->next = NULL;
      *end = item;
      end = &item->next;
      atomic_fetch_sub(&held_count, 1);
    } else {
      last_held = item;
      link = &item->next;
    }
  }
  pthread_mutex_unlock(&held_lock);
  while (found) {
    struct item *item = found;
    found = item->next;
    let_go(item);
  }
}

void pt_hold_back_action(void *context, pt_function function) {
  struct item *item = calloc(1, sizeof *item);
  if (!item) pt_die("no memory for a held-back action");
  item->context = context;
  item->function = function;
  hold_back(NULL, item, false);
}

void pt_submit(pt_object queue, void *context, pt_function function, bool barrier) {
  struct item *item = malloc(sizeof *item);
  if (!item) pt_die("no memory for an item of a queue");
  item->context = context;
  item->function = function;
  item->share = queue == pt_original()->main_queue ? PT_ONE_MAIN : PT_ONE_QUEUE;
  queue = twin_of(queue);
  if (pt_fixed_order) hold_back(queue, item, barrier);
  else hand_over(queue, item, barrier);
}

void pt_invoke_copied_block(void *block) {
  ((struct pt_block_layout *)block)->invoke(block);
  pt_original()->block_release(block);
}

// What dispatch_block_create() makes: the data that it keeps follows the block's head. Read only, to learn which flags
// and which group a work item has, after its function has shown what it is.
struct work_item {
  struct pt_block_layout head;
  unsigned long magic, flags;
  unsigned int atomic_flags;
  int performed;
  unsigned long priority;
  void *voucher;
  pt_block block;
  pt_object group;
};
#define WORK_ITEM_MAGIC 0xD159B10Cul
#define WORK_ITEM_IS_BARRIER 1ul
static void (*work_item_invoke)(void *);

static struct work_item *as_work_item(pt_block block) {
  struct work_item *item = block;
  return work_item_invoke && item->head.invoke == work_item_invoke && item->magic == WORK_ITEM_MAGIC ? item : NULL;
}

pt_object pt_group_of_block(pt_block block) {
  struct work_item *item = as_work_item(block);
  return item ? item->group : NULL;
}

bool pt_is_barrier_block(pt_block block) {
  struct work_item *item = as_work_item(block);
  return item && item->flags & WORK_ITEM_IS_BARRIER;
}

void pt_submit_block(pt_object queue, pt_block block, bool barrier) {
  barrier |= pt_is_barrier_block(block);
  pt_submit(queue, pt_original()->block_copy(block), pt_invoke_copied_block, barrier);
}

static void do_nothing(void *block) { (void)block; }

// The moment virtual time starts: everything that is asked of libdispatch only once.
void pt_prepare_dispatch(void) {
  const struct pt_originals *o = pt_original();
  static const unsigned classes[QOS_CLASSES] = {0x21, 0x19, 0x15, 0x11, 0x09, 0x05};
  for (int i = 0; i < QOS_CLASSES && o->get_global_queue; i++) {
    global_queues[i] = o->get_global_queue((intptr_t)classes[i], 0);
    twins[i] = o->get_global_queue((intptr_t)classes[i], OVERCOMMIT);
  }
  static const struct {
    unsigned long reserved, size;
  } descriptor = {0, sizeof(struct pt_block_layout)};
  struct pt_block_layout literal = {NULL, 1 << 28, 0, do_nothing, &descriptor};
  if (!o->block_create) return;
  struct pt_block_layout *made = o->block_create(0, &literal);
  if (!made) return;
  work_item_invoke = made->invoke;
  // Run once, since a work item that never ran complains when it goes.
  made->invoke(made);
  o->block_release(made);
}

// The functions.

void dispatch_async_f(pt_object queue, void *context, pt_function function) {
  if (!pt_reads_phone_time() || PT_CALLED_BY_LIBDISPATCH()) return pt_original()->async_f(queue, context, function);
  pt_submit(queue, context, function, false);
}

void dispatch_async(pt_object queue, pt_block block) {
  if (!pt_reads_phone_time() || PT_CALLED_BY_LIBDISPATCH()) return pt_original()->async(queue, block);
  pt_submit_block(queue, block, false);
}

void dispatch_barrier_async_f(pt_object queue, void *context, pt_function function) {
  if (!pt_reads_phone_time() || PT_CALLED_BY_LIBDISPATCH())
    return pt_original()->barrier_async_f(queue, context, function);
  pt_submit(queue, context, function, true);
}

void dispatch_barrier_async(pt_object queue, pt_block block) {
  if (!pt_reads_phone_time() || PT_CALLED_BY_LIBDISPATCH()) return pt_original()->barrier_async(queue, block);
  pt_submit_block(queue, block, true);
}

// Delays.

struct delayed {
  pt_object queue;
  void *context;
  pt_function function;
  pt_block block;
};

static void end_delay(void *context) {
  struct delayed delayed = *(struct delayed *)context;
  free(context);
  if (delayed.block) {
    pt_submit_block(delayed.queue, delayed.block, false);
    pt_original()->block_release(delayed.block);
  } else {
    pt_submit(delayed.queue, delayed.context, delayed.function, false);
  }
  pt_original()->release(delayed.queue);
}

static void delay(pt_dispatch_time when, struct delayed delayed) {
  struct delayed *copy = malloc(sizeof *copy);
  if (!copy) pt_die("no memory for a delayed item");
  *copy = delayed;
  pt_original()->retain(delayed.queue);
  pt_agenda_add(pt_phone_time(when), false, end_delay, copy);
}

void dispatch_after_f(pt_dispatch_time when, pt_object queue, void *context, pt_function function) {
  if (!pt_reads_phone_time() || PT_CALLED_BY_LIBDISPATCH())
    return pt_original()->after_f(when, queue, context, function);
  if (when == 0) pt_submit(queue, context, function, false);
  else if (when != ~0ull) delay(when, (struct delayed){queue, context, function, NULL});
}

void dispatch_after(pt_dispatch_time when, pt_object queue, pt_block block) {
  if (!pt_reads_phone_time() || PT_CALLED_BY_LIBDISPATCH()) return pt_original()->after(when, queue, block);
  if (when == 0) pt_submit_block(queue, block, false);
  else if (when != ~0ull) delay(when, (struct delayed){queue, NULL, NULL, pt_original()->block_copy(block)});
}

// 0 is now and all ones never. Bit 63 clear: uptime. Bits 63 and 62: minus the calendar's nanoseconds. Bit 63 alone:
// uptime that includes sleep, which for this phone is the same.
int64_t pt_phone_time(pt_dispatch_time time) {
  int64_t now = atomic_load(&pt_clock);
  if (time == 0) return now;
  if (time == ~0ull) return PT_FOREVER - 1;
  if (time >> 63 == 0) return (int64_t)time - PT_UPTIME_AT_ZERO;
  if (time >> 62 == 3) return -(int64_t)time - pt_wall_at_zero;
  return (int64_t)(time & ~(1ull << 63)) - PT_UPTIME_AT_ZERO;
}

// Waiting for a queue.

// A main thread that waits for its own queue is stopped by libdispatch, which says why only to a debugger.
static void tell_of_deadlock(pt_object queue) {
  static const char words[] =
    "BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread: "
    "DispatchQueue.main.sync on the main thread\n";
  if (queue != pt_original()->main_queue || !pt_this_thread()->is_main) return;
  // The process ends next; nobody is left to tell if this fails.
  ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
  (void)written;
}

#define PT_SYNCHRONOUS(name, original, parameters, arguments)                    \
  void name parameters {                                                         \
    tell_of_deadlock(queue);                                                     \
    if (pt_fixed_order && pt_reads_phone_time()) flush_held_items(queue);        \
    int64_t since = atomic_load(&pt_clock);                                      \
    pt_original()->original arguments;                                           \
    pt_waited_since(since);                                                      \
  }

PT_SYNCHRONOUS(dispatch_sync, sync, (pt_object queue, pt_block block), (queue, block))
PT_SYNCHRONOUS(dispatch_barrier_sync, barrier_sync, (pt_object queue, pt_block block), (queue, block))
PT_SYNCHRONOUS(dispatch_async_and_wait, async_and_wait, (pt_object queue, pt_block block), (queue, block))
PT_SYNCHRONOUS(
  dispatch_barrier_async_and_wait, barrier_async_and_wait, (pt_object queue, pt_block block), (queue, block))
PT_SYNCHRONOUS(
  dispatch_sync_f, sync_f, (pt_object queue, void *context, pt_function function), (queue, context, function))
PT_SYNCHRONOUS(
  dispatch_barrier_sync_f, barrier_sync_f, (pt_object queue, void *context, pt_function function),
  (queue, context, function))
PT_SYNCHRONOUS(
  dispatch_async_and_wait_f, async_and_wait_f, (pt_object queue, void *context, pt_function function),
  (queue, context, function))
PT_SYNCHRONOUS(
  dispatch_barrier_async_and_wait_f, barrier_async_and_wait_f,
  (pt_object queue, void *context, pt_function function), (queue, context, function))

// Concurrent queues of the app's get threads as the twins do. Serial queues always have such threads.

static pt_object with_threads(pt_object attributes) {
  const struct pt_originals *o = pt_original();
  return attributes && o->attr_make_with_overcommit ? o->attr_make_with_overcommit(attributes, true) : attributes;
}

pt_object dispatch_queue_create(const char *label, pt_object attributes) {
  if (pt_reads_phone_time() && !PT_CALLED_BY_LIBDISPATCH()) attributes = with_threads(attributes);
  return pt_original()->queue_create(label, attributes);
}

pt_object dispatch_queue_create_with_target(const char *label, pt_object attributes, pt_object target) {
  if (pt_reads_phone_time() && !PT_CALLED_BY_LIBDISPATCH()) {
    if (target) target = twin_of(target);
    else attributes = with_threads(attributes);
  }
  return pt_original()->queue_create_with_target(label, attributes, target);
}

void dispatch_set_target_queue(pt_object object, pt_object target) {
  if (pt_reads_phone_time() && !PT_CALLED_BY_LIBDISPATCH()) target = twin_of(target);
  pt_original()->set_target_queue(object, target);
}

#endif
