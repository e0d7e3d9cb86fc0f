#include <math.h>

#include "CWorldRenderer.h"

static uint32_t mixed(uint32_t a, uint32_t b) {
  uint32_t h = a * 0x9e3779b1u ^ (b + 0x7f4a7c15u) * 0x85ebca6bu;
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  h ^= h >> 12;
  h *= 0x297a2d39u;
  return h ^ h >> 15;
}

/// Between 0 and 1, the same for the same two numbers.
static double chance(uint32_t a, uint32_t b) { return (double)(mixed(a, b) & 0xffffff) / 0xffffff; }

/// Smooth noise on a lattice of `nx` x `ny` cells that repeats; x and y in cells.
static double noise(double x, double y, uint32_t nx, uint32_t ny, uint32_t seed) {
  double fx = floor(x), fy = floor(y);
  double a = x - fx, b = y - fy;
  a = a * a * (3 - 2 * a);
  b = b * b * (3 - 2 * b);
  uint32_t x0 = (uint32_t)((int64_t)fx % nx), x1 = (x0 + 1) % nx, y0 = (uint32_t)((int64_t)fy % ny), y1 = (y0 + 1) % ny;
  double p = chance(x0 + seed, y0), q = chance(x1 + seed, y0), r = chance(x0 + seed, y1), s = chance(x1 + seed, y1);
  return (p * (1 - a) + q * a) * (1 - b) + (r * (1 - a) + s * a) * b;
}

static void put(uint8_t *p, double b, double g, double r) {
  const double v[3] = {b, g, r};
  for (int i = 0; i < 3; i++) p[i] = (uint8_t)(v[i] < 0 ? 0 : (v[i] > 255 ? 255 : v[i] + 0.5));
  p[3] = 255;
}

void duo_texture_boards(uint8_t *pixels, int32_t size) {
  const int32_t boards = 8;
  for (int32_t y = 0; y < size; y++) {
    for (int32_t x = 0; x < size; x++) {
      double u = (double)x / size, v = (double)y / size;
      uint32_t board = (uint32_t)(x * boards / size);
      double across = u * boards - board, start = chance(board, 7);
      double along = v + start;
      along -= floor(along);
      uint32_t half = along < 0.5 ? 0 : 1;
      double end = fabs(along < 0.25 ? along : (along < 0.75 ? along - 0.5 : along - 1));
      double shade = 0.86 + 0.2 * chance(board * 2 + half, 3);
      shade *= 0.93 + 0.14 * noise(u * 96, v * 6, 96, 6, 100) * (0.5 + noise(u * 8, v * 3, 8, 3, 900));
      shade *= 0.985 + 0.03 * chance((uint32_t)x, (uint32_t)y);
      double edge = fmin(across, 1 - across) * size / boards;
      if (edge < 1.6) shade *= 0.62 + 0.2 * edge;
      if (end * size < 1.4) shade *= 0.72;
      put(pixels + 4 * ((size_t)y * (size_t)size + (size_t)x), 108 * shade, 156 * shade, 201 * shade);
    }
  }
}

void duo_texture_weave(uint8_t *pixels, int32_t size) {
  for (int32_t y = 0; y < size; y++) {
    for (int32_t x = 0; x < size; x++) {
      double u = (double)x / size, v = (double)y / size;
      double thread = 0.9 + 0.06 * sin(u * 3.14159265 * 128) * sin(v * 3.14159265 * 128);
      double shade = thread + 0.08 * noise(u * 24, v * 24, 24, 24, 5);
      put(pixels + 4 * ((size_t)y * (size_t)size + (size_t)x), 255 * shade, 255 * shade, 255 * shade);
    }
  }
}

void duo_texture_landscape(uint8_t *pixels, int32_t size) {
  for (int32_t y = 0; y < size; y++) {
    for (int32_t x = 0; x < size; x++) {
      double u = (double)x / size, v = (double)y / size;
      double far = 0.58 - 0.07 * sin(u * 5.2 + 0.6) - 0.03 * sin(u * 13 + 2);
      double close = 0.74 - 0.06 * sin(u * 3.7 + 2.4) - 0.015 * sin(u * 17);
      double cloud = noise(u * 5, v * 9, 64, 64, 31) * 0.65 + noise(u * 11, v * 19, 64, 64, 77) * 0.35;
      cloud = fmin(fmax((cloud - 0.52) * 5, 0), 1) * fmin(1, fmax(0, (0.6 - v) * 3));
      double b, g, r;
      if (v < far) {
        b = 250 - 10 * v;
        g = 205 + 60 * v;
        r = 150 + 130 * v;
        b += (252 - b) * cloud;
        g += (252 - g) * cloud;
        r += (252 - r) * cloud;
      } else if (v < close) {
        b = 150;
        g = 168;
        r = 128;
      } else {
        double leaf = noise(u * 60, v * 60, 64, 64, 11);
        b = 70 + 24 * leaf;
        g = 138 + 40 * leaf;
        r = 88 + 30 * leaf;
      }
      put(pixels + 4 * ((size_t)y * (size_t)size + (size_t)x), b, g, r);
    }
  }
}
