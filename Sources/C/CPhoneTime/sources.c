// Dispatch sources that the app feeds: timers and the data types. Each becomes a source of the adding type that is merged
// once for each call of its handler, while its data is kept here. So every call of a handler is in the count, and timers
// are fed by the agenda.

#include "internal.h"

#ifdef __linux__

enum kind { TIMER, ADD, OR, REPLACE };

struct handler {
  pt_block block;
  pt_function function;
};

struct source {
  pt_object object;
  enum kind kind;
  uint64_t share;
  // What was merged since the last call of the handler, and what that call reads.
  uint64_t pending, latched;
  // libdispatch was told that there is data, and will call.
  bool will_call, will_call_cancel;
  // That call has its share in the count.
  bool is_counted;
  bool is_active, is_cancelled, is_gone;
  int suspensions, references;
  struct handler event, cancel;
  void *context;
  pt_function finalizer;
  uint64_t entry;
  int64_t due, interval;
  struct source *next;
};

#define BUCKETS 128
static struct source *buckets[BUCKETS];
static pthread_mutex_t sources_lock = PTHREAD_MUTEX_INITIALIZER;
// All sources of libdispatch begin with the same word, by which other objects are told apart cheaply.
static void *_Atomic source_mark;

static struct source **bucket_of(pt_object object) { return &buckets[((uintptr_t)object >> 4) % BUCKETS]; }

// Locks and finds; the lock is only held when something was found.
static struct source *lock_source(pt_object object) {
  void *mark = atomic_load_explicit(&source_mark, memory_order_acquire);
  if (!mark || !object || *(void **)object != mark) return NULL;
  pthread_mutex_lock(&sources_lock);
  struct source *source = *bucket_of(object);
  while (source && source->object != object) source = source->next;
  if (!source) pthread_mutex_unlock(&sources_lock);
  return source;
}

static void unlock(void) { pthread_mutex_unlock(&sources_lock); }

// Brings the count in line with what libdispatch will call.
static void recount(struct source *source) {
  bool will_call = (source->will_call && !source->is_cancelled) || source->will_call_cancel;
  bool should = will_call && source->is_active && source->suspensions == 0 && !source->is_gone;
  if (should == source->is_counted) return;
  source->is_counted = should;
  pt_work_change(should ? source->share : -source->share);
}

static void merge_once(struct source *source) {
  if (source->will_call || source->is_cancelled || source->is_gone) return;
  source->will_call = true;
  recount(source);
  pt_original()->source_merge_data(source->object, 1);
}

static void merge_held_back(void *object) {
  struct source *source = lock_source(object);
  if (source) {
    merge_once(source);
    unlock();
  }
  pt_original()->release(object);
}

static void ask_for_call(struct source *source) {
  if (!pt_fixed_order || pt_this_thread()->is_conductor) return merge_once(source);
  pt_original()->retain(source->object);
  pt_hold_back_action(source->object, merge_held_back);
}

// Calls of the handlers.

static void take_share(struct source *source) {
  if (source->is_counted) source->is_counted = false;
  else atomic_fetch_add(&pt_work, source->share);
}

static void call(struct handler handler, void *context, uint64_t share) {
  struct pt_thread *thread = pt_this_thread();
  thread->held += share;
  if (handler.block) {
    ((struct pt_block_layout *)handler.block)->invoke(handler.block);
    pt_original()->block_release(handler.block);
  } else if (handler.function) {
    handler.function(context);
  }
  thread->held -= share;
  pt_work_change(-share);
}

static void on_event(void *argument) {
  struct source *source = argument;
  pthread_mutex_lock(&sources_lock);
  source->will_call = false;
  take_share(source);
  recount(source);
  source->latched = source->pending;
  source->pending = 0;
  struct handler handler = source->event;
  // A timer that was set anew has nothing to report.
  if (source->kind == TIMER && source->latched == 0) handler = (struct handler){NULL, NULL};
  if (handler.block) handler.block = pt_original()->block_copy(handler.block);
  void *context = source->context;
  uint64_t share = source->share;
  unlock();
  call(handler, context, share);
}

