// Whether anything can still run. The quick look reads the count of work and the descriptors that waiting threads wait
// for; the slow look reads the state of every thread from the kernel.

#include "internal.h"

#ifdef __linux__

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>

// The main thread's poller is always there; others come when a thread first waits for descriptors.
static struct pt_poller main_poller;
static struct pt_poller *other_pollers;
static pthread_mutex_t pollers_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int other_poller_count;

uint32_t pt_main_sequence(void) { return atomic_load(&main_poller.sequence); }

void pt_forget_poller(struct pt_poller *poller) {
  pthread_mutex_lock(&pollers_lock);
  struct pt_poller **link = &other_pollers;
  while (*link && *link != poller) link = &(*link)->next;
  if (*link) {
    *link = poller->next;
    atomic_fetch_sub(&other_poller_count, 1);
  }
  pthread_mutex_unlock(&pollers_lock);
  free(poller);
}

static struct pt_poller *poller_of(struct pt_thread *thread) {
  if (thread->poller) return thread->poller;
  if (thread->is_main) return thread->poller = &main_poller;
  struct pt_poller *poller = calloc(1, sizeof *poller);
  if (!poller) pt_die("no memory for a waiting thread");
  pthread_mutex_lock(&pollers_lock);
  poller->next = other_pollers;
  other_pollers = poller;
  atomic_fetch_add(&other_poller_count, 1);
  pthread_mutex_unlock(&pollers_lock);
  pt_thread_ends_with_share();
  return thread->poller = poller;
}

_Static_assert(sizeof(struct pollfd) == sizeof(uint64_t), "a descriptor that is waited for is one word");

static void remember_polled(struct pt_poller *poller, const struct pollfd *polled, int count) {
  atomic_store_explicit(&poller->count, count, memory_order_release);
  for (int i = 0; i < count; i++) {
    uint64_t word;
    memcpy(&word, &polled[i], sizeof word);
    atomic_store_explicit(&poller->polled[i], word, memory_order_release);
  }
}

static int copy_polled(struct pt_poller *poller, struct pollfd *copy) {
  int count = atomic_load_explicit(&poller->count, memory_order_acquire);
  for (int i = 0; i < count; i++) {
    uint64_t word = atomic_load_explicit(&poller->polled[i], memory_order_acquire);
    memcpy(&copy[i], &word, sizeof word);
  }
  return count;
}

// The thread waits (the poller's sequence is odd), and nothing that it waits for has come.
static bool waits_in_vain(struct pt_poller *poller) {
  uint32_t sequence = poller->seen = atomic_load(&poller->sequence);
  if ((sequence & 1) == 0) return false;
  struct pollfd copy[PT_MAX_POLLED];
  int count = copy_polled(poller, copy);
  if (atomic_load(&poller->sequence) != sequence) return false;
  struct timespec none = {0, 0};
  return pt_original()->ppoll(copy, (nfds_t)count, &none, NULL) == 0;
}

static bool others_wait_in_vain(void) {
  if (atomic_load(&other_poller_count) == 0) return true;
  bool quiet = true;
  pthread_mutex_lock(&pollers_lock);
  for (struct pt_poller *poller = other_pollers; poller && quiet; poller = poller->next) {
    // A thread that doesn't wait here is in the count of work, or waits elsewhere.
    if (!waits_in_vain(poller)) quiet = (poller->seen & 1) == 0;
  }
  pthread_mutex_unlock(&pollers_lock);
  return quiet;
}

static bool others_did_not_move(void) {
  if (atomic_load(&other_poller_count) == 0) return true;
  bool same = true;
  pthread_mutex_lock(&pollers_lock);
  for (struct pt_poller *poller = other_pollers; poller && same; poller = poller->next)
    same = atomic_load(&poller->sequence) == poller->seen;
  pthread_mutex_unlock(&pollers_lock);
  return same;
}

bool pt_is_quiet(void) {
  uint64_t work = atomic_load(&pt_work);
  if (PT_QUEUE_PART(work) != 0) return false;
  bool main_is_blocked = PT_BLOCKED_PART(work) == 1;
  if (!main_is_blocked && (PT_MAIN_PART(work) != 0 || !waits_in_vain(&main_poller))) return false;
  if (!others_wait_in_vain()) return false;
  return atomic_load(&pt_work) == work
    && (main_is_blocked || atomic_load(&main_poller.sequence) == main_poller.seen) && others_did_not_move();
}

// Waiting for descriptors.

static int timeout_descriptor(struct pt_thread *thread) {
  if (thread->timeout_descriptor < 0) {
    thread->timeout_descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pt_thread_ends_with_share();
  }
  return thread->timeout_descriptor;
}

static void end_wait(void *context) {
  // The counter can't overflow: it is read after each wait.
  if (eventfd_write((int)(intptr_t)context, 1) != 0) pt_die("a waiting thread can't be woken");
}

// Waits as the original does, except that the timeout is phone time and that waiting counts as quiet.
static int wait_for_descriptors(
  struct pt_thread *thread, struct pollfd *polled, nfds_t count, int64_t timeout, const sigset_t *mask)
{
  struct pt_poller *poller = poller_of(thread);
  bool is_governed = pt_waits_in_phone_time();
  uint64_t timer = 0;
  struct pollfd extended[PT_MAX_POLLED];
  nfds_t total = count;
  if (count > 0) memcpy(extended, polled, count * sizeof *polled);
  if (is_governed && timeout != PT_FOREVER) {
    int descriptor = timeout_descriptor(thread);
    extended[total++] = (struct pollfd){descriptor, POLLIN, 0};
    timer = pt_agenda_add(atomic_load(&pt_clock) + timeout, true, end_wait, (void *)(intptr_t)descriptor);
  }

