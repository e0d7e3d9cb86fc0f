// For the thread sanitizer only. Swift's `Mutex` is taken and given back in the code that uses it, which the sanitizer
// sees, unless two threads want it at once: then that happens in a library that the sanitizer does not see, and whatever
// the mutex guards would look like a race. Here it is told.

#include "internal.h"

#if defined(__linux__) && defined(__has_feature)
#if __has_feature(thread_sanitizer)

#include <dlfcn.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK_SLOWLY "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_SLOWLY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOWLY "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

extern void __tsan_acquire(void *);
extern void __tsan_release(void *);

SWIFT void pt_lock_slowly(uint32_t thread, SELF void *mutex) __asm__(LOCK_SLOWLY);
SWIFT bool pt_try_slowly(SELF void *mutex) __asm__(TRY_SLOWLY);
SWIFT void pt_unlock_slowly(SELF void *mutex) __asm__(UNLOCK_SLOWLY);

static void *library_function(void *_Atomic *known, const char *name) {
  void *found = atomic_load_explicit(known, memory_order_acquire);
  if (!found) {
    found = dlsym(RTLD_NEXT, name);
    if (!found) pt_die("Swift's Mutex is not as it was");
    atomic_store_explicit(known, found, memory_order_release);
  }
  return found;
}

SWIFT void pt_lock_slowly(uint32_t thread, SELF void *mutex) {
  static void *_Atomic known;
  SWIFT void (*original)(uint32_t, SELF void *) =
    (SWIFT void (*)(uint32_t, SELF void *))library_function(&known, LOCK_SLOWLY);
  original(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT bool pt_try_slowly(SELF void *mutex) {
  static void *_Atomic known;
  SWIFT bool (*original)(SELF void *) = (SWIFT bool (*)(SELF void *))library_function(&known, TRY_SLOWLY);
  bool taken = original(mutex);
  if (taken) __tsan_acquire(mutex);
  return taken;
}

SWIFT void pt_unlock_slowly(SELF void *mutex) {
  static void *_Atomic known;
  SWIFT void (*original)(SELF void *) = (SWIFT void (*)(SELF void *))library_function(&known, UNLOCK_SLOWLY);
  __tsan_release(mutex);
  original(mutex);
}

#endif
#endif
