#ifndef LANES_H
#define LANES_H
#include <stdint.h>
#include <string.h>

// Eight values at a time. The same source is compiled with and without the vector unit.
#if defined(__clang__)
// How such values are handed to functions does not matter: every function here becomes part of its caller.
#pragma clang diagnostic ignored "-Wpsabi"
#endif
typedef float f8 __attribute__((vector_size(32)));
typedef int32_t i8 __attribute__((vector_size(32)));
typedef uint16_t h8 __attribute__((vector_size(16)));
typedef uint8_t b8 __attribute__((vector_size(8)));

#define INLINE static inline __attribute__((always_inline))
#if defined(__x86_64__)
#define HAS_VECTORS 1
#define FAST __attribute__((target("avx2,fma")))
#else
#define HAS_VECTORS 0
#endif

INLINE f8 all8(float v) { return (f8){v, v, v, v, v, v, v, v}; }
INLINE i8 alli8(int32_t v) { return (i8){v, v, v, v, v, v, v, v}; }
INLINE f8 ramp8(void) { return (f8){0, 1, 2, 3, 4, 5, 6, 7}; }
INLINE i8 rampi8(void) { return (i8){0, 1, 2, 3, 4, 5, 6, 7}; }
INLINE f8 loadf8(const float *p) {
  f8 v;
  memcpy(&v, p, sizeof v);
  return v;
}
INLINE i8 loadi8(const int32_t *p) {
  i8 v;
  memcpy(&v, p, sizeof v);
  return v;
}
INLINE void storef8(float *p, f8 v) { memcpy(p, &v, sizeof v); }
INLINE void storei8(int32_t *p, i8 v) { memcpy(p, &v, sizeof v); }
/// Where `mask` is set a, else b.
INLINE f8 pickf8(i8 mask, f8 a, f8 b) { return (f8)((mask & (i8)a) | (~mask & (i8)b)); }
INLINE i8 picki8(i8 mask, i8 a, i8 b) { return (mask & a) | (~mask & b); }
/// What is no number becomes `low`.
INLINE f8 clampf8(f8 v, float low, float high) {
  v = pickf8(v > all8(low), v, all8(low));
  return pickf8(v < all8(high), v, all8(high));
}
INLINE i8 ints8(f8 v) { return __builtin_convertvector(v, i8); }
INLINE f8 floats8(i8 v) { return __builtin_convertvector(v, f8); }
/// The whole numbers below.
INLINE i8 down8(f8 v) {
  i8 whole = ints8(v);
  return whole + (v < floats8(whole));
}
/// Some lane is set.
INLINE int any8(i8 mask) { return __builtin_reduce_or(mask) != 0; }
/// The first lane that is set, of a mask that has one.
INLINE int32_t first8(i8 mask) {
  int32_t lanes[8], i = 0;
  storei8(lanes, mask);
  while (!lanes[i]) i++;
  return i;
}
#endif
