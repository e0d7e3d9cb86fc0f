#include <math.h>
#include <stdlib.h>

#include "shades.h"

// A band of samples becomes pixels. A pixel whose samples all show one triangle is looked at once, in its middle; one
// that shows several, or a sign so far away that its squares are smaller than pixels, at each of its samples.

typedef struct {
  const duo_scene *scene;
  const duo_texture *textures;
  duo_band band;
  uint8_t *pixels;
  size_t bytesPerRow;
  int32_t keeps;  // what the pixels hold already is behind the triangles; otherwise black
} canvas;

/// Squares of a sign that a pixel may hold before each sample is looked at.
static const float mostTexels = 0.7f;

INLINE int is_fine(const canvas *c, const duo_projected *t, float x, float y, float scale) {
  if (t->texture < 0 || !c->textures[t->texture].isSharp) return 0;
  const float dx = x - t->x0, dy = y - t->y0;
  const float w = 1 / (t->at[NEARNESS] + t->across[NEARNESS] * dx + t->down[NEARNESS] * dy);
  float uv[2], eu, ev;
  for (int k = 0; k < 2; k++) uv[k] = (t->uvAt[k] + t->uvAcross[k] * dx + t->uvDown[k] * dy) * w;
  texel_steps(&c->textures[t->texture], t, uv[0], uv[1], w, scale, &eu, &ev);
  return !(eu < mostTexels && ev < mostTexels);
}

INLINE void put(uint8_t *out, const float sum[3], int32_t open, int32_t n, int32_t keeps) {
  for (int k = 0; k < 3; k++) {
    float behind = keeps ? (float)(open * out[k]) : 0;
    out[k] = (uint8_t)((sum[k] + behind) / (float)n + 0.5f);
  }
  out[3] = 255;
}

/// One pixel, by its samples: each triangle is looked at once, in the middle of its samples; where they are all one
/// triangle's, at each.
INLINE void mixed(const canvas *c, const int32_t *const rows[2], int32_t x, int32_t y, int32_t samples, uint8_t *out) {
  const int32_t n = samples * samples;
  int32_t numbers[4], open = 0, isOne = 1;
  for (int32_t i = 0; i < n; i++) {
    numbers[i] = rows[i / samples][x * samples + i % samples - c->band.first];
    open += !numbers[i];
    isOne &= numbers[i] == numbers[0];
  }
  if (open == n && c->keeps) return;
  float sum[3] = {0, 0, 0};
  for (int32_t i = 0; i < n; i++) {
    const int32_t number = numbers[i];
    if (!number) continue;
    float across = 0, down = 0, count = 0;
    for (int32_t j = i; j < (isOne ? i + 1 : n); j++) {
      if (numbers[j] != number) continue;
      numbers[j] = 0;
      across += (float)(j % samples);
      down += (float)(j / samples);
      count += 1;
    }
    const float share = 1 / count;
    const duo_shade s = shade_at(
      &c->scene->items[number - 1], c->textures, (float)(x * samples) + across * share + 0.5f,
      (float)(y * samples) + down * share + 0.5f, 1);
    for (int k = 0; k < 3; k++) sum[k] += s.v[k] * count;
  }
  put(out, sum, open, n, c->keeps);
}

