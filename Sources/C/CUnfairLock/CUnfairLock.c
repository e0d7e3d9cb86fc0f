#define _GNU_SOURCE
#include "CUnfairLock.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/futex.h>
#include <sys/syscall.h>
#endif

static const uint32_t waiters = 0x80000000u;

static uint32_t me(void) {
  static _Thread_local uint32_t number;
#ifdef __linux__
  if (number == 0) number = (uint32_t)syscall(SYS_gettid);
#else
  static uint32_t last;
  if (number == 0) number = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
#endif
  return number;
}

static void stop(const char *reason) {
  fflush(NULL);
  fprintf(stderr, "BUG IN CLIENT OF LIBPLATFORM: %s\n", reason);
  abort();
}

static void wait_for(uint32_t *word, uint32_t seen) {
#ifdef __linux__
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
#else
  (void)word, (void)seen;
  sched_yield();
#endif
}

bool duo_unfair_try(uint32_t *word) {
  uint32_t free = 0;
  return __atomic_compare_exchange_n(word, &free, me(), false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

void duo_unfair_lock(uint32_t *word) {
  if (duo_unfair_try(word)) return;
  for (;;) {
    uint32_t seen = __atomic_load_n(word, __ATOMIC_RELAXED);
    if ((seen & ~waiters) == me()) stop("Trying to recursively lock an os_unfair_lock");
    // Who waited once does not know whether others still do.
    uint32_t wanted = seen == 0 ? (me() | waiters) : (seen | waiters);
    if (!__atomic_compare_exchange_n(word, &seen, wanted, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) continue;
    if (seen == 0) return;
    wait_for(word, wanted);
  }
}

void duo_unfair_unlock(uint32_t *word) {
  uint32_t seen = __atomic_load_n(word, __ATOMIC_RELAXED);
  if ((seen & ~waiters) != me()) stop("Unlock of an os_unfair_lock not owned by current thread");
  seen = __atomic_exchange_n(word, 0, __ATOMIC_RELEASE);
#ifdef __linux__
  if (seen & waiters) syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
#endif
}

bool duo_unfair_is_mine(const uint32_t *word) {
  return (__atomic_load_n(word, __ATOMIC_RELAXED) & ~waiters) == me();
}
