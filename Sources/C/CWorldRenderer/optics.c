#include "CWorldRenderer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grain.h"
#include "transfer.h"

// Light is linear: four floats for each pixel, blue, green, red, and the dioptres by which it is out of focus.

enum { STEPS = 4096 };

void duo_light_tables(const double factors[3], uint8_t *tables) {
  for (int c = 0; c < 3; c++)
    for (int i = 0; i < 256; i++) {
      double v = encoded(decoded(i / 255.0) * factors[c]) * 255 + 0.5;
      tables[256 * c + i] = (uint8_t)(v > 255 ? 255 : v);
    }
}

void duo_map_bgra(
  uint8_t *pixels, size_t bytesPerRow, int32_t width, int32_t height, const uint8_t *tables) {
  for (int32_t y = 0; y < height; y++) {
    uint8_t *p = pixels + (size_t)y * bytesPerRow;
    for (int32_t x = 0; x < width; x++, p += 4) {
      p[0] = tables[p[0]];
      p[1] = tables[256 + p[1]];
      p[2] = tables[512 + p[2]];
    }
  }
}

void duo_light_from_bgra(
  const uint8_t *pixels, size_t bytesPerRow, int32_t width, int32_t height, double factor, float *light) {
  float table[256];
  for (int i = 0; i < 256; i++) table[i] = (float)(decoded(i / 255.0) * factor);
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *p = pixels + (size_t)y * bytesPerRow;
    float *q = light + (size_t)y * (size_t)width * 4;
    for (int32_t x = 0; x < width; x++, p += 4, q += 4) {
      q[0] = table[p[0]];
      q[1] = table[p[1]];
      q[2] = table[p[2]];
      q[3] = 0;
    }
  }
}

void duo_light_add_lamp(
  float *light, const float *depth, int32_t width, int32_t height, const duo_camera *camera, double ambient,
  double lamp) {
  for (int32_t y = 0; y < height; y++) {
    for (int32_t x = 0; x < width; x++) {
      size_t at = (size_t)y * (size_t)width + (size_t)x;
      float ray = 0;
      for (int i = 0; i < 3; i++) {
        float d = (float)(camera->d0[i] + (x + 0.5) * camera->dx[i] + (y + 0.5) * camera->dy[i]);
        ray += d * d;
      }
      float z = depth[at] < 0.05f ? 0.05f : depth[at];
      // The way to the point is depth times the ray's length; the angle's cosine is one over that length.
      float factor = (float)ambient + (float)lamp / (z * z * ray * ray * ray);
      for (int i = 0; i < 3; i++) light[4 * at + i] *= factor;
    }
  }
}

static inline double at_edge(const double *sums, size_t step, double edge, int32_t count) {
  if (edge <= 0) return 0;
  if (edge >= count) return sums[(size_t)count * step];
  size_t whole = (size_t)edge;
  return sums[whole * step] + (edge - (double)whole) * (sums[(whole + 1) * step] - sums[whole * step]);
}

// One line of pixels, each averaged over its own reach; `stride` floats between neighbours.
static void blur_line(float *line, int32_t count, size_t stride, double pixelsPerDioptre, double *sums) {
  for (int c = 0; c < 3; c++) sums[c] = 0;
  int blurs = 0;
  for (int32_t i = 0; i < count; i++) {
    const float *p = line + (size_t)i * stride;
    for (int c = 0; c < 3; c++) sums[3 * (i + 1) + c] = sums[3 * i + c] + p[c];
    if (p[3] > 0) blurs = 1;
  }
  if (!blurs) return;
  for (int32_t i = 0; i < count; i++) {
    float *p = line + (size_t)i * stride;
    double reach = p[3] * pixelsPerDioptre / 2;
    if (reach < 0.05) continue;
    double low = i - reach, high = i + 1 + reach;
    double extent = (high > count ? count : high) - (low < 0 ? 0 : low);
    for (int c = 0; c < 3; c++)
      p[c] = (float)((at_edge(sums + c, 3, high, count) - at_edge(sums + c, 3, low, count)) / extent);
  }
}

void duo_light_defocus(
  float *light, const float *depth, int32_t width, int32_t height, double dioptres, double acrossPerDioptre,
  double downPerDioptre) {
  size_t count = (size_t)width * (size_t)height;
  for (size_t i = 0; i < count; i++) {
    float z = depth[i] < 0.01f ? 0.01f : depth[i];
    light[4 * i + 3] = fabsf(1 / z - (float)dioptres);
  }
  int32_t longest = width > height ? width : height;
  double *sums = malloc(((size_t)longest + 1) * 3 * sizeof(double));
  if (!sums) abort();
  for (int32_t y = 0; y < height; y++)
    blur_line(light + (size_t)y * (size_t)width * 4, width, 4, acrossPerDioptre, sums);
  for (int32_t x = 0; x < width; x++)
    blur_line(light + (size_t)x * 4, height, (size_t)width * 4, downPerDioptre, sums);
  free(sums);
}

void duo_light_to_bgra(
  const float *light, int32_t width, int32_t height, const double matrix[9], double noise, uint32_t seed,
  uint8_t *pixels, size_t bytesPerRow) {
  uint8_t table[STEPS];
  for (int i = 0; i < STEPS; i++) {
    double root = i / (double)(STEPS - 1);
    table[i] = (uint8_t)(encoded(root * root) * 255 + 0.5);
  }
  for (int32_t y = 0; y < height; y++) {
    const float *p = light + (size_t)y * (size_t)width * 4;
    uint8_t *q = pixels + (size_t)y * bytesPerRow;
    for (int32_t x = 0; x < width; x++, p += 4, q += 4) {
      float out[3];
      for (int c = 0; c < 3; c++)
        out[c] = (float)matrix[3 * c] * p[0] + (float)matrix[3 * c + 1] * p[1] + (float)matrix[3 * c + 2] * p[2];
      if (noise > 0) add_grain(out, (float)noise, seed, x, y);
      for (int c = 0; c < 3; c++) {
        float v = out[c] < 0 ? 0 : (out[c] > 1 ? 1 : out[c]);
        q[c] = table[(int)(sqrtf(v) * (STEPS - 1) + 0.5f)];
      }
      q[3] = 255;
    }
  }
}
