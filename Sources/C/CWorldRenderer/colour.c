#include "CWorldRenderer.h"

// ITU-R 709 in 1/65536; video range is 16...235 for luma and 16...240 for colour differences.
typedef struct {
  int32_t yr, yg, yb, yBase, br, bg, bb, rr, rg, rb;
} matrix;

static matrix matrix_for(int32_t fullRange) {
  double y = fullRange ? 1 : 219.0 / 255, c = fullRange ? 1 : 224.0 / 255;
  const double kr = 0.2126, kb = 0.0722, kg = 1 - kr - kb, one = 65536;
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

void duo_bgra_to_420(
  const uint8_t *pixels, size_t bytesPerRow, int32_t width, int32_t height, uint8_t *luma, size_t lumaRow,
  uint8_t *chroma, size_t chromaRow, int32_t fullRange) {
  const matrix m = matrix_for(fullRange);
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *p = pixels + (size_t)y * bytesPerRow;
    uint8_t *out = luma + (size_t)y * lumaRow;
    for (int32_t x = 0; x < width; x++, p += 4)
      out[x] = byte(((p[2] * m.yr + p[1] * m.yg + p[0] * m.yb + 32768) >> 16) + m.yBase);
  }
  for (int32_t y = 0; y < height; y += 2) {
    const uint8_t *p = pixels + (size_t)y * bytesPerRow, *q = y + 1 < height ? p + bytesPerRow : p;
    uint8_t *out = chroma + (size_t)(y / 2) * chromaRow;
    for (int32_t x = 0; x < width; x += 2, out += 2) {
      int32_t i = 4 * x, j = x + 1 < width ? i + 4 : i;
      int32_t b = p[i] + p[j] + q[i] + q[j], g = p[i + 1] + p[j + 1] + q[i + 1] + q[j + 1];
      int32_t r = p[i + 2] + p[j + 2] + q[i + 2] + q[j + 2];
      out[0] = byte(((r * m.br + g * m.bg + b * m.bb + 131072) >> 18) + 128);
      out[1] = byte(((r * m.rr + g * m.rg + b * m.rb + 131072) >> 18) + 128);
    }
  }
}
