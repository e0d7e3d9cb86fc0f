#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "CWorldRenderer.h"

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#define HAS_VECTORS 1
#else
#define HAS_VECTORS 0
#endif

// The picture's middle is direction -z, its right half is +x, its top +y. Longitude from there to the right;
// column = (longitude / 2 pi + 1/2) * width - 1/2, so that the seam closes. The whole picture's first and last row
// lie on the poles, as with ffmpeg's v360.

static const float pi = 3.14159265358979f;

// atan(s) = s P(s * s) for 0...1, largest error 1.2e-8.
static const float arc[9] = {0.999999984f,  -0.333330668f, 0.199924836f,  -0.142025705f, 0.106367541f,
                             -0.0749544544f, 0.0425876075f, -0.0160050305f, 0.0028340643f};

enum { BLOCK = 16 };

typedef struct {
  float d0[3], dx[3], dy[3];
  float xScale, yScale, xMiddle, yMiddle, width, yMax;
  float poleTop, poleBottom;
  int32_t stride, bytes;
} mapper;

static mapper prepare(const duo_panorama *p, const duo_camera *k) {
  mapper m;
  for (int i = 0; i < 3; i++) {
    // The first pixel's middle.
    m.d0[i] = (float)(k->d0[i] + 0.5 * k->dx[i] + 0.5 * k->dy[i]);
    m.dx[i] = (float)k->dx[i];
    m.dy[i] = (float)k->dy[i];
  }
  m.width = (float)p->width;
  m.xScale = (float)p->width / (2 * pi);
  m.yScale = (float)p->rowsBetweenPoles / pi;
  m.xMiddle = (float)p->width * 0.5f - 0.5f;
  m.yMiddle = (float)p->height * 0.5f - 0.5f;
  m.yMax = (float)(p->height - 1) - 1.0f / 128;
  m.poleTop = 0.08f * (float)p->height;
  m.poleBottom = 0.92f * (float)p->height;
  m.stride = (int32_t)p->bytesPerRow;
  m.bytes = p->bytesPerPixel;
  return m;
}

typedef struct {
  int32_t offset;
  uint16_t weights;
} place;

static inline place place_at(const mapper *m, float x, float y) {
  if (x < 0) x += m->width;
  y = fminf(fmaxf(y, 0), m->yMax);
  int32_t xi = (int32_t)(x * 128 + 0.5f), yi = (int32_t)(y * 128);
  place p = {(yi >> 7) * m->stride + (xi >> 7) * m->bytes, (uint16_t)((xi & 127) | (yi & 127) << 8)};
  return p;
}

/// A stretch of a row may be drawn with straight steps between exact ends.
static inline int is_straight(const mapper *m, float x0, float y0, float x1, float y1) {
  return fabsf(x1 - x0) < m->width * 0.5f && fminf(y0, y1) > m->poleTop && fmaxf(y0, y1) < m->poleBottom;
}

// MARK: Plain loops

static float arctangent(float y, float x) {
  float ax = fabsf(x), ay = fabsf(y);
  float s = fminf(ax, ay) / fmaxf(fmaxf(ax, ay), 1e-20f), t = s * s;
  float p = arc[8];
  for (int i = 7; i >= 0; i--) p = p * t + arc[i];
  p *= s;
  if (ay > ax) p = pi / 2 - p;
  if (x < 0) p = pi - p;
  return y < 0 ? -p : p;
}

static void look(const mapper *m, float u, float v, float *x, float *y) {
  float d[3];
  for (int i = 0; i < 3; i++) d[i] = (m->d0[i] + v * m->dy[i]) + u * m->dx[i];
  *x = arctangent(d[0], -d[2]) * m->xScale + m->xMiddle;
  *y = m->yMiddle - arctangent(d[1], sqrtf(d[0] * d[0] + d[2] * d[2])) * m->yScale;
}

