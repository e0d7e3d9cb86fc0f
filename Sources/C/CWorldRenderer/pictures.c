#include "CWorldRenderer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define HAS_VECTORS 1
#else
#define HAS_VECTORS 0
#endif

// A picture is drawn line by line of its own: two of its rows are blended, then read at the columns. Where the target's
// rows are the picture's columns, a strip of such lines is turned after that, while it is in the cache.
//
// Values of bytes are 128 less in between, so that they are signed; weights are of 128.

// Where one column or row of the target reads the picture, and how much of the texel after that.
typedef struct {
  int32_t first;
  uint8_t weight;
} place;

typedef struct {
  place *at;
  // Those of the target that show the picture.
  int32_t from, to;
} places;

static int find(places *out, int32_t count, double start, double by, int32_t texels, double reach) {
  out->at = malloc(sizeof(place) * (size_t)(count > 0 ? count : 1));
  if (!out->at) return 0;
  out->from = count;
  out->to = 0;
  for (int32_t i = 0; i < count; i++) {
    double at = start + by * i;
    out->at[i] = (place){0, 0};
    if (!(at >= 0 && at <= reach)) continue;
    if (i < out->from) out->from = i;
    out->to = i + 1;
    double middle = fmin(fmax(at - 0.5, 0), texels - 1);
    int32_t first = (int32_t)middle;
    if (first > texels - 2 && texels > 1) first = texels - 2;
    out->at[i].first = first;
    out->at[i].weight = (uint8_t)((middle - first) * 128 + 0.5);
  }
  if (out->from > out->to) out->from = out->to;
  return 1;
}

static inline uint8_t mix(uint8_t a, uint8_t b, uint8_t weight) {
  return (uint8_t)(((128 - weight) * a + weight * b + 64) >> 7);
}

typedef struct {
  const duo_plane *plane;
  places u, v;
  int32_t bytes;
} reading;

static const uint8_t *row_of(const duo_plane *p, int32_t row) {
  return p->pixels + (size_t)(row < p->height ? row : p->height - 1) * p->bytesPerRow;
}

// One line: what the target shows of the picture's rows at `v`, from the column `u.from` to `u.to`.
static void line_plain(const reading *r, place v, uint8_t *out) {
  const uint8_t *a = row_of(r->plane, v.first), *b = row_of(r->plane, v.first + 1);
  int32_t n = r->bytes, last = (r->plane->width - 1) * n;
  for (int32_t i = r->u.from; i < r->u.to; i++) {
    place u = r->u.at[i];
    int32_t p = u.first * n, q = p + n > last ? last : p + n;
    for (int32_t k = 0; k < n; k++)
      *out++ = mix(mix(a[p + k], b[p + k], v.weight), mix(a[q + k], b[q + k], v.weight), u.weight);
  }
}

#if HAS_VECTORS
#define FAST __attribute__((target("avx2")))

// Eight bytes of a line: where they begin to read, and for each its two bytes there and their weights.
typedef struct {
  int32_t base[2];
  _Alignas(32) uint8_t pairs[32], weights[32];
} columns;

typedef struct {
  columns *items;
  int32_t count;
  // The bytes of the picture's rows that are read.
  int32_t low, high;
  uint8_t *blended;
} fast_columns;