static void on_cancel(void *argument) {
  struct source *source = argument;
  pthread_mutex_lock(&sources_lock);
  source->will_call_cancel = false;
  take_share(source);
  struct handler handler = source->cancel;
  pt_block event = source->event.block;
  source->cancel = source->event = (struct handler){NULL, NULL};
  void *context = source->context;
  uint64_t share = source->share;
  unlock();
  if (event) pt_original()->block_release(event);
  call(handler, context, share);
}

// The last reference is gone.

static void disarm(struct source *source) {
  if (source->entry) pt_agenda_cancel(source->entry);
  source->entry = 0;
}

static void free_source(void *source) { free(source); }

static void on_finalize(void *argument) {
  struct source *source = argument;
  if (source->event.block) pt_original()->block_release(source->event.block);
  if (source->cancel.block) pt_original()->block_release(source->cancel.block);
  if (source->finalizer && source->context) source->finalizer(source->context);
  // The conductor may be in the middle of fire(), so it is the one who frees.
  pt_agenda_add(0, false, free_source, source);
}

// Timers.

static void fire(void *argument);

static void arm(struct source *source) {
  if (source->due != PT_FOREVER) source->entry = pt_agenda_add(source->due, false, fire, source);
}

static void fire(void *argument) {
  struct source *source = argument;
  pthread_mutex_lock(&sources_lock);
  if (!source->is_gone && !source->is_cancelled && source->entry) {
    source->pending++;
    source->entry = 0;
    bool repeats = source->interval < PT_FOREVER - source->due;
    source->due = repeats ? source->due + source->interval : PT_FOREVER;
    arm(source);
    ask_for_call(source);
  }
  unlock();
}

static void activate(struct source *source) {
  if (source->is_active) return;
  source->is_active = true;
  if (source->kind == TIMER && !source->is_cancelled) arm(source);
}

// The functions.

pt_object dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, pt_object queue) {
  const struct pt_originals *o = pt_original();
  bool is_ours = type == o->type_timer || type == o->type_add || type == o->type_or || type == o->type_replace;
  if (!is_ours || !pt_reads_phone_time() || PT_CALLED_BY_LIBDISPATCH())
    return o->source_create(type, handle, mask, queue);
  pt_object object = o->source_create(o->type_add, 0, 0, queue);
  struct source *source = calloc(1, sizeof *source);
  if (!object || !source) pt_die("no memory for a dispatch source");
  source->object = object;
  source->kind = type == o->type_timer ? TIMER : type == o->type_add ? ADD : type == o->type_or ? OR : REPLACE;
  source->share = queue == o->main_queue ? PT_ONE_MAIN : PT_ONE_QUEUE;
  source->due = source->interval = PT_FOREVER;
  source->references = 1;
  o->set_context(object, source);
  o->set_finalizer_f(object, on_finalize);
  o->source_set_event_handler_f(object, on_event);
  o->source_set_cancel_handler_f(object, on_cancel);
  pthread_mutex_lock(&sources_lock);
  source->next = *bucket_of(object);
  *bucket_of(object) = source;
  unlock();
  atomic_store_explicit(&source_mark, *(void **)object, memory_order_release);
  return object;
}

void dispatch_source_set_timer(pt_object object, pt_dispatch_time start, uint64_t interval, uint64_t leeway) {
  struct source *source = lock_source(object);
  if (!source) return pt_original()->source_set_timer(object, start, interval, leeway);
  disarm(source);
  source->pending = 0;
  source->due = start == ~0ull ? PT_FOREVER : pt_phone_time(start);
  // Shorter intervals than this would let time stand still.
  source->interval = interval >= (uint64_t)PT_FOREVER ? PT_FOREVER : interval < 1000 ? 1000 : (int64_t)interval;
  if (source->is_active && !source->is_cancelled) arm(source);
  unlock();
}

// Unlocks.
static void set_handler(struct handler *place, struct handler handler) {
  pt_block before = place->block;
  *place = handler;
  unlock();
  if (before) pt_original()->block_release(before);
}