  remember_polled(poller, extended, (int)total);
  uint64_t held = is_governed ? thread->held : 0;
  atomic_fetch_add(&poller->sequence, 1);
  if (is_governed) pt_work_change(-held);
  struct timespec real = {timeout / PT_SECOND, timeout % PT_SECOND};
  int result = pt_original()->ppoll(extended, total, is_governed || timeout == PT_FOREVER ? NULL : &real, mask);
  int error = errno;
  // First the share, then the sequence: whoever sees the old sequence afterwards saw the descriptors too.
  if (is_governed && held == 0 && thread->is_made_by_hand) {
    held = thread->held = PT_ONE_QUEUE;
    pt_thread_ends_with_share();
  }
  if (held) atomic_fetch_add(&pt_work, held);
  atomic_fetch_add(&poller->sequence, 1);

  if (timer) {
    pt_agenda_cancel(timer);
    if (result > 0 && extended[count].revents) result--;
    eventfd_t ignored;
    if (eventfd_read(thread->timeout_descriptor, &ignored) != 0 && errno != EAGAIN)
      pt_die("a waiting thread's timer can't be read");
  }
  for (nfds_t i = 0; i < count; i++) polled[i].revents = result < 0 ? polled[i].revents : extended[i].revents;
  errno = error;
  return result;
}

static bool follows(struct pt_thread *thread, nfds_t count, int64_t timeout) {
  if (timeout == 0 || count >= PT_MAX_POLLED || thread->machine_time_depth > 0) return false;
  // The main thread also before the start, since it may be waiting when the clock starts.
  if (thread->is_main) return true;
  return pt_waits_in_phone_time() && (thread->held || thread->is_made_by_hand);
}

int ppoll(struct pollfd *polled, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
  struct pt_thread *thread = pt_this_thread();
  int64_t nanoseconds = timeout ? timeout->tv_sec * PT_SECOND + timeout->tv_nsec : PT_FOREVER;
  if (!follows(thread, count, nanoseconds)) return pt_original()->ppoll(polled, count, timeout, mask);
  return wait_for_descriptors(thread, polled, count, nanoseconds, mask);
}

int poll(struct pollfd *polled, nfds_t count, int timeout) {
  struct pt_thread *thread = pt_this_thread();
  int64_t nanoseconds = timeout < 0 ? PT_FOREVER : timeout * 1000000ll;
  if (!follows(thread, count, nanoseconds)) return pt_original()->poll(polled, count, timeout);
  return wait_for_descriptors(thread, polled, count, nanoseconds, NULL);
}

// The slow look.

#define MAX_THREADS 512
#define MAX_EXEMPT 64

// Thread numbers; 0 is a free place.
static _Atomic int exempt_threads[MAX_EXEMPT];

static bool change_exempt_thread(int before, int after) {
  for (int i = 0; i < MAX_EXEMPT; i++) {
    int expected = before;
    if (atomic_compare_exchange_strong(&exempt_threads[i], &expected, after)) return true;
  }
  return false;
}

void pt_remember_exempt_thread(void) {
  if (!change_exempt_thread(0, (int)syscall(SYS_gettid))) pt_die("more than 64 threads live in the machine's time");
  pt_thread_ends_with_share();
}

// The number may be given to another thread later.
void pt_forget_exempt_thread(void) { change_exempt_thread((int)syscall(SYS_gettid), 0); }

static bool is_exempt(int thread) {
  for (int i = 0; i < MAX_EXEMPT; i++)
    if (atomic_load(&exempt_threads[i]) == thread) return true;
  return false;
}

struct sighting {
  int thread;
  unsigned long switches;
};

static unsigned long number_after(const char *text, const char *name) {
  const char *found = strstr(text, name);
  return found ? strtoul(found + strlen(name), NULL, 10) : 0;
}

// Reads how often a thread was switched; false when it runs or could run.
static bool look_at_thread(int directory, const char *name, unsigned long *switches) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "%s/status", name);
  *switches = 0;
  int file = openat(directory, path, O_RDONLY | O_CLOEXEC);
  // A thread that is gone doesn't run.
  if (file < 0) return true;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return true;
  text[length] = 0;
  const char *state = strstr(text, "\nState:\t");
  if (!state || !strchr("SZX", state[8])) return false;
  *switches = number_after(text, "\nvoluntary_ctxt_switches:\t") + number_after(text, "\nnonvoluntary_ctxt_switches:\t");
  return true;
}

static int look_at_all_threads(struct sighting *sightings) {
  int own = (int)syscall(SYS_gettid), count = 0;
  DIR *directory = opendir("/proc/self/task");
  if (!directory) return -1;
  for (struct dirent *item; (item = readdir(directory));) {
    int thread = atoi(item->d_name);
    if (thread == 0 || thread == own || is_exempt(thread)) continue;
    unsigned long switches;
    if (count == MAX_THREADS || !look_at_thread(dirfd(directory), item->d_name, &switches)) {
      count = -1;
      break;
    }
    sightings[count++] = (struct sighting){thread, switches};
  }
  closedir(directory);
  return count;
}

bool pt_all_threads_sleep(void) {
  struct sighting first[MAX_THREADS], second[MAX_THREADS];
  int count = look_at_all_threads(first);
  if (count < 0 || look_at_all_threads(second) != count) return false;
  for (int i = 0; i < count; i++)
    if (first[i].thread != second[i].thread || first[i].switches != second[i].switches) return false;
  return true;
}

#endif
