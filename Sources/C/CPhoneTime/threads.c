// Threads that somebody other than libdispatch makes. They are part of the count from their first moment to their end,
// except while they wait.

#include "internal.h"

#ifdef __linux__

struct start {
  void *(*body)(void *);
  void *context;
  bool has_share;
};

static void *begin(void *context) {
  struct start start = *(struct start *)context;
  free(context);
  struct pt_thread *thread = pt_this_thread();
  thread->is_made_by_hand = true;
  if (start.has_share) {
    thread->held = PT_ONE_QUEUE;
    pt_thread_ends_with_share();
  }
  return start.body(start.context);
}

int pthread_create(
  pthread_t *restrict result, const pthread_attr_t *restrict attributes, void *(*body)(void *), void *restrict context)
{
  if (PT_CALLED_BY_LIBDISPATCH()) return pt_original()->pthread_create(result, attributes, body, context);
  struct start *start = malloc(sizeof *start);
  if (!start) return EAGAIN;
  *start = (struct start){body, context, pt_reads_phone_time()};
  bool has_share = start->has_share;
  if (has_share) pt_work_change(PT_ONE_QUEUE);
  int error = pt_original()->pthread_create(result, attributes, begin, start);
  if (error) {
    free(start);
    if (has_share) pt_work_change(-PT_ONE_QUEUE);
  }
  return error;
}

#endif