static void row_plain(const mapper *m, int32_t step, int32_t row, int32_t width, duo_panorama_places out) {
  float x0, y0;
  look(m, 0, (float)row, &x0, &y0);
  for (int32_t u = 0; u < width; u += step) {
    float x1, y1;
    look(m, (float)(u + step), (float)row, &x1, &y1);
    int32_t n = width - u < step ? width - u : step;
    if (step > 1 && is_straight(m, x0, y0, x1, y1)) {
      float sx = (x1 - x0) / (float)step, sy = (y1 - y0) / (float)step;
      for (int32_t i = 0; i < n; i++) {
        place p = place_at(m, x0 + sx * (float)i, y0 + sy * (float)i);
        out.offsets[u + i] = p.offset;
        out.weights[u + i] = p.weights;
      }
    } else {
      for (int32_t i = 0; i < n; i++) {
        float x, y;
        look(m, (float)(u + i), (float)row, &x, &y);
        place p = place_at(m, x, y);
        out.offsets[u + i] = p.offset;
        out.weights[u + i] = p.weights;
      }
    }
    x0 = x1;
    y0 = y1;
  }
}

static void read_plain(const duo_panorama *p, duo_panorama_places at, int32_t width, uint8_t *out) {
  int32_t n = p->bytesPerPixel;
  for (int32_t u = 0; u < width; u++) {
    const uint8_t *a = p->pixels + at.offsets[u], *b = a + p->bytesPerRow;
    int32_t f = at.weights[u] & 127, g = at.weights[u] >> 8;
    for (int32_t k = 0; k < n; k++) {
      int32_t top = (128 - f) * a[k] + f * a[k + n], low = (128 - f) * b[k] + f * b[k + n];
      *out++ = (uint8_t)(((128 - g) * top + g * low + 8192) >> 14);
    }
  }
}

// MARK: AVX2

#if HAS_VECTORS
#define FAST __attribute__((target("avx2,fma")))

FAST static inline __m256 arctangent8(__m256 y, __m256 x) {
  const __m256 sign = _mm256_set1_ps(-0.0f);
  __m256 ax = _mm256_andnot_ps(sign, x), ay = _mm256_andnot_ps(sign, y);
  __m256 s = _mm256_div_ps(
    _mm256_min_ps(ax, ay), _mm256_max_ps(_mm256_max_ps(ax, ay), _mm256_set1_ps(1e-20f)));
  __m256 t = _mm256_mul_ps(s, s);
  __m256 p = _mm256_set1_ps(arc[8]);
  for (int i = 7; i >= 0; i--) p = _mm256_fmadd_ps(p, t, _mm256_set1_ps(arc[i]));
  p = _mm256_mul_ps(p, s);
  p = _mm256_blendv_ps(
    p, _mm256_sub_ps(_mm256_set1_ps(pi / 2), p), _mm256_cmp_ps(ay, ax, _CMP_GT_OQ));
  p = _mm256_blendv_ps(p, _mm256_sub_ps(_mm256_set1_ps(pi), p), x);  // by the sign of x
  return _mm256_or_ps(p, _mm256_and_ps(sign, y));
}

FAST static inline void look8(const mapper *m, __m256 u, float v, __m256 *x, __m256 *y) {
  __m256 d[3];
  for (int i = 0; i < 3; i++)
    d[i] = _mm256_fmadd_ps(u, _mm256_set1_ps(m->dx[i]), _mm256_set1_ps(m->d0[i] + v * m->dy[i]));
  __m256 level = _mm256_sqrt_ps(_mm256_fmadd_ps(d[0], d[0], _mm256_mul_ps(d[2], d[2])));
  __m256 minusZ = _mm256_xor_ps(d[2], _mm256_set1_ps(-0.0f));
  *x = _mm256_fmadd_ps(arctangent8(d[0], minusZ), _mm256_set1_ps(m->xScale), _mm256_set1_ps(m->xMiddle));
  *y = _mm256_fnmadd_ps(arctangent8(d[1], level), _mm256_set1_ps(m->yScale), _mm256_set1_ps(m->yMiddle));
}

/// Offsets, and weights as right | down << 8, of eight pixels.
FAST static inline void place8(const mapper *m, __m256 x, __m256 y, __m256i *offset, __m256i *weights) {
  x = _mm256_add_ps(x, _mm256_and_ps(_mm256_cmp_ps(x, _mm256_setzero_ps(), _CMP_LT_OQ), _mm256_set1_ps(m->width)));
  y = _mm256_min_ps(_mm256_max_ps(y, _mm256_setzero_ps()), _mm256_set1_ps(m->yMax));
  __m256i xi = _mm256_cvttps_epi32(_mm256_fmadd_ps(x, _mm256_set1_ps(128), _mm256_set1_ps(0.5f)));
  __m256i yi = _mm256_cvttps_epi32(_mm256_mul_ps(y, _mm256_set1_ps(128)));
  *offset = _mm256_add_epi32(
    _mm256_mullo_epi32(_mm256_srli_epi32(yi, 7), _mm256_set1_epi32(m->stride)),
    _mm256_mullo_epi32(_mm256_srli_epi32(xi, 7), _mm256_set1_epi32(m->bytes)));
  const __m256i low = _mm256_set1_epi32(127);
  *weights = _mm256_or_si256(
    _mm256_and_si256(xi, low), _mm256_slli_epi32(_mm256_and_si256(yi, low), 8));
}

