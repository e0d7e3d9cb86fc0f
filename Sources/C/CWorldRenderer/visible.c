#include <math.h>

#include "lanes.h"
#include "polygons.h"

// Which triangle is seen in each sample of a band.

INLINE int32_t sample_column(double edge, int32_t low, int32_t high) {
  double first = ceil(edge - 0.5);
  return first < low ? low : (first > high ? high : (int32_t)first);
}

INLINE void fill(const duo_scene *s, int32_t band, duo_band *out) {
  const int32_t samples = s->samples, most = s->width * samples;
  const int32_t low = out->first, high = low + out->columns < most ? low + out->columns : most;
  const int32_t firstRow = band * DUO_BAND * samples;
  int32_t lastRow = firstRow + DUO_BAND * samples;
  if (lastRow > s->height * samples) lastRow = s->height * samples;
  const size_t count = (size_t)out->columns * (size_t)(lastRow - firstRow);
  memset(out->nearness, 0, count * sizeof *out->nearness);
  memset(out->numbers, 0, count * sizeof *out->numbers);
  for (uint32_t n = s->starts[band]; n < s->starts[band + 1]; n++) {
    const duo_projected *t = &s->items[s->numbers[n]];
    if (t->right <= low || t->left >= high) continue;
    const int32_t number = (int32_t)s->numbers[n] + 1;
    const int32_t top = sample_column(t->top, firstRow, lastRow), bottom = sample_column(t->bottom, firstRow, lastRow);
    for (int32_t row = top; row < bottom; row++) {
      const double y = row + 0.5;
      double a = t->xTop + t->slope * (y - t->top);
      double b = y < t->middle ? t->xTop + t->slopeAbove * (y - t->top) : t->xMiddle + t->slopeBelow * (y - t->middle);
      const int32_t from = sample_column(a < b ? a : b, low, high), to = sample_column(a < b ? b : a, low, high);
      if (from >= to) continue;
      const double start = t->c + t->gy * y;
      const f8 step = all8((float)t->gx) * ramp8();
      const size_t line = (size_t)(row - firstRow) * (size_t)out->columns;
      // Whole blocks, so that a sample's value does not depend on where the band begins.
      for (int32_t x = from & ~(DUO_BLOCK - 1); x < to; x += DUO_BLOCK) {
        float *z = out->nearness + line + (size_t)(x - low);
        int32_t *id = out->numbers + line + (size_t)(x - low);
        const f8 near = all8((float)(start + t->gx * (x + 0.5))) + step, old = loadf8(z);
        i8 mask = near > old;
        if (x < from || x + DUO_BLOCK > to) {
          const i8 lane = rampi8() + x;
          mask &= (lane >= from) & (lane < to);
        }
        if (!any8(mask)) continue;
        storef8(z, pickf8(mask, near, old));
        storei8(id, picki8(mask, alli8(number), loadi8(id)));
      }
    }
  }
}

#if HAS_VECTORS
FAST static void fill_fast(const duo_scene *s, int32_t band, duo_band *out) { fill(s, band, out); }
#endif
static void fill_plain(const duo_scene *s, int32_t band, duo_band *out) { fill(s, band, out); }

void duo_band_fill(const duo_scene *scene, int32_t band, duo_band *out) {
#if HAS_VECTORS
  if (duo_panorama_is_fast()) {
    fill_fast(scene, band, out);
    return;
  }
#endif
  fill_plain(scene, band, out);
}
