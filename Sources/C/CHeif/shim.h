// libheif, from 1.14 on (it writes orientations since), and loops over pixels between its layouts and ours. In C, so that they are
// fast in debug builds too.
#include <libheif/heif.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

// Rows of R, G, B, A to rows of B, G, R, A; colours multiplied by alpha unless `opaque`, which also makes alpha 255.
static inline void duo_bgra_from_rgba(
  const uint8_t *from, size_t fromRow, uint8_t *to, size_t toRow, size_t width, size_t height, int opaque) {
  for (size_t y = 0; y < height; y++) {
    const uint8_t *s = from + y * fromRow;
    uint8_t *t = to + y * toRow;
    for (size_t x = 0; x < width; x++, s += 4, t += 4) {
      unsigned a = opaque ? 255 : s[3];
      t[0] = (uint8_t)((s[2] * a + 127) / 255);
      t[1] = (uint8_t)((s[1] * a + 127) / 255);
      t[2] = (uint8_t)((s[0] * a + 127) / 255);
      t[3] = (uint8_t)a;
    }
  }
}

// Rows of premultiplied B, G, R, A to rows of R, G, B, A with straight colours.
static inline void duo_rgba_from_bgra(
  const uint8_t *from, size_t fromRow, uint8_t *to, size_t toRow, size_t width, size_t height, int opaque) {
  for (size_t y = 0; y < height; y++) {
    const uint8_t *s = from + y * fromRow;
    uint8_t *t = to + y * toRow;
    for (size_t x = 0; x < width; x++, s += 4, t += 4) {
      unsigned a = opaque ? 255 : s[3];
      for (int c = 0; c < 3; c++) {
        unsigned v = a == 0 ? 0 : (s[2 - c] * 255 + a / 2) / a;
        t[c] = (uint8_t)(v > 255 ? 255 : v);
      }
      t[3] = (uint8_t)a;
    }
  }
}

// Rows of B, G, R, A to R, G, B without gaps.
static inline void duo_rgb_from_bgra(
  const uint8_t *from, size_t fromRow, uint8_t *to, size_t width, size_t height) {
  for (size_t y = 0; y < height; y++) {
    const uint8_t *s = from + y * fromRow;
    for (size_t x = 0; x < width; x++, s += 4, to += 3) { to[0] = s[2]; to[1] = s[1]; to[2] = s[0]; }
  }
}

// Interleaved Cb, Cr to two planes.
static inline void duo_split_chroma(
  const uint8_t *from, size_t fromRow, uint8_t *cb, size_t cbRow, uint8_t *cr, size_t crRow, size_t width,
  size_t height) {
  for (size_t y = 0; y < height; y++) {
    const uint8_t *s = from + y * fromRow;
    uint8_t *b = cb + y * cbRow, *r = cr + y * crRow;
    for (size_t x = 0; x < width; x++) { b[x] = s[2 * x]; r[x] = s[2 * x + 1]; }
  }
}

// Each pixel the mean of those of the larger picture that it covers.
static inline void duo_shrink_bgra(
  const uint8_t *from, size_t fromRow, size_t width, size_t height, uint8_t *to, size_t toRow, size_t w, size_t h) {
  for (size_t y = 0; y < h; y++) {
    size_t y0 = y * height / h, y1 = (y + 1) * height / h;
    if (y1 <= y0) y1 = y0 + 1;
    for (size_t x = 0; x < w; x++) {
      size_t x0 = x * width / w, x1 = (x + 1) * width / w;
      if (x1 <= x0) x1 = x0 + 1;
      uint64_t sum[4] = {0, 0, 0, 0}, count = (uint64_t)((x1 - x0) * (y1 - y0));
      for (size_t v = y0; v < y1; v++)
        for (size_t u = x0; u < x1; u++)
          for (int c = 0; c < 4; c++) sum[c] += from[v * fromRow + u * 4 + (size_t)c];
      for (int c = 0; c < 4; c++) to[y * toRow + x * 4 + (size_t)c] = (uint8_t)((sum[c] + count / 2) / count);
    }
  }
}

// As a viewer shows it, for one of Exif's eight numbers.
static inline void duo_turn_bgra(
  const uint8_t *from, size_t fromRow, size_t width, size_t height, uint8_t *to, size_t toRow, int orientation) {
  const uint32_t *s;
  for (size_t v = 0; v < height; v++) {
    s = (const uint32_t *)(const void *)(from + v * fromRow);
    for (size_t u = 0; u < width; u++) {
      size_t x = u, y = v;
      switch (orientation) {
        case 2: x = width - 1 - u; break;
        case 3: x = width - 1 - u; y = height - 1 - v; break;
        case 4: y = height - 1 - v; break;
        case 5: x = v; y = u; break;
        case 6: x = height - 1 - v; y = u; break;
        case 7: x = height - 1 - v; y = width - 1 - u; break;
        case 8: x = v; y = width - 1 - u; break;
        default: break;
      }
      *(uint32_t *)(void *)(to + y * toRow + x * 4) = s[u];
    }
  }
}

// Rows of B, G, R, A in Display P3 become sRGB in place; what sRGB has not is cut off.
static inline void duo_srgb_from_p3(uint8_t *pixels, size_t row, size_t width, size_t height) {
  // From the primaries of the two standards; both have the white D65.
  static const float m[3][3] = {
    {1.224940f, -0.224940f, 0}, {-0.042057f, 1.042057f, 0}, {-0.019638f, -0.078636f, 1.098274f}};
  float linear[256];
  uint8_t shown[4097];
  for (int i = 0; i < 256; i++) {
    double v = i / 255.0;
    linear[i] = (float)(v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
  }
  for (int i = 0; i <= 4096; i++) {
    double v = i / 4096.0;
    // Steps of the root, so that dark colours keep their steps.
    v *= v;
    shown[i] = (uint8_t)lround(255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055));
  }
  for (size_t y = 0; y < height; y++) {
    uint8_t *p = pixels + y * row;
    for (size_t x = 0; x < width; x++, p += 4) {
      float r = linear[p[2]], g = linear[p[1]], b = linear[p[0]];
      for (int c = 0; c < 3; c++) {
        float v = m[c][0] * r + m[c][1] * g + m[c][2] * b;
        p[2 - c] = shown[v <= 0 ? 0 : v >= 1 ? 4096 : (int)(sqrtf(v) * 4096 + 0.5f)];
      }
    }
  }
}
