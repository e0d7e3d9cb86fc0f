#include "CWorldRenderer.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define HAS_VECTORS 1
#define FAST __attribute__((target("avx2,fma")))
#else
#define HAS_VECTORS 0
#endif

// ITU-R 709 in 1/32768; video range is 16...235 for luma and 16...240 for colour differences.
typedef struct {
  int32_t yr, yg, yb, yBase, br, bg, bb, rr, rg, rb;
} matrix;

static matrix matrix_for(int32_t fullRange) {
  double y = fullRange ? 1 : 219.0 / 255, c = fullRange ? 1 : 224.0 / 255;
  const double kr = 0.2126, kb = 0.0722, kg = 1 - kr - kb, one = 32768;
  double b = 0.5 / (1 - kb) * c * one, r = 0.5 / (1 - kr) * c * one;
  matrix m;
  m.yr = (int32_t)(kr * y * one + 0.5);
  m.yb = (int32_t)(kb * y * one + 0.5);
  m.yg = (int32_t)(y * one + 0.5) - m.yr - m.yb;
  m.yBase = fullRange ? 0 : 16;
  m.bb = (int32_t)(b * (1 - kb) + 0.5);
  m.br = (int32_t)(-b * kr - 0.5);
  m.bg = -m.bb - m.br;
  m.rr = (int32_t)(r * (1 - kr) + 0.5);
  m.rb = (int32_t)(-r * kb - 0.5);
  m.rg = -m.rr - m.rb;
  (void)kg;
  return m;
}

static inline uint8_t byte(int32_t v) { return (uint8_t)(v < 0 ? 0 : (v > 255 ? 255 : v)); }

void duo_fill_bgra(
  uint8_t *pixels, size_t bytesPerRow, int32_t width, int32_t height, uint8_t blue, uint8_t green, uint8_t red) {
  for (int32_t y = 0; y < height; y++) {
    uint8_t *p = pixels + (size_t)y * bytesPerRow;
    for (int32_t x = 0; x < width; x++, p += 4) {
      p[0] = blue;
      p[1] = green;
      p[2] = red;
      p[3] = 255;
    }
  }
}

void duo_make_opaque(uint8_t *pixels, size_t bytesPerRow, int32_t width, int32_t height) {
  for (int32_t y = 0; y < height; y++) {
    uint8_t *p = pixels + (size_t)y * bytesPerRow;
    for (int32_t x = 0; x < width; x++) p[4 * x + 3] = 255;
  }
}

static void luma_row(const matrix *m, const uint8_t *p, int32_t from, int32_t width, uint8_t *out) {
  p += 4 * from;
  for (int32_t x = from; x < width; x++, p += 4)
    out[x] = byte(((p[2] * m->yr + p[1] * m->yg + p[0] * m->yb + 16384) >> 15) + m->yBase);
}

/// Of two rows; `from`: even.
static void chroma_row(
  const matrix *m, const uint8_t *p, const uint8_t *q, int32_t from, int32_t width, uint8_t *out) {
  for (int32_t x = from; x < width; x += 2) {
    int32_t i = 4 * x, j = x + 1 < width ? i + 4 : i;
    int32_t b = p[i] + p[j] + q[i] + q[j], g = p[i + 1] + p[j + 1] + q[i + 1] + q[j + 1];
    int32_t r = p[i + 2] + p[j + 2] + q[i + 2] + q[j + 2];
    out[x] = byte(((r * m->br + g * m->bg + b * m->bb + 65536) >> 17) + 128);
    out[x + 1] = byte(((r * m->rr + g * m->rg + b * m->rb + 65536) >> 17) + 128);
  }
}

#if HAS_VECTORS
FAST static inline __m256i factors(int32_t b, int32_t g, int32_t r) {
  return _mm256_set1_epi64x(
    (long long)((uint64_t)(uint16_t)b | (uint64_t)(uint16_t)g << 16 | (uint64_t)(uint16_t)r << 32));
}

