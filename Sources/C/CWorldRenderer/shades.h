#ifndef SHADES_H
#define SHADES_H
#include <math.h>

#include "lanes.h"
#include "polygons.h"

// What a triangle looks like: eight neighbouring pixels at a time, or one place.

typedef struct {
  float v[4];  // blue, green, red, 0...255
} duo_shade;

INLINE float unit(float v) { return v < 0 ? 0 : (v > 1 ? 1 : v); }

/// The whole number below, and what is left. Far outside of what textures have nothing is defined but that it is inside.
INLINE int32_t whole(float v, float *rest) {
  v = v > -1e6f ? (v < 1e6f ? v : 1e6f) : -1e6f;
  int32_t i = (int32_t)v;
  i -= v < (float)i;
  *rest = v - (float)i;
  return i;
}

/// `sharpU`, `sharpV`: pixels of the target in one texel, to keep magnified texels square; 1 for plain bilinear.
INLINE duo_shade texel(const duo_texture *t, int32_t level, float u, float v, float sharpU, float sharpV) {
  const int32_t w = t->levels[level].width, h = t->levels[level].height;
  float a, b, x = u * (float)w - 0.5f, y = v * (float)h - 0.5f;
  if (!t->repeats) {
    x = x > 0 ? (x < (float)(w - 1) ? x : (float)(w - 1)) : 0;
    y = y > 0 ? (y < (float)(h - 1) ? y : (float)(h - 1)) : 0;
  }
  int32_t ix = whole(x, &a), iy = whole(y, &b);
  if (t->repeats) {
    ix &= w - 1;
    iy &= h - 1;
  }
  if (sharpU > 1) a = unit((a - 0.5f) * sharpU + 0.5f);
  if (sharpV > 1) b = unit((b - 0.5f) * sharpV + 0.5f);
  const size_t row = ((size_t)w + 1) * 4;
  const uint8_t *p = t->levels[level].pixels + (size_t)iy * row + (size_t)ix * 4;
  const float w00 = (1 - a) * (1 - b), w10 = a * (1 - b), w01 = (1 - a) * b, w11 = a * b;
  duo_shade out = {{0, 0, 0, 0}};
  for (int k = 0; k < 3; k++)
    out.v[k] = (float)p[k] * w00 + (float)p[k + 4] * w10 + (float)p[row + (size_t)k] * w01 + (float)p[row + 4 + (size_t)k] * w11;
  return out;
}

/// Texels of the largest level for a pixel's step across and down, `scale` samples wide.
INLINE void texel_steps(
  const duo_texture *t, const duo_projected *p, float u, float v, float w, float scale, float *alongU, float *alongV) {
  const float tw = (float)t->levels[0].width * w * scale, th = (float)t->levels[0].height * w * scale;
  const float nx = p->across[NEARNESS], ny = p->down[NEARNESS];
  const float ux = (p->uvAcross[0] - u * nx) * tw, uy = (p->uvDown[0] - u * ny) * tw;
  const float vx = (p->uvAcross[1] - v * nx) * th, vy = (p->uvDown[1] - v * ny) * th;
  *alongU = sqrtf(ux * ux + uy * uy);
  *alongV = sqrtf(vx * vx + vy * vy);
}

/// Which smaller copy, and how much of the one after it, of 256. Only the middle half of the way from one to the next shows
/// both: a second reading for each pixel elsewhere would cost much and change little.
INLINE int32_t level_of(const duo_texture *t, float texels, int32_t *next) {
  *next = 0;
  if (!(texels > 1) || t->levelCount < 2) return 0;
  float lod = log2f(texels);
  int32_t level = (int32_t)lod;
  if (level >= t->levelCount - 1) return t->levelCount - 1;
  int32_t share = (int32_t)((lod - (float)level - 0.25f) * 512);
  if (share >= 256) return level + 1;
  *next = share > 0 ? share : 0;
  return level;
}

INLINE float byte_range(float v) { return v > 0 ? (v < 255 ? v : 255) : 0; }

/// At a place in samples; `scale`: samples between the places that are looked at.
INLINE duo_shade shade_at(const duo_projected *p, const duo_texture *textures, float x, float y, float scale) {
  const float dx = x - p->x0, dy = y - p->y0;
  float v[SHADES];
  for (int k = 0; k < SHADES; k++) v[k] = p->at[k] + p->across[k] * dx + p->down[k] * dy;
  const float w = 1 / v[NEARNESS];
  duo_shade out = {{v[BLUE] * w, v[GREEN] * w, v[RED] * w, 0}};
  if (p->texture >= 0) {
    const duo_texture *t = &textures[p->texture];
    float uv[2], eu, ev;
    for (int k = 0; k < 2; k++) uv[k] = (p->uvAt[k] + p->uvAcross[k] * dx + p->uvDown[k] * dy) * w;
    texel_steps(t, p, uv[0], uv[1], w, scale, &eu, &ev);
    duo_shade c;
    if (t->isSharp) {
      c = texel(t, 0, uv[0], uv[1], 1 / (eu + 1e-6f), 1 / (ev + 1e-6f));
    } else {
      int32_t next, level = level_of(t, 0.5f * (eu + ev), &next);
      c = texel(t, level, uv[0], uv[1], 1, 1);
      if (next) {
        duo_shade d = texel(t, level + 1, uv[0], uv[1], 1, 1);
        const float f = (float)next / 256;
        for (int k = 0; k < 3; k++) c.v[k] += f * (d.v[k] - c.v[k]);
      }
    }
    for (int k = 0; k < 3; k++) out.v[k] *= c.v[k];
  }
  for (int k = 0; k < 3; k++) out.v[k] = byte_range(out.v[k]);
  return out;
}