void dispatch_source_set_event_handler(pt_object object, pt_block block) {
  struct source *source = lock_source(object);
  if (!source) return pt_original()->source_set_event_handler(object, block);
  set_handler(&source->event, (struct handler){block ? pt_original()->block_copy(block) : NULL, NULL});
}

void dispatch_source_set_event_handler_f(pt_object object, pt_function function) {
  struct source *source = lock_source(object);
  if (!source) return pt_original()->source_set_event_handler_f(object, function);
  set_handler(&source->event, (struct handler){NULL, function});
}

void dispatch_source_set_cancel_handler(pt_object object, pt_block block) {
  struct source *source = lock_source(object);
  if (!source) return pt_original()->source_set_cancel_handler(object, block);
  set_handler(&source->cancel, (struct handler){block ? pt_original()->block_copy(block) : NULL, NULL});
}

void dispatch_source_set_cancel_handler_f(pt_object object, pt_function function) {
  struct source *source = lock_source(object);
  if (!source) return pt_original()->source_set_cancel_handler_f(object, function);
  set_handler(&source->cancel, (struct handler){NULL, function});
}

void dispatch_source_cancel(pt_object object) {
  struct source *source = lock_source(object);
  if (source) {
    if (!source->is_cancelled) {
      source->is_cancelled = source->will_call_cancel = true;
      disarm(source);
      recount(source);
    }
    unlock();
  }
  pt_original()->source_cancel(object);
}

void dispatch_source_merge_data(pt_object object, uintptr_t value) {
  struct source *source = lock_source(object);
  if (!source) return pt_original()->source_merge_data(object, value);
  switch (source->kind) {
    case TIMER: break;
    case ADD: source->pending += value; break;
    case OR: source->pending |= value; break;
    case REPLACE: source->pending = value; break;
  }
  if (source->pending != 0) ask_for_call(source);
  unlock();
}

uintptr_t dispatch_source_get_data(pt_object object) {
  struct source *source = lock_source(object);
  if (!source) return pt_original()->source_get_data(object);
  uintptr_t data = source->latched;
  unlock();
  return data;
}

void dispatch_set_context(pt_object object, void *context) {
  struct source *source = lock_source(object);
  if (!source) return pt_original()->set_context(object, context);
  source->context = context;
  unlock();
}

void *dispatch_get_context(pt_object object) {
  struct source *source = lock_source(object);
  if (!source) return pt_original()->get_context(object);
  void *context = source->context;
  unlock();
  return context;
}

void dispatch_set_finalizer_f(pt_object object, pt_function finalizer) {
  struct source *source = lock_source(object);
  if (!source) return pt_original()->set_finalizer_f(object, finalizer);
  source->finalizer = finalizer;
  unlock();
}

void dispatch_retain(pt_object object) {
  struct source *source = lock_source(object);
  if (source) {
    source->references++;
    unlock();
  }
  pt_original()->retain(object);
}

void dispatch_release(pt_object object) {
  struct source *source = lock_source(object);
  if (source) {
    // As in libdispatch, a source that nobody holds any more ends without its cancel handler.
    if (--source->references == 0) {
      struct source **link = bucket_of(object);
      while (*link != source) link = &(*link)->next;
      *link = source->next;
      if (!source->is_cancelled) {
        source->is_gone = true;
        disarm(source);
        recount(source);
      }
    }
    unlock();
  }
  pt_original()->release(object);
}

void dispatch_suspend(pt_object object) {
  pt_original()->suspend(object);
  struct source *source = lock_source(object);
  if (!source) return;
  source->suspensions++;
  recount(source);
  unlock();
}

void dispatch_resume(pt_object object) {
  struct source *source = lock_source(object);
  if (source) {
    // The first call for a new source activates it.
    if (source->is_active && source->suspensions > 0) source->suspensions--;
    else activate(source);
    recount(source);
    unlock();
  }
  pt_original()->resume(object);
}

void dispatch_activate(pt_object object) {
  struct source *source = lock_source(object);
  if (source) {
    activate(source);
    recount(source);
    unlock();
  }
  pt_original()->activate(object);
}

#endif
