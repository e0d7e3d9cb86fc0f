// Declared for GNU sources only, which is why Swift does not see it.
#define _GNU_SOURCE
#include "CFileHoles.h"

#ifdef __linux__
#include <fcntl.h>

int diptych_punch_hole(int file, long length) {
  return fallocate(file, FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE, 0, length);
}
#else
int diptych_punch_hole(int file, long length) { return -1; }
#endif