/// The same, sixteen pixels at a time; how many are done.
FAST static int32_t luma_fast(const matrix *m, const uint8_t *p, int32_t width, uint8_t *out) {
  const __m256i f = factors(m->yb, m->yg, m->yr), zero = _mm256_setzero_si256(), half = _mm256_set1_epi32(16384);
  const __m256i base = _mm256_set1_epi16((short)m->yBase);
  int32_t x = 0;
  for (; x + 16 <= width; x += 16) {
    __m256i words[2];
    for (int k = 0; k < 2; k++) {
      __m256i v = _mm256_loadu_si256((const __m256i *)(p + 4 * x + 32 * k));
      __m256i a = _mm256_madd_epi16(_mm256_unpacklo_epi8(v, zero), f);
      __m256i b = _mm256_madd_epi16(_mm256_unpackhi_epi8(v, zero), f);
      words[k] = _mm256_srai_epi32(_mm256_add_epi32(_mm256_hadd_epi32(a, b), half), 15);
    }
    // Pixels 0-3 8-11 | 4-7 12-15 after packing.
    __m256i sixteen = _mm256_add_epi16(_mm256_packs_epi32(words[0], words[1]), base);
    __m256i bytes = _mm256_permute4x64_epi64(_mm256_packus_epi16(sixteen, sixteen), 0x08);
    __m128i low = _mm256_castsi256_si128(bytes);
    _mm_storeu_si128((__m128i *)(out + x), _mm_shuffle_epi32(low, _MM_SHUFFLE(3, 1, 2, 0)));
  }
  return x;
}

FAST static int32_t chroma_fast(const matrix *m, const uint8_t *p, const uint8_t *q, int32_t width, uint8_t *out) {
  const __m256i blue = factors(m->bb, m->bg, m->br), red = factors(m->rb, m->rg, m->rr);
  const __m256i zero = _mm256_setzero_si256(), half = _mm256_set1_epi32(65536), middle = _mm256_set1_epi32(128);
  int32_t x = 0;
  for (; x + 8 <= width; x += 8) {
    __m256i a = _mm256_loadu_si256((const __m256i *)(p + 4 * x)), b = _mm256_loadu_si256((const __m256i *)(q + 4 * x));
    __m256i low = _mm256_add_epi16(_mm256_unpacklo_epi8(a, zero), _mm256_unpacklo_epi8(b, zero));
    __m256i high = _mm256_add_epi16(_mm256_unpackhi_epi8(a, zero), _mm256_unpackhi_epi8(b, zero));
    // Sums of four pixels: of the first and second two of each half.
    __m256i sums = _mm256_add_epi16(_mm256_unpacklo_epi64(low, high), _mm256_unpackhi_epi64(low, high));
    __m256i cb = _mm256_madd_epi16(sums, blue), cr = _mm256_madd_epi16(sums, red);
    // Cb Cb Cr Cr of each half.
    __m256i both = _mm256_add_epi32(_mm256_srai_epi32(_mm256_add_epi32(_mm256_hadd_epi32(cb, cr), half), 17), middle);
    both = _mm256_shuffle_epi32(both, _MM_SHUFFLE(3, 1, 2, 0));
    __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
    _mm_storel_epi64((__m128i *)(out + x), _mm_packus_epi16(words, words));
  }
  return x;
}
#endif

void duo_bgra_to_420(
  const uint8_t *pixels, size_t bytesPerRow, int32_t width, int32_t height, uint8_t *luma, size_t lumaRow,
  uint8_t *chroma, size_t chromaRow, int32_t fullRange) {
  const matrix m = matrix_for(fullRange);
#if HAS_VECTORS
  const int isFast = duo_panorama_is_fast();
#endif
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *p = pixels + (size_t)y * bytesPerRow, *q = y + 1 < height ? p + bytesPerRow : p;
    uint8_t *out = luma + (size_t)y * lumaRow, *both = chroma + (size_t)(y / 2) * chromaRow;
    int32_t done = 0;
#if HAS_VECTORS
    if (isFast) done = luma_fast(&m, p, width, out);
#endif
    luma_row(&m, p, done, width, out);
    if (y % 2) continue;
    done = 0;
#if HAS_VECTORS
    if (isFast) done = chroma_fast(&m, p, q, width, both);
#endif
    chroma_row(&m, p, q, done, width, both);
  }
}