/// Eight pixels of a row, of which `count` are in the picture.
INLINE void block(
  const canvas *c, const int32_t *const rows[2], int32_t x, int32_t y, int32_t samples, int32_t count, uint8_t *out) {
  const float scale = (float)samples, middle = ((float)y + 0.5f) * scale;
  int32_t first[8];
  i8 same;
  if (samples == 1) {
    storei8(first, loadi8(rows[0] + (x - c->band.first)));
    same = alli8(-1);
  } else {
    const int32_t *a = rows[0] + (2 * x - c->band.first), *b = rows[1] + (2 * x - c->band.first);
    const i8 a0 = loadi8(a), a1 = loadi8(a + 8), b0 = loadi8(b), b1 = loadi8(b + 8);
    const i8 even = __builtin_shufflevector(a0, a1, 0, 2, 4, 6, 8, 10, 12, 14);
    const i8 odd = __builtin_shufflevector(a0, a1, 1, 3, 5, 7, 9, 11, 13, 15);
    const i8 lowEven = __builtin_shufflevector(b0, b1, 0, 2, 4, 6, 8, 10, 12, 14);
    const i8 lowOdd = __builtin_shufflevector(b0, b1, 1, 3, 5, 7, 9, 11, 13, 15);
    same = (even == odd) & (even == lowEven) & (even == lowOdd);
    storei8(first, even);
  }
  // Mostly all of it is one triangle.
  if (count == 8 && first[0] && !any8(~same | (loadi8(first) != first[0]))) {
    const duo_projected *t = &c->scene->items[first[0] - 1];
    if (samples == 1 || !is_fine(c, t, ((float)x + 0.5f) * scale, middle, scale)) {
      storei8((int32_t *)(void *)out, shade8(t, c->textures, x, y, scale, 0));
      return;
    }
  }
  i8 left = rampi8() < count;
  i8 colours = alli8((int32_t)0xff000000u), written = alli8(0);
  const i8 numbers = loadi8(first);
  i8 whole = left & same;
  while (any8(whole)) {
    const int32_t lane = first8(whole);
    const int32_t number = first[lane];
    const i8 mask = whole & (numbers == number);
    whole &= ~mask;
    if (number == 0) {
      if (!c->keeps) written |= mask;
      left &= ~mask;
      continue;
    }
    const duo_projected *t = &c->scene->items[number - 1];
    if (samples > 1 && is_fine(c, t, ((float)(x + lane) + 0.5f) * scale, middle, scale)) continue;
    colours = picki8(mask, shade8(t, c->textures, x, y, scale, lane), colours);
    written |= mask;
    left &= ~mask;
  }
  if (count == 8 && !any8(~written)) {
    memcpy(out, &colours, sizeof colours);
    return;
  }
  int32_t value[8], isWritten[8], isLeft[8];
  storei8(value, colours);
  storei8(isWritten, written);
  storei8(isLeft, left);
  for (int32_t i = 0; i < count; i++) {
    if (isWritten[i]) memcpy(out + 4 * i, &value[i], 4);
    else if (isLeft[i]) mixed(c, rows, x + i, y, samples, out + 4 * i);
  }
}

/// The rows of a band, from column `from` to `to`. `c->pixels`: where column `from` of the band's first row goes.
INLINE void draw_band(const canvas *c, int32_t band, int32_t from, int32_t to, const int32_t samples) {
  const duo_scene *s = c->scene;
  const int32_t first = band * DUO_BAND, last = first + DUO_BAND < s->height ? first + DUO_BAND : s->height;
  for (int32_t y = first; y < last; y++) {
    const int32_t *rows[2];
    for (int32_t j = 0; j < 2; j++)
      rows[j] = c->band.numbers + (size_t)((y - first) * samples + (j < samples ? j : 0)) * (size_t)c->band.columns;
    uint8_t *out = c->pixels + (size_t)(y - first) * c->bytesPerRow;
    for (int32_t x = from & ~(DUO_BLOCK - 1); x < to; x += DUO_BLOCK) {
      int32_t count = s->width - x < DUO_BLOCK ? s->width - x : DUO_BLOCK;
      if (x >= from && x + count <= to) {
        block(c, rows, x, y, samples, count, out + 4 * (x - from));
        continue;
      }
      // The same block, of which not all is wanted.
      uint8_t some[4 * DUO_BLOCK];
      int32_t low = x < from ? from : x, high = x + count < to ? x + count : to;
      memcpy(some + 4 * (low - x), out + 4 * (low - from), (size_t)(4 * (high - low)));
      block(c, rows, x, y, samples, count, some);
      memcpy(out + 4 * (low - from), some + 4 * (low - x), (size_t)(4 * (high - low)));
    }
  }
}

/// The same with a number that the compiler knows.
INLINE void draw_rows(const canvas *c, int32_t band, int32_t from, int32_t to) {
  if (c->scene->samples == 1) draw_band(c, band, from, to, 1);
  else draw_band(c, band, from, to, 2);
}

#if HAS_VECTORS
FAST static void draw_fast(const canvas *c, int32_t band, int32_t from, int32_t to) { draw_rows(c, band, from, to); }
#endif
static void draw_plain(const canvas *c, int32_t band, int32_t from, int32_t to) { draw_rows(c, band, from, to); }

static void draw(const canvas *c, int32_t band, int32_t from, int32_t to) {
#if HAS_VECTORS
  if (duo_panorama_is_fast()) {
    draw_fast(c, band, from, to);
    return;
  }
#endif
  draw_plain(c, band, from, to);
}

/// A band's memory for columns `from` to `to` of the target, in whole blocks of pixels.
static duo_band room(const duo_scene *s, int32_t from, int32_t to) {
  duo_band out = {0};
  out.first = (from & ~(DUO_BLOCK - 1)) * s->samples;
  out.columns = ((to + DUO_BLOCK - 1) & ~(DUO_BLOCK - 1)) * s->samples - out.first;
  size_t count = (size_t)out.columns * (size_t)(DUO_BAND * s->samples);
  out.nearness = malloc(count * sizeof *out.nearness);
  out.numbers = malloc(count * sizeof *out.numbers);
  if (!out.nearness || !out.numbers) abort();
  return out;
}

static void clean(duo_band *band) {
  free(band->nearness);
  free(band->numbers);
}

