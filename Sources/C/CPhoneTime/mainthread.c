// Waits of the main thread, which does nothing for people meanwhile.

#include "internal.h"

#ifdef __linux__

// Only the main thread uses these.
static phone_time_wait_action wait_action;
static void *wait_context;
static int64_t shortest_wait;

void phone_time_on_main_wait(int64_t shortest, phone_time_wait_action action, void *context) {
  if (!pt_this_thread()->is_main) pt_die("the main thread's waits are asked for on the main thread");
  wait_action = action;
  wait_context = context;
  shortest_wait = shortest;
}

void pt_waited_since(int64_t since) {
  if (!atomic_load(&pt_active) || !pt_this_thread()->is_main || !wait_action) return;
  int64_t now = atomic_load(&pt_clock);
  if (now - since >= shortest_wait) wait_action(wait_context, since, now);
}

#endif