FAST static inline __m256i pair64(const uint8_t *p, int32_t a, int32_t b, int32_t c, int32_t d) {
  __m128i low = _mm_loadl_epi64((const __m128i *)(p + a)), high = _mm_loadl_epi64((const __m128i *)(p + c));
  low = _mm_castpd_si128(_mm_loadh_pd(_mm_castsi128_pd(low), (const double *)(const void *)(p + b)));
  high = _mm_castpd_si128(_mm_loadh_pd(_mm_castsi128_pd(high), (const double *)(const void *)(p + d)));
  return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/// Four pixels of four bytes, of rows `top` and `low`, each with its right neighbour: weighted, as 16-bit values
/// of 128 times (colour - 128).
FAST static inline __m256i blend4(__m256i top, __m256i low, __m256i right, __m256i down) {
  const __m256i beside = _mm256_setr_epi8(
    0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
  const __m256i bias = _mm256_set1_epi8((char)128);
  top = _mm256_xor_si256(_mm256_shuffle_epi8(top, beside), bias);
  low = _mm256_xor_si256(_mm256_shuffle_epi8(low, beside), bias);
  __m256i a = _mm256_maddubs_epi16(right, top), b = _mm256_maddubs_epi16(right, low);
  return _mm256_add_epi16(a, _mm256_mulhrs_epi16(_mm256_sub_epi16(b, a), down));
}

/// Eight pixels of four bytes. The lanes hold pixels 0 1 | 4 5 and 2 3 | 6 7, so that packing puts them in order.
FAST static inline void read8_bgra(
  const uint8_t *p, size_t row, const int32_t *o, __m256i weights, uint8_t *out) {
  const uint8_t *q = p + row;
  __m256i topA = pair64(p, o[0], o[1], o[4], o[5]), topB = pair64(p, o[2], o[3], o[6], o[7]);
  __m256i lowA = pair64(q, o[0], o[1], o[4], o[5]), lowB = pair64(q, o[2], o[3], o[6], o[7]);
  // Weights of one pixel fill eight bytes: (128 - right, right) four times, and down << 8 as 16 bits four times.
  __m256i right = _mm256_and_si256(weights, _mm256_set1_epi32(127));
  right = _mm256_or_si256(_mm256_sub_epi32(_mm256_set1_epi32(128), right), _mm256_slli_epi32(right, 8));
  __m256i down = _mm256_and_si256(weights, _mm256_set1_epi32(0x7f00));
  const __m256i first = _mm256_setr_epi8(
    0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5, 0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5);
  const __m256i second = _mm256_add_epi8(first, _mm256_set1_epi8(8));
  const __m256i half = _mm256_set1_epi16(64), back = _mm256_set1_epi8((char)128);
  __m256i a = blend4(topA, lowA, _mm256_shuffle_epi8(right, first), _mm256_shuffle_epi8(down, first));
  __m256i b = blend4(topB, lowB, _mm256_shuffle_epi8(right, second), _mm256_shuffle_epi8(down, second));
  a = _mm256_srai_epi16(_mm256_add_epi16(a, half), 7);
  b = _mm256_srai_epi16(_mm256_add_epi16(b, half), 7);
  _mm256_storeu_si256((__m256i *)out, _mm256_xor_si256(_mm256_packs_epi16(a, b), back));
}

FAST static inline int32_t load16(const uint8_t *p) {
  uint16_t v;
  memcpy(&v, p, 2);
  return v;
}

/// Eight pixels of one byte.
FAST static inline void read8_luma(
  const uint8_t *p, size_t row, const int32_t *o, __m256i weights, uint8_t *out) {
  _Alignas(32) int32_t w[8];
  const uint8_t *q = p + row;
  for (int i = 0; i < 8; i++) w[i] = load16(p + o[i]) | load16(q + o[i]) << 16;
  __m256i values = _mm256_xor_si256(_mm256_load_si256((const __m256i *)w), _mm256_set1_epi8((char)128));
  __m256i right = _mm256_and_si256(weights, _mm256_set1_epi32(127));
  right = _mm256_or_si256(_mm256_sub_epi32(_mm256_set1_epi32(128), right), _mm256_slli_epi32(right, 8));
  right = _mm256_or_si256(right, _mm256_slli_epi32(right, 16));
  __m256i down = _mm256_srli_epi32(weights, 8);
  down = _mm256_or_si256(_mm256_sub_epi32(_mm256_set1_epi32(128), down), _mm256_slli_epi32(down, 16));
  __m256i sum = _mm256_madd_epi16(_mm256_maddubs_epi16(right, values), down);
  sum = _mm256_add_epi32(_mm256_srai_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(8192)), 14), _mm256_set1_epi32(128));
  __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
  _mm_storel_epi64((__m128i *)out, _mm_packus_epi16(words, words));
}

