#ifndef GRAIN_H
#define GRAIN_H
#include <math.h>
#include <stdint.h>

// Noise of a sensor: the same for the same seed and pixel.

static inline uint32_t scrambled(uint32_t v) {
  v ^= v >> 16;
  v *= 0x7feb352dU;
  v ^= v >> 15;
  v *= 0x846ca68bU;
  return v ^ v >> 16;
}

// Nearly normal, deviation 1: the sum of four bytes.
static inline float normal(uint32_t v) {
  int sum = (int)(v & 255) + (int)(v >> 8 & 255) + (int)(v >> 16 & 255) + (int)(v >> 24);
  return (float)(sum - 510) / 147.8f;
}

/// Of one pixel's light. `noise`: deviation in middle grey.
static inline void add_grain(float out[3], float noise, uint32_t seed, int32_t x, int32_t y) {
  uint32_t hash = scrambled(seed ^ scrambled((uint32_t)y * 65537U + (uint32_t)x));
  for (int c = 0; c < 3; c++) {
    // Light comes in grains: the deviation grows with its root; the circuits add a little of their own.
    float grain = sqrtf((out[c] > 0 ? out[c] : 0) / 0.18f + 0.05f);
    out[c] += noise * grain * normal(hash = scrambled(hash + 0x9e3779b9U));
  }
}
#endif
