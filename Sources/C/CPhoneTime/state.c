// The clock's own state, what is known of each thread, and the count of work.

#include "internal.h"

#ifdef __linux__

#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <sys/syscall.h>

__thread struct pt_thread pt_thread_storage;

_Atomic bool pt_active;
_Atomic int64_t pt_clock;
_Atomic uint64_t pt_work;
int64_t pt_wall_at_zero;
bool pt_fixed_order;

static pthread_key_t end_key;
static pthread_once_t end_key_once = PTHREAD_ONCE_INIT;

void pt_die(const char *message) {
  static const char prefix[] = "Virtual time: ";
  if (write(STDERR_FILENO, prefix, sizeof prefix - 1) < 0 || write(STDERR_FILENO, message, strlen(message)) < 0
      || write(STDERR_FILENO, "\n", 1) < 0)
    abort();
  abort();
}

int pt_futex_wait(_Atomic uint32_t *word, uint32_t value, int64_t nanoseconds) {
  struct timespec timeout = {nanoseconds / PT_SECOND, nanoseconds % PT_SECOND};
  long result = syscall(
    SYS_futex, word, FUTEX_WAIT_PRIVATE, value, nanoseconds == PT_FOREVER ? NULL : &timeout, NULL, 0);
  return result == 0 ? 0 : errno;
}

void pt_futex_wake(_Atomic uint32_t *word, int count) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

static void thread_ends(void *value) {
  struct pt_thread *thread = value;
  if (thread->poller && !thread->is_main) pt_forget_poller(thread->poller);
  thread->poller = NULL;
  if (thread->timeout_descriptor >= 0) close(thread->timeout_descriptor);
  thread->timeout_descriptor = -1;
  if (thread->is_exempt) pt_forget_exempt_thread();
  uint64_t held = thread->held;
  thread->held = 0;
  if (held) pt_work_change(-held);
}

static void make_end_key(void) { pthread_key_create(&end_key, thread_ends); }

// Has the share of a thread, or what it keeps for waiting, given back when it ends.
void pt_thread_ends_with_share(void) {
  pthread_once(&end_key_once, make_end_key);
  pthread_setspecific(end_key, &pt_thread_storage);
}

void pt_prepare_thread(struct pt_thread *thread) {
  thread->is_main = syscall(SYS_gettid) == getpid();
  thread->timeout_descriptor = -1;
  thread->is_prepared = true;
}

void pt_work_change(uint64_t difference) {
  uint64_t work = atomic_fetch_add(&pt_work, difference) + difference;
  if (pt_looks_quiet(work)) pt_poke_conductor();
}

bool phone_time_supported(void) { return true; }

bool phone_time_start(const struct phone_time_options *options) {
  static _Atomic bool started;
  if (atomic_exchange(&started, true)) return false;
  atomic_store(&pt_clock, options->start);
  pt_wall_at_zero = options->wall_at_zero;
  pt_fixed_order = options->fixed_order;
  pt_prepare_dispatch();
  pt_start_conductor();
  atomic_store(&pt_active, true);
  return true;
}

int64_t phone_time_now(void) {
  if (atomic_load_explicit(&pt_active, memory_order_acquire)) return atomic_load_explicit(&pt_clock, memory_order_acquire);
  struct timespec now;
  pt_original()->clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * PT_SECOND + now.tv_nsec;
}

bool phone_time_is_conductor(void) { return pt_this_thread()->is_conductor; }

bool phone_time_is_main_thread(void) { return pt_this_thread()->is_main; }

#else

// Nothing can be taken over on this system.

bool phone_time_supported(void) { return false; }

#endif
