// Sleeping, and POSIX condition variables.

#include "internal.h"

#ifdef __linux__

// Foundation sleeps again and again for what its own arithmetic left over, so a sleep moves time a little at least.
#define SHORTEST_SLEEP 1000ll

static void sleep_for(int64_t nanoseconds) { pt_sleep(nanoseconds < SHORTEST_SLEEP ? SHORTEST_SLEEP : nanoseconds); }

static bool is_valid(const struct timespec *time) {
  return time && time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < PT_SECOND;
}

static int64_t nanoseconds_of(const struct timespec *time) {
  return time->tv_sec >= PT_FOREVER / PT_SECOND ? PT_FOREVER - 1 : time->tv_sec * PT_SECOND + time->tv_nsec;
}

int nanosleep(const struct timespec *time, struct timespec *rest) {
  if (!is_valid(time) || !pt_waits_in_phone_time() || PT_CALLED_BY_LIBDISPATCH())
    return pt_original()->nanosleep(time, rest);
  sleep_for(nanoseconds_of(time));
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
  bool is_calendar = clock == CLOCK_REALTIME || clock == CLOCK_TAI;
  bool is_uptime = clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME;
  if (!is_valid(time) || !(is_calendar || is_uptime) || !pt_waits_in_phone_time())
    return pt_original()->clock_nanosleep(clock, flags, time, rest);
  int64_t duration = nanoseconds_of(time);
  if (flags & TIMER_ABSTIME) duration -= atomic_load(&pt_clock) + (is_calendar ? pt_wall_at_zero : PT_UPTIME_AT_ZERO);
  if (duration > 0) sleep_for(duration);
  return 0;
}

int usleep(useconds_t microseconds) {
  if (microseconds == 0 || !pt_waits_in_phone_time() || PT_CALLED_BY_LIBDISPATCH())
    return pt_original()->usleep(microseconds);
  sleep_for(microseconds * 1000ll);
  return 0;
}

// Zero is CoreFoundation's way to give way while it waits for a spin lock.
unsigned sleep(unsigned seconds) {
  if (seconds == 0 || !pt_waits_in_phone_time() || PT_CALLED_BY_LIBDISPATCH()) return pt_original()->sleep(seconds);
  sleep_for(seconds * PT_SECOND);
  return 0;
}

// libdispatch's idle threads wait so, with a deadline that they computed from the calendar clock.
int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline) {
  if (!is_valid(deadline) || !pt_reads_phone_time()) return pt_original()->sem_timedwait(semaphore, deadline);
  struct timespec now;
  pt_original()->clock_gettime(CLOCK_REALTIME, &now);
  int64_t rest = nanoseconds_of(deadline) - (atomic_load(&pt_clock) + pt_wall_at_zero);
  int64_t real = nanoseconds_of(&now) + (rest > 0 ? rest : 0);
  struct timespec translated = {real / PT_SECOND, real % PT_SECOND};
  return pt_original()->sem_timedwait(semaphore, &translated);
}

// Condition variables. A thread that waits in phone time is in our own list; the C library's variable only has the
// waiters that came before the start of the clock, or that live in the machine's time.

static int wait_for_condition(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t deadline) {
  struct pt_shard *shard = pt_shard_of(condition);
  struct pt_waiter waiter;
  pt_waiter_prepare(&waiter, condition);
  pthread_mutex_lock(&shard->lock);
  atomic_fetch_add(&pt_waiting_count, 1);
  pt_shard_append(shard, &waiter);
  pthread_mutex_unlock(&shard->lock);
  int error = pthread_mutex_unlock(mutex);
  bool woken = error == 0 && pt_waiter_wait(&waiter, deadline);
  pthread_mutex_lock(&shard->lock);
  pt_shard_remove(shard, &waiter);
  atomic_fetch_sub(&pt_waiting_count, 1);
  pthread_mutex_unlock(&shard->lock);
  if (error) return error;
  error = pthread_mutex_lock(mutex);
  return error ? error : woken ? 0 : ETIMEDOUT;
}

static int64_t moment(clockid_t clock, const struct timespec *time) {
  return nanoseconds_of(time) - (clock == CLOCK_MONOTONIC ? PT_UPTIME_AT_ZERO : pt_wall_at_zero);
}

int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex) {
  if (!pt_waits_in_phone_time()) return pt_original()->cond_wait(condition, mutex);
  return wait_for_condition(condition, mutex, PT_FOREVER);
}

int pthread_cond_timedwait(
  pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict deadline)
{
  if (!is_valid(deadline) || !pt_waits_in_phone_time())
    return pt_original()->cond_timedwait(condition, mutex, deadline);
  // The C library keeps the clock that the variable was made for in this bit.
  clockid_t clock = condition->__data.__wrefs & 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  return wait_for_condition(condition, mutex, moment(clock, deadline));
}

int pthread_cond_clockwait(
  pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, clockid_t clock,
  const struct timespec *restrict deadline)
{
  if (!is_valid(deadline) || !pt_waits_in_phone_time())
    return pt_original()->cond_clockwait(condition, mutex, clock, deadline);
  return wait_for_condition(condition, mutex, moment(clock, deadline));
}

static bool wake(pthread_cond_t *condition, bool all) {
  if (atomic_load(&pt_waiting_count) == 0) return false;
  struct pt_shard *shard = pt_shard_of(condition);
  bool woken = false;
  pthread_mutex_lock(&shard->lock);
  for (struct pt_waiter *waiter; (all || !woken) && (waiter = pt_shard_first(shard, condition));)
    woken |= pt_waiter_wake(waiter);
  pthread_mutex_unlock(&shard->lock);
  return woken;
}

int pthread_cond_signal(pthread_cond_t *condition) {
  return wake(condition, false) ? 0 : pt_original()->cond_signal(condition);
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  wake(condition, true);
  return pt_original()->cond_broadcast(condition);
}

#endif
