#include "CWorldRenderer.h"

#include <math.h>
#include <stdlib.h>

// Where one column or row of the target reads the picture: bytes from its beginning, and how much of the second, of 256.
typedef struct {
  int32_t first, second;
  uint32_t weight;
} place;

// `step`: bytes from one texel to the next in this direction.
static void fill(place *places, int32_t count, double start, double by, int32_t texels, int32_t step) {
  for (int32_t i = 0; i < count; i++) {
    double at = start + by * i;
    if (!(at >= 0 && at <= texels)) {
      places[i].first = places[i].second = -1;
      places[i].weight = 0;
      continue;
    }
    double middle = at - 0.5, whole = floor(middle);
    int32_t first = (int32_t)whole, second = first + 1;
    first = first < 0 ? 0 : first;
    second = second > texels - 1 ? texels - 1 : second;
    if (first > second) first = second;
    places[i].first = first * step;
    places[i].second = second * step;
    places[i].weight = (uint32_t)((middle - whole) * 256 + 0.5);
  }
}

static inline uint32_t mix(uint32_t a, uint32_t b, uint32_t weight) {
  uint32_t other = 256 - weight;
  uint32_t even = ((a & 0xff00ff) * other + (b & 0xff00ff) * weight + 0x800080) >> 8 & 0xff00ff;
  uint32_t odd = ((a >> 8 & 0xff00ff) * other + (b >> 8 & 0xff00ff) * weight + 0x800080) & 0xff00ff00;
  return even | odd;
}

static inline uint32_t texel(const uint8_t *pixels, int32_t at) { return *(const uint32_t *)(const void *)(pixels + at); }

int duo_draw_picture(
  const uint8_t *pixels, int32_t pictureWidth, int32_t pictureHeight, double u, double du, double v, double dv,
  int32_t isTransposed, uint8_t *target, size_t bytesPerRow, int32_t width, int32_t height) {
  place *columns = malloc(sizeof(place) * ((size_t)width + (size_t)height));
  if (!columns) return 0;
  place *rows = columns + width;
  int32_t row = pictureWidth * 4;
  if (isTransposed) {
    fill(columns, width, v, dv, pictureHeight, row);
    fill(rows, height, u, du, pictureWidth, 4);
  } else {
    fill(columns, width, u, du, pictureWidth, 4);
    fill(rows, height, v, dv, pictureHeight, row);
  }
  for (int32_t y = 0; y < height; y++) {
    uint32_t *to = (uint32_t *)(void *)(target + (size_t)y * bytesPerRow);
    place r = rows[y];
    if (r.first < 0) {
      for (int32_t x = 0; x < width; x++) to[x] = 0xff000000u;
      continue;
    }
    const uint8_t *above = pixels + r.first, *below = pixels + r.second;
    for (int32_t x = 0; x < width; x++) {
      place c = columns[x];
      if (c.first < 0) {
        to[x] = 0xff000000u;
        continue;
      }
      uint32_t upper = mix(texel(above, c.first), texel(above, c.second), c.weight);
      uint32_t lower = mix(texel(below, c.first), texel(below, c.second), c.weight);
      to[x] = mix(upper, lower, r.weight) | 0xff000000u;
    }
  }
  free(columns);
  return 1;
}