/// Four of eight pixels of two bytes (Cb, Cr): 32-bit values.
FAST static inline __m256i blend4_chroma(__m256i values, __m256i right, __m256i down) {
  // Bytes of one pixel: upper Cb Cr Cb Cr, lower Cb Cr Cb Cr; wanted: (Cb Cb)(lower) beside each other.
  const __m256i beside = _mm256_setr_epi8(
    0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15, 0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15);
  values = _mm256_xor_si256(_mm256_shuffle_epi8(values, beside), _mm256_set1_epi8((char)128));
  __m256i sum = _mm256_madd_epi16(_mm256_maddubs_epi16(right, values), down);
  return _mm256_add_epi32(_mm256_srai_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(8192)), 14), _mm256_set1_epi32(128));
}

FAST static inline uint64_t load_chroma(const uint8_t *p, const uint8_t *q) {
  uint32_t a, b;
  memcpy(&a, p, 4);
  memcpy(&b, q, 4);
  return (uint64_t)a | (uint64_t)b << 32;
}

FAST static inline void read8_chroma(
  const uint8_t *p, size_t row, const int32_t *o, __m256i weights, uint8_t *out) {
  _Alignas(32) uint64_t w[8];
  const uint8_t *q = p + row;
  static const int order[8] = {0, 1, 4, 5, 2, 3, 6, 7};
  for (int i = 0; i < 8; i++) w[i] = load_chroma(p + o[order[i]], q + o[order[i]]);
  __m256i right = _mm256_and_si256(weights, _mm256_set1_epi32(127));
  right = _mm256_or_si256(_mm256_sub_epi32(_mm256_set1_epi32(128), right), _mm256_slli_epi32(right, 8));
  __m256i down = _mm256_srli_epi32(weights, 8);
  down = _mm256_or_si256(_mm256_sub_epi32(_mm256_set1_epi32(128), down), _mm256_slli_epi32(down, 16));
  const __m256i first = _mm256_setr_epi8(
    0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5, 0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5);
  const __m256i second = _mm256_add_epi8(first, _mm256_set1_epi8(8));
  // The two weights of `down` fill 32 bits: repeat them for Cb and Cr.
  __m256i downA = _mm256_unpacklo_epi32(down, down), downB = _mm256_unpackhi_epi32(down, down);
  __m256i a = blend4_chroma(_mm256_load_si256((const __m256i *)w), _mm256_shuffle_epi8(right, first), downA);
  __m256i b = blend4_chroma(_mm256_load_si256((const __m256i *)(w + 4)), _mm256_shuffle_epi8(right, second), downB);
  __m256i words = _mm256_packs_epi32(a, b);
  __m128i bytes = _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
  _mm_storeu_si128((__m128i *)out, bytes);
}

FAST static inline void read8(const duo_panorama *p, const int32_t *offsets, __m256i weights, uint8_t *out) {
  if (p->bytesPerPixel == 4) read8_bgra(p->pixels, p->bytesPerRow, offsets, weights, out);
  else if (p->bytesPerPixel == 1) read8_luma(p->pixels, p->bytesPerRow, offsets, weights, out);
  else read8_chroma(p->pixels, p->bytesPerRow, offsets, weights, out);
}

