// Finds the functions that this library takes the place of.

#include "internal.h"

#ifdef __linux__

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>

struct pt_originals pt_originals_table;
_Atomic bool pt_originals_ready;

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define PT_HAS_INTERCEPTORS 1
#endif
#endif

// A sanitizer has functions of its own in the executable, which hand on to the C library: taking their place too would
// hide threads, their stacks and their waits from it.
static void *interceptor(const char *name) {
#ifdef PT_HAS_INTERCEPTORS
  char own[96];
  snprintf(own, sizeof own, "__interceptor_%s", name);
  return dlsym(RTLD_DEFAULT, own);
#else
  (void)name;
  return NULL;
#endif
}

static void *library_function(const char *name) { return dlsym(RTLD_NEXT, name); }

static void *next(const char *name) {
  void *found = interceptor(name);
  return found ? found : library_function(name);
}

// Condition variables have two versions in older C libraries; the plain look-up would find the older one.
static void *next_condition(const char *name) {
  void *found = interceptor(name);
  if (!found) found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
  return found ? found : next(name);
}

void pt_load_originals(void) {
  struct pt_originals o;
  memset(&o, 0, sizeof o);

  o.clock_gettime = next("clock_gettime");
  o.gettimeofday = next("gettimeofday");
  o.time = next("time");
  o.timespec_get = next("timespec_get");
  o.nanosleep = next("nanosleep");
  o.clock_nanosleep = next("clock_nanosleep");
  o.usleep = next("usleep");
  o.sleep = next("sleep");
  o.ppoll = next("ppoll");
  o.poll = next("poll");
  o.timerfd_create = next("timerfd_create");
  o.timerfd_settime = next("timerfd_settime");
  o.sem_timedwait = next("sem_timedwait");
  o.cond_wait = next_condition("pthread_cond_wait");
  o.cond_timedwait = next_condition("pthread_cond_timedwait");
  o.cond_clockwait = next("pthread_cond_clockwait");
  o.cond_signal = next_condition("pthread_cond_signal");
  o.cond_broadcast = next_condition("pthread_cond_broadcast");
  o.pthread_create = next("pthread_create");

  o.async_f = next("dispatch_async_f");
  o.async = next("dispatch_async");
  o.barrier_async_f = next("dispatch_barrier_async_f");
  o.barrier_async = next("dispatch_barrier_async");
  o.group_async = next("dispatch_group_async");
  o.group_async_f = next("dispatch_group_async_f");
  o.after = next("dispatch_after");
  o.after_f = next("dispatch_after_f");
  o.sync = next("dispatch_sync");
  o.sync_f = next("dispatch_sync_f");
  o.barrier_sync = next("dispatch_barrier_sync");
  o.barrier_sync_f = next("dispatch_barrier_sync_f");
  o.async_and_wait = next("dispatch_async_and_wait");
  o.async_and_wait_f = next("dispatch_async_and_wait_f");
  o.barrier_async_and_wait = next("dispatch_barrier_async_and_wait");
  o.barrier_async_and_wait_f = next("dispatch_barrier_async_and_wait_f");
  o.semaphore_wait = next("dispatch_semaphore_wait");
  o.semaphore_signal = next("dispatch_semaphore_signal");
  o.group_enter = next("dispatch_group_enter");
  o.group_leave = next("dispatch_group_leave");
  o.group_wait = next("dispatch_group_wait");
  o.group_notify = next("dispatch_group_notify");
  o.group_notify_f = next("dispatch_group_notify_f");
  o.block_wait = next("dispatch_block_wait");
  o.block_notify = next("dispatch_block_notify");
  o.block_create = next("dispatch_block_create");
  o.source_create = next("dispatch_source_create");
  o.source_set_timer = next("dispatch_source_set_timer");
  o.source_set_event_handler = next("dispatch_source_set_event_handler");
  // The sanitizer's own would pass to a handler what dispatch_get_context() gives, which is the app's context here, not
  // ours. Its knowledge of who comes after whom is not needed: data and handlers are behind our lock.
  o.source_set_event_handler_f = library_function("dispatch_source_set_event_handler_f");
  o.source_set_cancel_handler = next("dispatch_source_set_cancel_handler");
  o.source_set_cancel_handler_f = library_function("dispatch_source_set_cancel_handler_f");
  o.source_cancel = next("dispatch_source_cancel");
  o.source_get_data = next("dispatch_source_get_data");
  o.source_merge_data = next("dispatch_source_merge_data");
  o.set_context = next("dispatch_set_context");
  o.get_context = next("dispatch_get_context");
  o.set_finalizer_f = next("dispatch_set_finalizer_f");
  o.retain = next("dispatch_retain");
  o.release = next("dispatch_release");
  o.suspend = next("dispatch_suspend");
  o.resume = next("dispatch_resume");
  o.activate = next("dispatch_activate");
  o.main = next("dispatch_main");
  o.queue_create = next("dispatch_queue_create");
  o.queue_create_with_target = next("dispatch_queue_create_with_target");
  o.set_target_queue = next("dispatch_set_target_queue");
  o.get_global_queue = next("dispatch_get_global_queue");
  o.attr_make_with_overcommit = next("dispatch_queue_attr_make_with_overcommit");
  o.block_copy = next("_Block_copy");
  o.block_release = next("_Block_release");

  o.main_queue = next("_dispatch_main_q");
  o.type_timer = next("_dispatch_source_type_timer");
  o.type_add = next("_dispatch_source_type_data_add");
  o.type_or = next("_dispatch_source_type_data_or");
  o.type_replace = next("_dispatch_source_type_data_replace");

  // Two threads may come here at once: both write the same.
  pt_originals_table = o;
  atomic_store_explicit(&pt_originals_ready, true, memory_order_release);
}

static _Atomic uintptr_t libdispatch_start, libdispatch_end;

static int look_at_library(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  const char *name = info->dlpi_name ? strrchr(info->dlpi_name, '/') : NULL;
  if (!name || strncmp(name, "/libdispatch.so", 15) != 0) return 0;
  uintptr_t start = UINTPTR_MAX, end = 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD) continue;
    uintptr_t low = info->dlpi_addr + segment->p_vaddr, high = low + segment->p_memsz;
    if (low < start) start = low;
    if (high > end) end = high;
  }
  atomic_store_explicit(&libdispatch_start, start, memory_order_relaxed);
  atomic_store_explicit(&libdispatch_end, end, memory_order_release);
  return 1;
}

bool pt_is_in_libdispatch(const void *address) {
  uintptr_t end = atomic_load_explicit(&libdispatch_end, memory_order_acquire);
  if (end == 0) {
    dl_iterate_phdr(look_at_library, NULL);
    end = atomic_load_explicit(&libdispatch_end, memory_order_acquire);
    // No libdispatch in this process: an empty range that isn't looked up again.
    if (end == 0) atomic_store_explicit(&libdispatch_end, end = 1, memory_order_release);
  }
  uintptr_t value = (uintptr_t)address;
  return value < end && value >= atomic_load_explicit(&libdispatch_start, memory_order_relaxed) && end > 1;
}

#endif