// No if sixteen bytes do not hold what eight of a line need.
static int prepare(const reading *r, fast_columns *out) {
  int32_t n = r->bytes, each = 16 / n, count = r->u.to - r->u.from;
  *out = (fast_columns){0};
  if (count <= 0 || r->plane->width < 2) return 0;
  out->count = (count + each - 1) / each;
  if (posix_memalign((void **)&out->items, 32, sizeof(columns) * (size_t)out->count)) return 0;
  out->low = INT32_MAX;
  for (int32_t i = 0; i < out->count; i++) {
    columns *c = &out->items[i];
    for (int32_t half = 0; half < 2; half++) {
      int32_t least = INT32_MAX, most = 0;
      for (int32_t k = 0; k < each / 2; k++) {
        int32_t at = i * each + half * each / 2 + k;
        int32_t first = r->u.at[r->u.from + (at < count ? at : count - 1)].first * n;
        if (first < least) least = first;
        if (first > most) most = first;
      }
      if (most - least + 2 * n > 16) {
        free(out->items);
        return 0;
      }
      c->base[half] = least;
      if (least < out->low) out->low = least;
      if (most + 2 * n > out->high) out->high = most + 2 * n;
      for (int32_t k = 0; k < each / 2; k++) {
        int32_t at = i * each + half * each / 2 + k;
        place p = r->u.at[r->u.from + (at < count ? at : count - 1)];
        for (int32_t b = 0; b < n; b++) {
          int32_t to = 16 * half + 2 * (k * n + b);
          c->pairs[to] = (uint8_t)(p.first * n - least + b);
          c->pairs[to + 1] = (uint8_t)(p.first * n - least + b + n);
          c->weights[to] = (uint8_t)(128 - p.weight);
          c->weights[to + 1] = p.weight;
        }
      }
    }
  }
  for (int32_t i = 0; i < out->count; i++)
    for (int32_t half = 0; half < 2; half++) out->items[i].base[half] -= out->low;
  out->blended = malloc((size_t)(out->high - out->low) + 64);
  if (!out->blended) {
    free(out->items);
    return 0;
  }
  return 1;
}

FAST static void blend(const uint8_t *a, const uint8_t *b, uint8_t weight, int32_t count, uint8_t *out) {
  const __m256i sign = _mm256_set1_epi8((char)128), half = _mm256_set1_epi16(64);
  const __m256i weights = _mm256_set1_epi16((short)((128 - weight) | weight << 8));
  int32_t i = 0;
  for (; i + 32 <= count; i += 32) {
    __m256i upper = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(a + i)), sign);
    if (weight) {
      __m256i lower = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(b + i)), sign);
      __m256i p = _mm256_maddubs_epi16(weights, _mm256_unpacklo_epi8(upper, lower));
      __m256i q = _mm256_maddubs_epi16(weights, _mm256_unpackhi_epi8(upper, lower));
      p = _mm256_srai_epi16(_mm256_add_epi16(p, half), 7);
      q = _mm256_srai_epi16(_mm256_add_epi16(q, half), 7);
      upper = _mm256_packs_epi16(p, q);
    }
    _mm256_storeu_si256((__m256i *)(out + i), upper);
  }
  for (; i < count; i++) out[i] = (uint8_t)(mix(a[i], b[i], weight) ^ 128);
}

FAST static inline __m128i load16(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)p); }

