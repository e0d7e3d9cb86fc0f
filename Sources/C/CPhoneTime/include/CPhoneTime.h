// Virtual time for one process.
//
// Linked into an executable, this library defines clock, sleep, wait and dispatch functions of libc and
// libdispatch in that executable, so that every library of the process calls these instead. Until
// phone_time_start() they hand every call on to the originals. Afterwards the process lives in phone time: a
// conductor thread owns an agenda and moves the clock to the next entry whenever nothing can run any more.
//
// One process has one virtual clock, and it can't be taken back. Only Linux; elsewhere phone_time_supported()
// is false and nothing is defined. All functions are safe on any thread unless they say otherwise.

#ifndef C_PHONE_TIME_H
#define C_PHONE_TIME_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What the conductor calls. `context` is handed over with the function.
typedef void (*phone_time_action)(void *context);

// How a stop was reached: the moment had come, or there was nothing left to wait for.
typedef void (*phone_time_stop_action)(void *context, bool ran_dry);

struct phone_time_options {
  // Phone time at the start, nanoseconds. The uptime clocks read one nanosecond more than phone time.
  int64_t start;
  // What the calendar clock reads when phone time is 0, nanoseconds since 1970.
  int64_t wall_at_zero;
  // Holds every dispatched item back and lets them go one by one, in the order they were dispatched.
  bool fixed_order;
};

// False where the functions can't be taken over.
bool phone_time_supported(void);

// Starts virtual time. False when this process already has a virtual clock.
bool phone_time_start(const struct phone_time_options *options);

// Phone time in nanoseconds. Before the start: the machine's uptime clock.
int64_t phone_time_now(void);

// Calls `action` on the conductor's thread when phone time is `time`; at once, but after what is already due, when
// that is past. Entries of one instant run in the order in which they were made. The action must not block.
// The result names the entry for phone_time_cancel(); it is never 0.
uint64_t phone_time_schedule(int64_t time, phone_time_action action, void *context);

// Takes an entry out. False when it has run, is running or was cancelled before; otherwise its action will never
// be called, and the caller disposes of the context.
bool phone_time_cancel(uint64_t entry);

// Lets phone time pass for the calling thread. On the main thread that is time in which the main queue and the main
// run loop do nothing. Stops the process when called on the conductor's thread.
void phone_time_spend(int64_t nanoseconds);

// Lets the conductor run up to `time`, and calls `action` on its thread when everything that was due until then has
// happened and nothing runs. With `stop_when_dry` it is also called, earlier, when the agenda holds nothing more.
void phone_time_run_until(int64_t time, bool stop_when_dry, phone_time_stop_action action, void *context);

// Takes away, or puts back, the limit that the stops set: without limit the conductor goes on for ever.
void phone_time_run_unlimited(bool unlimited);

// Is called on the conductor's thread each time the clock comes to rest: nothing runs, and nothing is left that it may
// move on to. NULL takes the function away.
void phone_time_on_rest(phone_time_action action, void *context);

// Is called on the main thread after each wait of that thread that has lasted `shortest` nanoseconds of phone time or
// longer, with when it began and ended: sleeps, semaphores, groups, conditions, and dispatch's synchronous calls; not the
// run loop's own waiting. Call it on the main thread, before the start. NULL takes the function away.
typedef void (*phone_time_wait_action)(void *context, int64_t since, int64_t until);
void phone_time_on_main_wait(int64_t shortest, phone_time_wait_action action, void *context);

// Between the two calls phone time stands still, whatever the thread does or waits for, and the calling thread lives in
// the machine's time. Calls nest.
void phone_time_enter_machine_time(void);
void phone_time_leave_machine_time(void);

// The calling thread lives in the machine's time from now on, and phone time takes no notice of it: for helpers that
// talk to the outside. Stops the process on the main thread and on the threads of dispatch queues.
void phone_time_exempt_thread(void);

// True on the conductor's thread.
bool phone_time_is_conductor(void);

// True on the process's first thread.
bool phone_time_is_main_thread(void);

// How often the clock moved or an entry ran, and how often that needed the slow look at all threads.
uint64_t phone_time_step_count(void);
uint64_t phone_time_fallback_count(void);

// Entries in the agenda now.
uint64_t phone_time_agenda_count(void);

#ifdef __cplusplus
}
#endif

#endif