/// Shares of the second texel, of 256; steeper by `sharp` if that is more than 1.
INLINE i8 shares8(f8 rest, float sharp) {
  if (sharp > 1) rest = clampf8((rest - 0.5f) * sharp + 0.5f, 0, 1);
  return ints8(rest * 256);
}

/// B, G, R of eight texels of one level as 32-bit values; `sharpU`, `sharpV` as above.
INLINE i8 texels8(const duo_texture *t, int32_t level, f8 u, f8 v, float sharpU, float sharpV) {
  const int32_t w = t->levels[level].width, h = t->levels[level].height, row = (w + 1) * 4;
  const uint8_t *pixels = t->levels[level].pixels;
  f8 x = u * (float)w - 0.5f, y = v * (float)h - 0.5f;
  x = t->repeats ? clampf8(x, -1e6f, 1e6f) : clampf8(x, 0, (float)(w - 1));
  y = t->repeats ? clampf8(y, -1e6f, 1e6f) : clampf8(y, 0, (float)(h - 1));
  i8 ix = down8(x), iy = down8(y);
  const i8 fx = shares8(x - floats8(ix), sharpU), fy = shares8(y - floats8(iy), sharpV);
  if (t->repeats) {
    ix &= w - 1;
    iy &= h - 1;
  }
  int32_t at[8], across[8], down[8];
  uint32_t out[8];
  storei8(at, iy * row + ix * 4);
  storei8(across, fx);
  storei8(down, fy);
  for (int i = 0; i < 8; i++) {
    b8 upper, lower;
    memcpy(&upper, pixels + at[i], 8);
    memcpy(&lower, pixels + at[i] + row, 8);
    const uint16_t b = (uint16_t)down[i], a = (uint16_t)across[i];
    h8 both = (__builtin_convertvector(upper, h8) * (uint16_t)(256 - b) + __builtin_convertvector(lower, h8) * b + 128) >> 8;
    h8 other = __builtin_shufflevector(both, both, 4, 5, 6, 7, 4, 5, 6, 7);
    both = (both * (uint16_t)(256 - a) + other * a + 128) >> 8;
    b8 bytes = __builtin_convertvector(both, b8);
    memcpy(&out[i], &bytes, 4);
  }
  return loadi8((const int32_t *)out);
}

/// Eight pixels from column x of the target on, at row y, as B, G, R, A. `lane`: the first that is wanted, whose texels set
/// how fine a copy all are read from.
INLINE i8 shade8(
  const duo_projected *p, const duo_texture *textures, int32_t x, int32_t y, float scale, int32_t lane) {
  const f8 dx = (ramp8() + ((float)x + 0.5f)) * scale - p->x0;
  const float dy = ((float)y + 0.5f) * scale - p->y0;
  f8 v[SHADES];
  for (int k = 0; k < SHADES; k++) v[k] = dx * p->across[k] + (p->at[k] + p->down[k] * dy);
  const f8 w = 1 / v[NEARNESS];
  f8 c[3];
  for (int k = 0; k < 3; k++) c[k] = v[BLUE + k] * w;
  if (p->texture >= 0) {
    const duo_texture *t = &textures[p->texture];
    const f8 tu = (dx * p->uvAcross[0] + (p->uvAt[0] + p->uvDown[0] * dy)) * w;
    const f8 tv = (dx * p->uvAcross[1] + (p->uvAt[1] + p->uvDown[1] * dy)) * w;
    float eu, ev, us[8], vs[8], ws[8];
    storef8(us, tu);
    storef8(vs, tv);
    storef8(ws, w);
    texel_steps(t, p, us[lane], vs[lane], ws[lane], scale, &eu, &ev);
    int32_t next = 0, level = 0;
    float sharpU = 1, sharpV = 1;
    if (t->isSharp) {
      sharpU = 1 / (eu + 1e-6f);
      sharpV = 1 / (ev + 1e-6f);
    } else {
      level = level_of(t, 0.5f * (eu + ev), &next);
    }
    const i8 texels = texels8(t, level, tu, tv, sharpU, sharpV);
    i8 more = texels;
    if (next) more = texels8(t, level + 1, tu, tv, 1, 1);
    for (int k = 0; k < 3; k++) {
      f8 a = floats8((texels >> (8 * k)) & 255);
      if (next) a += (floats8((more >> (8 * k)) & 255) - a) * ((float)next / 256);
      c[k] *= a;
    }
  }
  i8 out = alli8((int32_t)0xff000000u);
  for (int k = 0; k < 3; k++) out |= ints8(clampf8(c[k], 0, 255) + 0.5f) << (8 * k);
  return out;
}
#endif
