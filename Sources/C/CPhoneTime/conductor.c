// The conductor: the thread that moves the clock.
//
// It goes through the agenda up to a limit: the earliest stop that somebody waits for, or none. Before each step it
// makes sure that nothing runs (quiet.c).

#include "internal.h"

#ifdef __linux__

// How long threads may seem to work without anything happening before all threads are looked at one by one.
#define PATIENCE 2000000ll
#define SPINS 200

struct stop {
  int64_t time;
  bool when_dry;
  phone_time_stop_action action;
  void *context;
  struct stop *next;
};

static pthread_mutex_t conductor_lock = PTHREAD_MUTEX_INITIALIZER;
// Sorted by time, and for one time by age.
static struct stop *stops;
static bool unlimited;
static phone_time_action rest_action;
static void *rest_context;

// Counts the reasons to look again; the conductor sleeps on it.
static _Atomic uint32_t ticket;
static _Atomic bool is_waiting, is_resting;
static _Atomic int machine_time_holds;
static _Atomic uint64_t step_count, fallback_count;

// The picture for which the slow look last found every thread asleep.
static _Atomic uint64_t parked_work;
static uint32_t parked_sequence;
static bool has_parked;

bool pt_looks_quiet(uint64_t work) {
  return work == atomic_load_explicit(&parked_work, memory_order_relaxed)
    || (PT_QUEUE_PART(work) == 0 && (PT_MAIN_PART(work) == 0 || PT_BLOCKED_PART(work) == 1));
}

void pt_poke_conductor(void) {
  atomic_fetch_add(&ticket, 1);
  if (atomic_load(&is_waiting)) {
    int error = errno;
    pt_futex_wake(&ticket, 1);
    errno = error;
  }
}

void pt_poke_resting_conductor(void) {
  if (atomic_load(&is_resting)) pt_poke_conductor();
}

struct aim {
  // How far the conductor may move the clock.
  int64_t limit;
  bool has_stop, has_dry_stop;
};

static struct aim current_aim(void) {
  struct aim aim = {atomic_load(&pt_clock), false, false};
  pthread_mutex_lock(&conductor_lock);
  if (unlimited) aim.limit = PT_FOREVER - 1;
  if (stops) {
    aim.has_stop = true;
    aim.limit = stops->time;
    for (struct stop *stop = stops; stop; stop = stop->next) aim.has_dry_stop |= stop->when_dry;
  }
  pthread_mutex_unlock(&conductor_lock);
  return aim;
}

static bool wants_something(const struct aim *aim) {
  return aim->has_stop || pt_has_held_items() || pt_agenda_first() <= aim->limit;
}

// Takes out the first stop, or the first one that ends when the agenda is empty.
static struct stop *take_stop(bool only_when_dry) {
  pthread_mutex_lock(&conductor_lock);
  struct stop **link = &stops;
  while (*link && only_when_dry && !(*link)->when_dry) link = &(*link)->next;
  struct stop *stop = *link;
  if (stop) *link = stop->next;
  pthread_mutex_unlock(&conductor_lock);
  return stop;
}

static void reach(struct stop *stop, bool ran_dry) {
  if (!stop) return;
  if (!ran_dry && stop->time > atomic_load(&pt_clock)) atomic_store(&pt_clock, stop->time);
  stop->action(stop->context, ran_dry);
  free(stop);
}

// One step, when nothing runs.
static void step(const struct aim *aim) {
  atomic_fetch_add_explicit(&step_count, 1, memory_order_relaxed);
  if (pt_release_held_item()) return;
  if (pt_agenda_run_first(aim->limit)) return;
  if (pt_agenda_first() == PT_FOREVER && aim->has_dry_stop) reach(take_stop(true), true);
  else if (aim->has_stop) reach(take_stop(false), false);
}

static void report_rest(void) {
  pthread_mutex_lock(&conductor_lock);
  phone_time_action action = rest_action;
  void *context = rest_context;
  pthread_mutex_unlock(&conductor_lock);
  if (action) action(context);
}

static int wait_for_poke(uint32_t seen, int64_t nanoseconds) {
  atomic_store(&is_waiting, true);
  int result = pt_futex_wait(&ticket, seen, nanoseconds);
  atomic_store(&is_waiting, false);
  return result;
}