/// Where sixteen pixels are read.
typedef struct {
  _Alignas(32) int32_t offsets[BLOCK];
  __m256i weights[2];
} block;

FAST static inline void fill_block(
  block *b, const mapper *m, int32_t step, int32_t u, int32_t row, const float *xs, const float *ys) {
  const __m256 ramp = _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7);
  for (int i = 0; i < 2; i++) {
    __m256 x, y;
    int32_t at = u + 8 * i, k = at / step;
    if (step >= 8 && is_straight(m, xs[k], ys[k], xs[k + 1], ys[k + 1])) {
      float sx = (xs[k + 1] - xs[k]) / (float)step, sy = (ys[k + 1] - ys[k]) / (float)step;
      __m256 along = _mm256_add_ps(ramp, _mm256_set1_ps((float)(at - k * step)));
      x = _mm256_fmadd_ps(along, _mm256_set1_ps(sx), _mm256_set1_ps(xs[k]));
      y = _mm256_fmadd_ps(along, _mm256_set1_ps(sy), _mm256_set1_ps(ys[k]));
    } else {
      look8(m, _mm256_add_ps(ramp, _mm256_set1_ps((float)at)), (float)row, &x, &y);
    }
    __m256i offset;
    place8(m, x, y, &offset, &b->weights[i]);
    _mm256_store_si256((__m256i *)(b->offsets + 8 * i), offset);
  }
}

/// The exact places of every `step`th pixel of a row.
FAST static void row_ends(const mapper *m, int32_t step, int32_t row, int32_t count, float *xs, float *ys) {
  const __m256 ramp = _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7);
  for (int32_t k = 0; k < count; k += 8) {
    __m256 x, y;
    __m256 u = _mm256_mul_ps(_mm256_add_ps(ramp, _mm256_set1_ps((float)k)), _mm256_set1_ps((float)step));
    look8(m, u, (float)row, &x, &y);
    _mm256_storeu_ps(xs + k, x);
    _mm256_storeu_ps(ys + k, y);
  }
}

FAST static void draw_fast(
  const duo_panorama *p, const duo_camera *camera, int32_t step, uint8_t *pixels, size_t bytesPerRow, int32_t width,
  int32_t height) {
  mapper m = prepare(p, camera);
  int32_t count = width / step + 2;
  float *xs = malloc(sizeof(float) * 2 * (size_t)(count + 16));
  if (!xs) abort();
  float *ys = xs + count + 16;
  int32_t n = p->bytesPerPixel;
  block b;
  for (int32_t row = 0; row < height; row++) {
    uint8_t *out = pixels + (size_t)row * bytesPerRow;
    if (step >= 8) row_ends(&m, step, row, count, xs, ys);
    int32_t u = 0;
    for (; u + BLOCK <= width; u += BLOCK) {
      fill_block(&b, &m, step, u, row, xs, ys);
      read8(p, b.offsets, b.weights[0], out + (size_t)(u * n));
      read8(p, b.offsets + 8, b.weights[1], out + (size_t)((u + 8) * n));
    }
    if (u < width) {
      uint8_t rest[BLOCK * 4];
      fill_block(&b, &m, step, u, row, xs, ys);
      read8(p, b.offsets, b.weights[0], rest);
      read8(p, b.offsets + 8, b.weights[1], rest + 8 * n);
      memcpy(out + (size_t)(u * n), rest, (size_t)((width - u) * n));
    }
  }
  free(xs);
}

FAST static void map_fast(
  const duo_panorama *p, const duo_camera *camera, int32_t step, duo_panorama_places places, int32_t width,
  int32_t height) {
  mapper m = prepare(p, camera);
  int32_t count = width / step + 2;
  float *xs = malloc(sizeof(float) * 2 * (size_t)(count + 16));
  if (!xs) abort();
  float *ys = xs + count + 16;
  block b;
  for (int32_t row = 0; row < height; row++) {
    size_t first = (size_t)row * (size_t)width;
    if (step >= 8) row_ends(&m, step, row, count, xs, ys);
    for (int32_t u = 0; u < width; u += BLOCK) {
      fill_block(&b, &m, step, u, row, xs, ys);
      _Alignas(32) int32_t w[BLOCK];
      for (int i = 0; i < 2; i++) _mm256_store_si256((__m256i *)(w + 8 * i), b.weights[i]);
      int32_t n = width - u < BLOCK ? width - u : BLOCK;
      for (int32_t i = 0; i < n; i++) {
        places.offsets[first + (size_t)(u + i)] = b.offsets[i];
        places.weights[first + (size_t)(u + i)] = (uint16_t)w[i];
      }
    }
  }
  free(xs);
}

