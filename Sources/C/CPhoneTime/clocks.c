// The clocks, as the process reads them.

#include "internal.h"

#ifdef __linux__

static bool is_uptime(clockid_t clock) {
  return clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE
    || clock == CLOCK_BOOTTIME;
}

static bool is_calendar(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

static struct timespec as_timespec(int64_t nanoseconds) {
  return (struct timespec){nanoseconds / PT_SECOND, nanoseconds % PT_SECOND};
}

static int64_t calendar_now(void) { return atomic_load(&pt_clock) + pt_wall_at_zero; }

int clock_gettime(clockid_t clock, struct timespec *result) {
  if (pt_reads_phone_time()) {
    if (is_uptime(clock)) return *result = as_timespec(atomic_load(&pt_clock) + PT_UPTIME_AT_ZERO), 0;
    if (is_calendar(clock)) return *result = as_timespec(calendar_now()), 0;
  }
  return pt_original()->clock_gettime(clock, result);
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  if (!pt_reads_phone_time()) return pt_original()->gettimeofday(result, zone);
  int64_t now = calendar_now();
  *result = (struct timeval){now / PT_SECOND, now % PT_SECOND / 1000};
  if (zone) *(struct timezone *)zone = (struct timezone){0, 0};
  return 0;
}

time_t time(time_t *result) {
  if (!pt_reads_phone_time()) return pt_original()->time(result);
  time_t now = calendar_now() / PT_SECOND;
  if (result) *result = now;
  return now;
}

int timespec_get(struct timespec *result, int base) {
  if (base != TIME_UTC || !pt_reads_phone_time()) return pt_original()->timespec_get(result, base);
  *result = as_timespec(calendar_now());
  return base;
}

#endif
