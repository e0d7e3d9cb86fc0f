#include <stdlib.h>
#include <string.h>

#include "CWorldRenderer.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

void *duo_allocate(size_t bytes) {
  const size_t page = 2 << 20;
  size_t alignment = bytes >= 2 * page ? page : 64;
  size_t whole = (bytes + alignment - 1) / alignment * alignment;
  void *memory = aligned_alloc(alignment, whole ? whole : alignment);
  if (!memory) abort();
#ifdef __linux__
  // A hint: without large pages the pictures are the same, only later.
  if (alignment == page) madvise(memory, whole, MADV_HUGEPAGE);
#endif
  memset(memory, 0, whole ? whole : alignment);
  return memory;
}

void duo_release(void *memory) { free(memory); }
