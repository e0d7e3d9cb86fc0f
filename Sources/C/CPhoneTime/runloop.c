// What CoreFoundation's run loops use: kernel timers, and the main thread.

#include "internal.h"

#ifdef __linux__

#include <dlfcn.h>

struct kernel_timer {
  uint64_t entry;
  int64_t interval, due;
  uint32_t generation;
};

static pthread_mutex_t timers_lock = PTHREAD_MUTEX_INITIALIZER;
static struct kernel_timer *timers;
static int timer_count;

static struct kernel_timer *timer_of(int descriptor) {
  if (descriptor >= timer_count) {
    int count = descriptor + 64;
    timers = realloc(timers, (size_t)count * sizeof *timers);
    if (!timers) pt_die("no memory for a kernel timer");
    memset(timers + timer_count, 0, (size_t)(count - timer_count) * sizeof *timers);
    timer_count = count;
  }
  return &timers[descriptor];
}

static void disarm(struct kernel_timer *timer) {
  timer->generation++;
  if (timer->entry) pt_agenda_cancel(timer->entry);
  timer->entry = 0;
}

static void fire(void *context);

static void arm(int descriptor, struct kernel_timer *timer, int64_t due) {
  timer->due = due;
  uint64_t name = (uint64_t)timer->generation << 32 | (uint32_t)descriptor;
  timer->entry = pt_agenda_add(due, false, fire, (void *)(uintptr_t)name);
}

// Makes the descriptor readable, and is done when it was: from then on the run loop that waits for it isn't quiet.
static void fire(void *context) {
  uint64_t name = (uintptr_t)context;
  int descriptor = (int)(uint32_t)name;
  pthread_mutex_lock(&timers_lock);
  struct kernel_timer *timer = timer_of(descriptor);
  if (timer->generation == (uint32_t)(name >> 32)) {
    timer->entry = 0;
    if (timer->interval > 0) arm(descriptor, timer, timer->due + timer->interval);
    struct itimerspec at_once = {{0, 0}, {0, 1}};
    // A descriptor that was closed in the meantime has nobody who waits.
    struct itimerspec rest = at_once;
    if (pt_original()->timerfd_settime(descriptor, 0, &at_once, NULL) == 0)
      // It has gone off when nothing is left, whether or not the run loop has read it already.
      while (timerfd_gettime(descriptor, &rest) == 0 && (rest.it_value.tv_sec || rest.it_value.tv_nsec)) {}
  }
  pthread_mutex_unlock(&timers_lock);
}

int timerfd_create(int clock, int flags) {
  int descriptor = pt_original()->timerfd_create(clock, flags);
  if (descriptor >= 0 && pt_reads_phone_time()) {
    // The number may have belonged to a timer that was closed while it was armed.
    pthread_mutex_lock(&timers_lock);
    disarm(timer_of(descriptor));
    pthread_mutex_unlock(&timers_lock);
  }
  return descriptor;
}

int timerfd_settime(int descriptor, int flags, const struct itimerspec *value, struct itimerspec *before) {
  if (PT_CALLED_BY_LIBDISPATCH()) {
    // libdispatch's manager: its own timers, which watch over its threads, stay in the machine's time.
    struct pt_thread *thread = pt_this_thread();
    if (!thread->is_main && !thread->is_made_by_hand && thread->machine_time_depth == 0) thread->machine_time_depth = 1;
    return pt_original()->timerfd_settime(descriptor, flags, value, before);
  }
  if (!pt_reads_phone_time() || !value || descriptor < 0)
    return pt_original()->timerfd_settime(descriptor, flags, value, before);
  struct itimerspec never = {{0, 0}, {0, 0}};
  int result = pt_original()->timerfd_settime(descriptor, 0, &never, before);
  if (result != 0) return result;
  int64_t due = value->it_value.tv_sec * PT_SECOND + value->it_value.tv_nsec;
  pthread_mutex_lock(&timers_lock);
  struct kernel_timer *timer = timer_of(descriptor);
  disarm(timer);
  timer->interval = value->it_interval.tv_sec * PT_SECOND + value->it_interval.tv_nsec;
  if (due != 0) arm(descriptor, timer, flags & TFD_TIMER_ABSTIME ? due - PT_UPTIME_AT_ZERO : atomic_load(&pt_clock) + due);
  pthread_mutex_unlock(&timers_lock);
  return 0;
}

// The original lets the first thread sleep for ever and drains the main queue on others; then nothing is on the main
// thread and the main run loop never runs. Here the first thread runs its run loop, as on a phone, also without a
// virtual clock: the choice falls before anybody could start one.
void dispatch_main(void) {
  int (*run)(const void *, double, unsigned char) =
    (int (*)(const void *, double, unsigned char))dlsym(RTLD_DEFAULT, "CFRunLoopRunInMode");
  const void **mode = dlsym(RTLD_DEFAULT, "kCFRunLoopDefaultMode");
  if (!run || !mode || !pt_this_thread()->is_main) {
    pt_original()->main();
    abort();
  }
  for (;;) run(*mode, 1e10, false);
}

#endif