FAST static inline __m256i weights8(const uint16_t *weights) {
  return _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)weights));
}

FAST static void draw_map_fast(
  const duo_panorama *p, duo_panorama_places places, uint8_t *pixels, size_t bytesPerRow, int32_t width,
  int32_t height) {
  int32_t n = p->bytesPerPixel;
  for (int32_t row = 0; row < height; row++) {
    uint8_t *out = pixels + (size_t)row * bytesPerRow;
    const int32_t *offsets = places.offsets + (size_t)row * (size_t)width;
    const uint16_t *weights = places.weights + (size_t)row * (size_t)width;
    int32_t u = 0;
    if (n == 4)
      for (; u + 8 <= width; u += 8)
        read8_bgra(p->pixels, p->bytesPerRow, offsets + u, weights8(weights + u), out + (size_t)(u * 4));
    else
      for (; u + 8 <= width; u += 8) read8(p, offsets + u, weights8(weights + u), out + (size_t)(u * n));
    if (u < width) {
      int32_t someOffsets[8] = {0};
      uint16_t someWeights[8] = {0};
      uint8_t rest[8 * 4];
      memcpy(someOffsets, offsets + u, (size_t)(width - u) * sizeof *offsets);
      memcpy(someWeights, weights + u, (size_t)(width - u) * sizeof *weights);
      read8(p, someOffsets, weights8(someWeights), rest);
      memcpy(out + (size_t)(u * n), rest, (size_t)((width - u) * n));
    }
  }
}
#endif

// MARK: Entry points

int duo_panorama_is_fast(void) {
#if HAS_VECTORS
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return 0;
#endif
}

void duo_panorama_draw_plain(
  const duo_panorama *p, const duo_camera *camera, int32_t step, uint8_t *pixels, size_t bytesPerRow, int32_t width,
  int32_t height) {
  mapper m = prepare(p, camera);
  size_t room = (size_t)(width > 0 ? width : 1);
  duo_panorama_places at = {malloc(room * sizeof(int32_t)), malloc(room * sizeof(uint16_t))};
  if (!at.offsets || !at.weights) abort();
  for (int32_t row = 0; row < height; row++) {
    row_plain(&m, step, row, width, at);
    read_plain(p, at, width, pixels + (size_t)row * bytesPerRow);
  }
  free(at.offsets);
  free(at.weights);
}

void duo_panorama_draw(
  const duo_panorama *p, const duo_camera *camera, int32_t step, uint8_t *pixels, size_t bytesPerRow, int32_t width,
  int32_t height) {
#if HAS_VECTORS
  if (duo_panorama_is_fast()) {
    draw_fast(p, camera, step, pixels, bytesPerRow, width, height);
    return;
  }
#endif
  duo_panorama_draw_plain(p, camera, step, pixels, bytesPerRow, width, height);
}

void duo_panorama_map(
  const duo_panorama *p, const duo_camera *camera, int32_t step, duo_panorama_places places, int32_t width,
  int32_t height) {
#if HAS_VECTORS
  if (duo_panorama_is_fast()) {
    map_fast(p, camera, step, places, width, height);
    return;
  }
#endif
  mapper m = prepare(p, camera);
  for (int32_t row = 0; row < height; row++) {
    size_t first = (size_t)row * (size_t)width;
    duo_panorama_places here = {places.offsets + first, places.weights + first};
    row_plain(&m, step, row, width, here);
  }
}

void duo_panorama_draw_map(
  const duo_panorama *p, duo_panorama_places places, uint8_t *pixels, size_t bytesPerRow, int32_t width,
  int32_t height) {
#if HAS_VECTORS
  if (duo_panorama_is_fast()) {
    draw_map_fast(p, places, pixels, bytesPerRow, width, height);
    return;
  }
#endif
  for (int32_t row = 0; row < height; row++) {
    size_t first = (size_t)row * (size_t)width;
    duo_panorama_places here = {places.offsets + first, places.weights + first};
    read_plain(p, here, width, pixels + (size_t)row * bytesPerRow);
  }
}
