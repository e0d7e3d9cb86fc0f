// The agenda: a heap ordered by time and, for one instant, by age. Entries live in slots that are used again, so the
// agenda is as large as the greatest number of entries that were in it at once.

#include "internal.h"

#ifdef __linux__

struct slot {
  int64_t time;
  uint64_t order;
  phone_time_action action;
  void *context;
  // Counts the uses of this slot; together with its number it names an entry.
  uint32_t generation;
  // Place in the heap, or the next free slot.
  uint32_t place;
  bool used, locked;
};

#define NO_SLOT UINT32_MAX

static pthread_mutex_t agenda_lock = PTHREAD_MUTEX_INITIALIZER;
static struct slot *slots;
static uint32_t *heap;
static uint32_t slot_count, slot_capacity, heap_count, free_slot = NO_SLOT;
static uint64_t next_order;
static _Atomic int64_t first_time = PT_FOREVER;

static bool comes_before(uint32_t a, uint32_t b) {
  const struct slot *x = &slots[a], *y = &slots[b];
  return x->time != y->time ? x->time < y->time : x->order < y->order;
}

static void put(uint32_t place, uint32_t slot) {
  heap[place] = slot;
  slots[slot].place = place;
}

static void sift_up(uint32_t place) {
  uint32_t slot = heap[place];
  while (place > 0) {
    uint32_t parent = (place - 1) / 2;
    if (!comes_before(slot, heap[parent])) break;
    put(place, heap[parent]);
    place = parent;
  }
  put(place, slot);
}

static void sift_down(uint32_t place) {
  uint32_t slot = heap[place];
  for (;;) {
    uint32_t child = 2 * place + 1;
    if (child >= heap_count) break;
    if (child + 1 < heap_count && comes_before(heap[child + 1], heap[child])) child++;
    if (!comes_before(heap[child], slot)) break;
    put(place, heap[child]);
    place = child;
  }
  put(place, slot);
}

static void remember_first(void) {
  atomic_store_explicit(&first_time, heap_count ? slots[heap[0]].time : PT_FOREVER, memory_order_release);
}

static uint32_t take_slot(void) {
  if (free_slot != NO_SLOT) {
    uint32_t slot = free_slot;
    free_slot = slots[slot].place;
    return slot;
  }
  if (slot_count == slot_capacity) {
    slot_capacity = slot_capacity ? slot_capacity * 2 : 64;
    slots = realloc(slots, slot_capacity * sizeof *slots);
    heap = realloc(heap, slot_capacity * sizeof *heap);
    if (!slots || !heap) pt_die("no memory for the agenda");
  }
  slots[slot_count].generation = 0;
  return slot_count++;
}

static void take_out(uint32_t slot) {
  uint32_t place = slots[slot].place, last = heap[--heap_count];
  if (last != slot) {
    put(place, last);
    sift_up(place);
    sift_down(slots[last].place);
  }
  slots[slot].used = false;
  slots[slot].generation++;
  slots[slot].place = free_slot;
  free_slot = slot;
  remember_first();
}

uint64_t pt_agenda_add(int64_t time, bool locked, phone_time_action action, void *context) {
  pthread_mutex_lock(&agenda_lock);
  int64_t now = atomic_load(&pt_clock);
  uint32_t number = take_slot();
  struct slot *slot = &slots[number];
  slot->time = time < now ? now : time;
  slot->order = next_order++;
  slot->action = action;
  slot->context = context;
  slot->locked = locked;
  slot->used = true;
  uint64_t entry = (uint64_t)slot->generation << 32 | (number + 1);
  put(heap_count, number);
  sift_up(heap_count++);
  remember_first();
  pthread_mutex_unlock(&agenda_lock);
  pt_poke_resting_conductor();
  return entry;
}

bool pt_agenda_cancel(uint64_t entry) {
  uint32_t number = (uint32_t)entry - 1, generation = (uint32_t)(entry >> 32);
  pthread_mutex_lock(&agenda_lock);
  bool found = number < slot_count && slots[number].used && slots[number].generation == generation;
  if (found) take_out(number);
  pthread_mutex_unlock(&agenda_lock);
  return found;
}

int64_t pt_agenda_first(void) { return atomic_load_explicit(&first_time, memory_order_acquire); }

bool pt_agenda_run_first(int64_t limit) {
  pthread_mutex_lock(&agenda_lock);
  if (heap_count == 0 || slots[heap[0]].time > limit) {
    pthread_mutex_unlock(&agenda_lock);
    return false;
  }
  uint32_t number = heap[0];
  struct slot slot = slots[number];
  take_out(number);
  if (slot.time > atomic_load(&pt_clock)) atomic_store(&pt_clock, slot.time);
  if (slot.locked) slot.action(slot.context);
  pthread_mutex_unlock(&agenda_lock);
  if (!slot.locked) slot.action(slot.context);
  return true;
}

uint64_t phone_time_agenda_count(void) {
  pthread_mutex_lock(&agenda_lock);
  uint64_t count = heap_count;
  pthread_mutex_unlock(&agenda_lock);
  return count;
}

uint64_t phone_time_schedule(int64_t time, phone_time_action action, void *context) {
  return pt_agenda_add(time, false, action, context);
}

bool phone_time_cancel(uint64_t entry) { return pt_agenda_cancel(entry); }

#endif