static bool spin_until_quiet(void) {
  for (int i = 0; i < SPINS; i++) {
    if (pt_is_quiet()) return true;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  return false;
}

static bool is_parked_picture(uint64_t work, uint32_t sequence) {
  return has_parked && work == atomic_load(&parked_work) && sequence == parked_sequence;
}

// Waits until nothing runs. False when something happened that is worth a new look at the aim.
static bool wait_until_quiet(uint32_t seen) {
  if (spin_until_quiet()) return true;
  uint64_t work = atomic_load(&pt_work);
  uint32_t sequence = pt_main_sequence();
  if (!is_parked_picture(work, sequence)) {
    if (wait_for_poke(seen, PATIENCE) != ETIMEDOUT) return false;
    work = atomic_load(&pt_work);
    sequence = pt_main_sequence();
    if (pt_is_quiet()) return true;
  }
  if (pt_all_threads_sleep() && atomic_load(&pt_work) == work && pt_main_sequence() == sequence) {
    // A thread that was late may have done its part and come to rest between the two looks, in a way that the quick one
    // sees: then nobody is parked.
    if (pt_is_quiet()) return true;
    has_parked = true;
    atomic_store(&parked_work, work);
    parked_sequence = sequence;
    atomic_fetch_add_explicit(&fallback_count, 1, memory_order_relaxed);
    return true;
  }
  // Somebody runs after all: give way.
  wait_for_poke(seen, PATIENCE / 10);
  return false;
}

static void *conduct(void *unused) {
  (void)unused;
  pt_this_thread()->is_conductor = true;
  bool has_reported_rest = true;
  for (;;) {
    uint32_t seen = atomic_load(&ticket);
    struct aim aim = current_aim();
    if (!wants_something(&aim) || atomic_load(&machine_time_holds) > 0) {
      // Whoever adds something after this store pokes; what was added before is seen by the second look.
      atomic_store(&is_resting, true);
      aim = current_aim();
      if (atomic_load(&machine_time_holds) > 0) {
        wait_for_poke(seen, PT_FOREVER);
      } else if (!wants_something(&aim)) {
        if (has_reported_rest) {
          wait_for_poke(seen, PT_FOREVER);
        } else if (wait_until_quiet(seen)) {
          has_reported_rest = true;
          report_rest();
        }
      }
      atomic_store(&is_resting, false);
      continue;
    }
    has_reported_rest = false;
    if (!wait_until_quiet(seen)) continue;
    // A thread that entered the machine's time in between was running, so this look is not too early.
    if (atomic_load(&machine_time_holds) > 0) continue;
    // The picture is quiet now, so an entry that is in the agenda by now is the right next one.
    aim = current_aim();
    if (wants_something(&aim)) step(&aim);
  }
  return NULL;
}

void pt_start_conductor(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // No signal of the app's is delivered here.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int error = pt_original()->pthread_create(&thread, &attributes, conduct, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (error) pt_die("the conductor's thread can't be made");
  pthread_setname_np(thread, "phone-time");
}

void phone_time_run_until(int64_t time, bool stop_when_dry, phone_time_stop_action action, void *context) {
  struct stop *stop = malloc(sizeof *stop);
  if (!stop) pt_die("no memory for a stop");
  *stop = (struct stop){time, stop_when_dry, action, context, NULL};
  pthread_mutex_lock(&conductor_lock);
  struct stop **link = &stops;
  while (*link && (*link)->time <= time) link = &(*link)->next;
  stop->next = *link;
  *link = stop;
  pthread_mutex_unlock(&conductor_lock);
  pt_poke_conductor();
}

void phone_time_run_unlimited(bool value) {
  pthread_mutex_lock(&conductor_lock);
  unlimited = value;
  pthread_mutex_unlock(&conductor_lock);
  pt_poke_conductor();
}

void phone_time_on_rest(phone_time_action action, void *context) {
  pthread_mutex_lock(&conductor_lock);
  rest_action = action;
  rest_context = context;
  pthread_mutex_unlock(&conductor_lock);
}

void phone_time_enter_machine_time(void) {
  struct pt_thread *thread = pt_this_thread();
  if (thread->machine_time_depth++ == 0) atomic_fetch_add(&machine_time_holds, 1);
}

void phone_time_leave_machine_time(void) {
  struct pt_thread *thread = pt_this_thread();
  if (--thread->machine_time_depth > 0) return;
  atomic_fetch_sub(&machine_time_holds, 1);
  pt_poke_conductor();
}

void phone_time_exempt_thread(void) {
  struct pt_thread *thread = pt_this_thread();
  if (thread->is_exempt) return;
  // The main thread and the threads of queues do other people's work as well.
  if (!thread->is_made_by_hand) pt_die("only a thread of one's own can leave phone time");
  uint64_t held = thread->held;
  thread->held = 0;
  thread->is_exempt = true;
  thread->machine_time_depth++;
  pt_remember_exempt_thread();
  if (held) pt_work_change(-held);
}

uint64_t phone_time_step_count(void) { return atomic_load(&step_count); }

uint64_t phone_time_fallback_count(void) { return atomic_load(&fallback_count); }

#endif