FAST static inline __m128i sixteen(const columns *c, const uint8_t *line) {
  __m256i bytes = _mm256_inserti128_si256(
    _mm256_castsi128_si256(load16(line + c->base[0])), load16(line + c->base[1]), 1);
  bytes = _mm256_shuffle_epi8(bytes, _mm256_load_si256((const __m256i *)c->pairs));
  __m256i sums = _mm256_maddubs_epi16(_mm256_load_si256((const __m256i *)c->weights), bytes);
  sums = _mm256_srai_epi16(_mm256_add_epi16(sums, _mm256_set1_epi16(64)), 7);
  __m128i packed = _mm_packs_epi16(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
  return _mm_xor_si128(packed, _mm_set1_epi8((char)128));
}

FAST static void line_fast(const reading *r, const fast_columns *f, place v, uint8_t *out) {
  const uint8_t *a = row_of(r->plane, v.first) + f->low, *b = row_of(r->plane, v.first + 1) + f->low;
  blend(a, b, v.weight, f->high - f->low, f->blended);
  int32_t bytes = (r->u.to - r->u.from) * r->bytes, i = 0;
  for (; 16 * (i + 1) <= bytes; i++) _mm_storeu_si128((__m128i *)(out + 16 * i), sixteen(&f->items[i], f->blended));
  if (16 * i < bytes) {
    uint8_t rest[16];
    _mm_storeu_si128((__m128i *)rest, sixteen(&f->items[i], f->blended));
    memcpy(out + 16 * i, rest, (size_t)(bytes - 16 * i));
  }
}

// Turns squares of sixteen bytes a side: each stage interleaves rows that are half of the square apart.
#define TURN(NAME, ROWS, LOW, HIGH)                                                                      \
  static inline void NAME(const uint8_t *from, size_t fromRow, uint8_t *to, size_t toRow) {              \
    __m128i a[ROWS], b[ROWS];                                                                            \
    for (int i = 0; i < ROWS; i++) a[i] = _mm_loadu_si128((const __m128i *)(from + (size_t)i * fromRow)); \
    for (int stage = 1; stage < ROWS; stage *= 2) {                                                      \
      for (int i = 0; i < ROWS / 2; i++) {                                                               \
        b[2 * i] = LOW(a[i], a[i + ROWS / 2]);                                                           \
        b[2 * i + 1] = HIGH(a[i], a[i + ROWS / 2]);                                                      \
      }                                                                                                  \
      memcpy(a, b, sizeof a);                                                                            \
    }                                                                                                    \
    for (int i = 0; i < ROWS; i++) _mm_storeu_si128((__m128i *)(to + (size_t)i * toRow), a[i]);          \
  }
TURN(turn1, 16, _mm_unpacklo_epi8, _mm_unpackhi_epi8)
TURN(turn2, 8, _mm_unpacklo_epi16, _mm_unpackhi_epi16)
TURN(turn4, 4, _mm_unpacklo_epi32, _mm_unpackhi_epi32)
#endif

// Column i of `lines` becomes row i of the target.
static void turn(
  const uint8_t *lines, size_t lineRow, int32_t n, int32_t count, int32_t length, uint8_t *to, size_t toRow) {
  int32_t x = 0;
#if HAS_VECTORS
  int32_t side = 16 / n, y = 0;
  for (; y + side <= length; y += side) {
    for (x = 0; x + side <= count; x += side) {
      const uint8_t *from = lines + (size_t)x * lineRow + (size_t)(y * n);
      uint8_t *out = to + (size_t)y * toRow + (size_t)(x * n);
      if (n == 1) turn1(from, lineRow, out, toRow);
      else if (n == 2) turn2(from, lineRow, out, toRow);
      else turn4(from, lineRow, out, toRow);
    }
  }
  int32_t squares = y;
  x = count / side * side;
#else
  int32_t squares = 0;
#endif
  for (int32_t row = 0; row < length; row++)
    for (int32_t i = row < squares ? x : 0; i < count; i++)
      memcpy(to + (size_t)row * toRow + (size_t)(i * n), lines + (size_t)i * lineRow + (size_t)(row * n), (size_t)n);
}

static void fill(uint8_t *to, size_t bytesPerRow, int32_t n, int32_t width, int32_t height, const uint8_t *value) {
  for (int32_t y = 0; y < height; y++)
    for (int32_t x = 0; x < width; x++)
      for (int32_t k = 0; k < n; k++) to[(size_t)y * bytesPerRow + (size_t)(x * n + k)] = value[k];
}

static int draw(
  const duo_plane *plane, double u, double du, double v, double dv, int32_t isTransposed, const uint8_t *outside,
  uint8_t *target, size_t bytesPerRow, int32_t width, int32_t height, int isPlain) {
  reading r = {plane, {0}, {0}, plane->bytesPerPixel};
  int32_t n = r.bytes;
  int done = 0;
  enum { STRIP = 64 };  // bytes of a target's row that are turned at a time: a line of the cache
  uint8_t *strip = NULL;
  if (!find(&r.u, isTransposed ? height : width, u, du, plane->width, plane->reachX)) goto end;
  if (!find(&r.v, isTransposed ? width : height, v, dv, plane->height, plane->reachY)) goto end;
  int32_t left = isTransposed ? r.v.from : r.u.from, right = isTransposed ? r.v.to : r.u.to;
  int32_t top = isTransposed ? r.u.from : r.v.from, bottom = isTransposed ? r.u.to : r.v.to;
  if (left >= right || top >= bottom) left = right = top = bottom = 0;
  fill(target, bytesPerRow, n, width, top, outside);
  fill(target + (size_t)bottom * bytesPerRow, bytesPerRow, n, width, height - bottom, outside);
  fill(target + (size_t)top * bytesPerRow, bytesPerRow, n, left, bottom - top, outside);
  fill(target + (size_t)top * bytesPerRow + (size_t)(right * n), bytesPerRow, n, width - right, bottom - top, outside);
#if HAS_VECTORS
  fast_columns f = {0};
  int isFast = !isPlain && __builtin_cpu_supports("avx2") && prepare(&r, &f);
#define LINE(V, OUT) (isFast ? line_fast(&r, &f, V, OUT) : line_plain(&r, V, OUT))
#else
  (void)isPlain;
#define LINE(V, OUT) line_plain(&r, V, OUT)
#endif
  if (!isTransposed) {
    for (int32_t y = top; y < bottom; y++) LINE(r.v.at[y], target + (size_t)y * bytesPerRow + (size_t)(left * n));
    done = 1;
  } else {
    size_t lineRow = ((size_t)(bottom - top) * (size_t)n + 63) / 64 * 64 + 64;
    strip = malloc(lineRow * STRIP);
    if (strip) {
      for (int32_t x = left; x < right; x += STRIP / n) {
        int32_t count = right - x < STRIP / n ? right - x : STRIP / n;
        for (int32_t i = 0; i < count; i++) LINE(r.v.at[x + i], strip + (size_t)i * lineRow);
        turn(strip, lineRow, n, count, bottom - top, target + (size_t)top * bytesPerRow + (size_t)(x * n), bytesPerRow);
      }
      done = 1;
    }
  }
#undef LINE
#if HAS_VECTORS
  if (isFast) {
    free(f.items);
    free(f.blended);
  }
#endif
end:
  free(strip);
  free(r.u.at);
  free(r.v.at);
  return done;
}

int duo_draw_plane(
  const duo_plane *plane, double u, double du, double v, double dv, int32_t isTransposed, const uint8_t *outside,
  uint8_t *target, size_t bytesPerRow, int32_t width, int32_t height) {
  return draw(plane, u, du, v, dv, isTransposed, outside, target, bytesPerRow, width, height, 0);
}

int duo_draw_plane_plain(
  const duo_plane *plane, double u, double du, double v, double dv, int32_t isTransposed, const uint8_t *outside,
  uint8_t *target, size_t bytesPerRow, int32_t width, int32_t height) {
  return draw(plane, u, du, v, dv, isTransposed, outside, target, bytesPerRow, width, height, 1);
}

void duo_halve(
  const uint8_t *from, int32_t bytesPerPixel, int32_t width, int32_t height, size_t fromRow, uint8_t *to, size_t toRow) {
  int32_t w = (width + 1) / 2, h = (height + 1) / 2, n = bytesPerPixel;
  for (int32_t y = 0; y < h; y++) {
    const uint8_t *a = from + (size_t)(2 * y) * fromRow;
    const uint8_t *b = 2 * y + 1 < height ? a + fromRow : a;
    uint8_t *out = to + (size_t)y * toRow;
    for (int32_t x = 0; x < w; x++) {
      int32_t i = 2 * n * x, j = 2 * x + 1 < width ? i + n : i;
      for (int32_t k = 0; k < n; k++) out[n * x + k] = (uint8_t)((a[i + k] + a[j + k] + b[i + k] + b[j + k] + 2) / 4);
    }
  }
}

void duo_map_bytes(
  const uint8_t *from, size_t fromRow, int32_t bytes, int32_t height, const uint8_t *table, uint8_t *to, size_t toRow) {
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *a = from + (size_t)y * fromRow;
    uint8_t *b = to + (size_t)y * toRow;
    for (int32_t x = 0; x < bytes; x++) b[x] = table[a[x]];
  }
}