void duo_scene_draw(
  const duo_scene *scene, const duo_texture *textures, int32_t keepsBackground, uint8_t *pixels, size_t bytesPerRow) {
  canvas c = {scene, textures, room(scene, 0, scene->width), pixels, bytesPerRow, keepsBackground};
  for (int32_t row = 0; row < scene->height; row += DUO_BAND) {
    c.pixels = pixels + (size_t)row * bytesPerRow;
    duo_band_fill(scene, row / DUO_BAND, &c.band);
    draw(&c, row / DUO_BAND, 0, scene->width);
  }
  clean(&c.band);
}

void duo_scene_draw_part(
  const duo_scene *scene, const duo_texture *textures, duo_rectangle part, uint8_t *pixels, size_t bytesPerRow) {
  const int32_t width = part.right - part.left;
  if (width <= 0 || part.top >= part.bottom) return;
  canvas c = {scene, textures, room(scene, part.left, part.right), NULL, (size_t)width * 4, 0};
  uint8_t *rows = malloc((size_t)width * 4 * DUO_BAND);
  if (!rows) abort();
  c.pixels = rows;
  for (int32_t band = part.top / DUO_BAND; band * DUO_BAND < part.bottom; band++) {
    const int32_t first = band * DUO_BAND;
    duo_band_fill(scene, band, &c.band);
    draw(&c, band, part.left, part.right);
    for (int32_t y = first < part.top ? part.top : first; y < first + DUO_BAND && y < part.bottom; y++)
      memcpy(
        pixels + (size_t)y * bytesPerRow + (size_t)part.left * 4, rows + (size_t)(y - first) * c.bytesPerRow,
        c.bytesPerRow);
  }
  free(rows);
  clean(&c.band);
}

void duo_scene_draw_420(
  const duo_scene *scene, const duo_texture *textures, duo_rectangle part, uint8_t *luma, size_t lumaRow,
  uint8_t *chroma, size_t chromaRow, int32_t fullRange) {
  const int32_t width = part.right - part.left;
  if (width <= 0 || part.top >= part.bottom) return;
  canvas c = {scene, textures, room(scene, part.left, part.right), NULL, (size_t)width * 4, 0};
  uint8_t *rows = malloc((size_t)width * 4 * DUO_BAND);
  if (!rows) abort();
  c.pixels = rows;
  for (int32_t band = part.top / DUO_BAND; band * DUO_BAND < part.bottom; band++) {
    const int32_t first = band * DUO_BAND;
    const int32_t top = first < part.top ? part.top : first;
    const int32_t bottom = first + DUO_BAND < part.bottom ? first + DUO_BAND : part.bottom;
    duo_band_fill(scene, band, &c.band);
    draw(&c, band, part.left, part.right);
    duo_bgra_to_420(
      rows + (size_t)(top - first) * c.bytesPerRow, c.bytesPerRow, width, bottom - top,
      luma + (size_t)top * lumaRow + (size_t)part.left, lumaRow,
      chroma + (size_t)(top / 2) * chromaRow + (size_t)(part.left / 2 * 2), chromaRow, fullRange);
  }
  free(rows);
  clean(&c.band);
}

void duo_draw_polygons(
  const duo_camera *camera, const duo_mesh *meshes, int32_t meshCount, const duo_texture *textures, uint8_t *pixels,
  size_t bytesPerRow, int32_t width, int32_t height, int32_t samples) {
  duo_scene *scene = duo_scene_make(camera, meshes, meshCount, width, height, samples);
  duo_scene_draw(scene, textures, 1, pixels, bytesPerRow);
  duo_scene_release(scene);
}

void duo_draw_depth(
  const duo_camera *camera, const duo_mesh *meshes, int32_t meshCount, double far, float *depth, size_t bytesPerRow,
  int32_t width, int32_t height) {
  duo_scene *scene = duo_scene_make(camera, meshes, meshCount, width, height, 1);
  duo_band band = room(scene, 0, width);
  for (int32_t row = 0; row < height; row++) {
    if (row % DUO_BAND == 0) duo_band_fill(scene, row / DUO_BAND, &band);
    float *out = (float *)(void *)((uint8_t *)depth + (size_t)row * bytesPerRow);
    const float *near = band.nearness + (size_t)(row % DUO_BAND) * (size_t)band.columns;
    const double y = row + 0.5;
    for (int32_t x = 0; x < width; x++) {
      if (near[x] > 0) {
        out[x] = 1 / near[x];
        continue;
      }
      double length = 0;
      for (int a = 0; a < 3; a++) {
        double d = camera->d0[a] + (x + 0.5) * camera->dx[a] + y * camera->dy[a];
        length += d * d;
      }
      out[x] = (float)(far / sqrt(length));
    }
  }
  clean(&band);
  duo_scene_release(scene);
}
