#include <math.h>
#include <string.h>

#include "CWorldRenderer.h"
#include "grain.h"
#include "transfer.h"

// From light to the numbers of a picture with any curve, primaries and number of bits.

// MARK: Curves. White is light 1; the signal is 0...1.

// ITU-R BT.2100, table 5.
static const double hlg_a = 0.17883277, hlg_b = 1 - 4 * 0.17883277;
static double hlg_c(void) { return 0.5 - hlg_a * log(4 * hlg_a); }
// The scene's light for a signal above one half.
static double hlg_bright(double signal) { return (exp((signal - hlg_c()) / hlg_a) + hlg_b) / 12; }
// White at 75 % of the signal. (ITU-R BT.2408)
static double hlg_white(void) { return hlg_bright(0.75); }

static double hlg(double light) {
  double e = light * hlg_white();
  if (!(e > 0)) return 0;
  if (e <= 1.0 / 12) return sqrt(3 * e);
  return e < 1 ? hlg_a * log(12 * e - hlg_b) + hlg_c() : 1;
}

// Apple Log Profile White Paper (September 2023); the second version differs in its primaries alone.
static double apple_log(double light) {
  const double r0 = -0.05641088, rt = 0.01, c = 47.28711236, beta = 0.00964052, gamma = 0.08550479, delta = 0.69336945;
  if (!(light > r0)) return 0;
  if (light < rt) return c * (light - r0) * (light - r0);
  return fmin(gamma * log2(light + beta) + delta, 1);
}

double duo_encoded_light(int32_t curve, double light) {
  switch (curve) {
    case DUO_CURVE_HLG: return hlg(light);
    case DUO_CURVE_APPLE_LOG: return apple_log(light);
    default: return light > 0 ? fmin(encoded(light), 1) : 0;
  }
}

// A curve by its values at 64 places of each octave from 2^-24 to 2^4, straight between them: within a fiftieth of a ten-bit
// number everywhere.
enum { LOWEST = -24, HIGHEST = 4, STEP_BITS = 17, STEPS = (HIGHEST - LOWEST) << (23 - STEP_BITS) };

typedef struct {
  float at[STEPS + 1];
  float black;
  int32_t curve;
} table;

static uint32_t bits_of(float v) {
  uint32_t bits;
  memcpy(&bits, &v, sizeof bits);
  return bits;
}

static void fill(table *t, int32_t curve) {
  t->curve = curve;
  t->black = (float)duo_encoded_light(curve, 0);
  const uint32_t first = bits_of(ldexpf(1, LOWEST));
  for (int i = 0; i <= STEPS; i++) {
    uint32_t bits = first + ((uint32_t)i << STEP_BITS);
    float v;
    memcpy(&v, &bits, sizeof v);
    t->at[i] = (float)duo_encoded_light(curve, v);
  }
}

static inline float look_up(const table *t, float v) {
  const float least = 5.9604645e-8f, most = 15.99999f;
  if (v < least) return v < 0 ? (float)duo_encoded_light(t->curve, v) : t->black;
  uint32_t bits = bits_of(v < most ? v : most) - ((uint32_t)(127 + LOWEST) << 23);
  const float *p = t->at + (bits >> STEP_BITS);
  float rest = (float)(bits & ((1U << STEP_BITS) - 1)) * (1.0f / (1U << STEP_BITS));
  return p[0] + rest * (p[1] - p[0]);
}

// MARK: Light

void duo_light_extend(
  const uint8_t *dark, size_t bytesPerRow, int32_t width, int32_t height, double darker, float *light) {
  float values[256];
  for (int i = 0; i < 256; i++) values[i] = (float)decoded(i / 255.0 * darker);
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *p = dark + (size_t)y * bytesPerRow;
    float *q = light + (size_t)y * (size_t)width * 4;
    for (int32_t x = 0; x < width; x++, p += 4, q += 4)
      for (int c = 0; c < 3; c++)
        if (q[c] > 0.9999f && values[p[c]] > q[c]) q[c] = values[p[c]];
  }
}

// Extended Reinhard above the knee: it goes on from there without a bend, and `top` becomes 1.
static inline float pressed(float v, float knee, float room, float top) {
  if (v <= knee) return v;
  float t = (v - knee) / room;
  float out = knee + room * t * (1 + t / (top * top)) / (1 + t);
  return out < 1 ? out : 1;
}

void duo_light_encode(float *light, int32_t width, int32_t height, const duo_encoding *e) {
  table t;
  fill(&t, e->curve);
  float m[9];
  for (int i = 0; i < 9; i++) m[i] = (float)e->matrix[i];
  const float knee = (float)e->knee, room = 1 - knee, top = ((float)e->most - knee) / (room > 0 ? room : 1);
  const int presses = e->most > 1 && e->knee < 1;
  for (int32_t y = 0; y < height; y++) {
    float *p = light + (size_t)y * (size_t)width * 4;
    for (int32_t x = 0; x < width; x++, p += 4) {
      float out[3];
      for (int c = 0; c < 3; c++) out[c] = m[3 * c] * p[0] + m[3 * c + 1] * p[1] + m[3 * c + 2] * p[2];
      if (e->noise > 0) add_grain(out, (float)e->noise, e->seed, x, y);
      for (int c = 0; c < 3; c++) p[c] = look_up(&t, presses ? pressed(out[c], knee, room, top) : out[c]);
    }
  }
}

// MARK: Numbers

void duo_encoded_to_bgra(const float *picture, int32_t width, int32_t height, uint8_t *pixels, size_t bytesPerRow) {
  for (int32_t y = 0; y < height; y++) {
    const float *p = picture + (size_t)y * (size_t)width * 4;
    uint8_t *q = pixels + (size_t)y * bytesPerRow;
    for (int32_t x = 0; x < width; x++, p += 4, q += 4) {
      for (int c = 0; c < 3; c++) q[c] = (uint8_t)(p[c] * 255 + 0.5f);
      q[3] = 255;
    }
  }
}

static inline void store(uint8_t *row, int32_t at, float v, int32_t bits) {
  const float most = bits == 10 ? 1023 : 255;
  v += 0.5f;
  int32_t number = (int32_t)(v < 0 ? 0 : (v > most ? most : v));
  if (bits == 10) {
    uint16_t wide = (uint16_t)(number << 6);
    row[2 * at] = (uint8_t)wide;
    row[2 * at + 1] = (uint8_t)(wide >> 8);
  } else {
    row[at] = (uint8_t)number;
  }
}

void duo_encoded_to_planes(
  const float *picture, int32_t width, int32_t height, const duo_plane_numbers *n, uint8_t *luma, size_t lumaRow,
  uint8_t *chroma, size_t chromaRow) {
  const int32_t bits = n->bits;
  const float unit = bits == 10 ? 4 : 1, whole = bits == 10 ? 1023 : 255;
  const float yScale = n->fullRange ? whole : 219 * unit, yBase = n->fullRange ? 0 : 16 * unit;
  const float cScale = n->fullRange ? whole : 224 * unit, cBase = 128 * unit;
  const float kr = (float)n->red, kb = (float)n->blue, kg = 1 - kr - kb;
  const float toBlue = cScale / (2 * (1 - kb)), toRed = cScale / (2 * (1 - kr));
  for (int32_t y = 0; y < height; y++) {
    const float *p = picture + (size_t)y * (size_t)width * 4;
    uint8_t *row = luma + (size_t)y * lumaRow;
    for (int32_t x = 0; x < width; x++)
      store(row, x, (kb * p[4 * x] + kg * p[4 * x + 1] + kr * p[4 * x + 2]) * yScale + yBase, bits);
    if (n->halvesRows && y % 2) continue;
    const float *q = n->halvesRows && y + 1 < height ? p + (size_t)width * 4 : p;
    uint8_t *both = chroma + (size_t)(n->halvesRows ? y / 2 : y) * chromaRow;
    for (int32_t x = 0; x < width; x += 2) {
      const int32_t i = 4 * x, j = x + 1 < width ? i + 4 : i;
      float v[3];
      for (int c = 0; c < 3; c++) v[c] = (p[i + c] + p[j + c] + q[i + c] + q[j + c]) * 0.25f;
      const float middle = kb * v[0] + kg * v[1] + kr * v[2];
      store(both, x, (v[0] - middle) * toBlue + cBase, bits);
      store(both, x + 1, (v[2] - middle) * toRed + cBase, bits);
    }
  }
}

// MARK: Back from HLG

// Signal to light, of which 1 is white.
static double hlg_light(double signal) {
  return (signal <= 0.5 ? signal * signal / 3 : hlg_bright(signal)) / hlg_white();
}

void duo_hlg_to_bgra(
  const uint8_t *luma, size_t lumaRow, const uint8_t *chroma, size_t chromaRow, int32_t width, int32_t height,
  int32_t fullRange, const double matrix[9], uint8_t *pixels, size_t bytesPerRow) {
  enum { SIGNALS = 4096, ROOTS = 4096 };
  static const float kr = 0.2627f, kb = 0.0593f;
  float light[SIGNALS];
  uint8_t bytes[ROOTS];
  for (int i = 0; i < SIGNALS; i++) light[i] = (float)hlg_light(i / (double)(SIGNALS - 1));
  for (int i = 0; i < ROOTS; i++) {
    double root = i / (double)(ROOTS - 1);
    bytes[i] = (uint8_t)(encoded(root * root) * 255 + 0.5);
  }
  // What the curve holds at most becomes white.
  const float knee = 0.5f, room = 0.5f, top = (light[SIGNALS - 1] - knee) / room;
  const float black = fullRange ? 0 : 64, extent = fullRange ? 1023 : 876, swing = fullRange ? 1023 : 896;
  float m[9];
  for (int i = 0; i < 9; i++) m[i] = (float)matrix[i];
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *p = luma + (size_t)y * lumaRow, *q = chroma + (size_t)(y / 2) * chromaRow;
    uint8_t *out = pixels + (size_t)y * bytesPerRow;
    for (int32_t x = 0; x < width; x++, out += 4) {
      const int32_t i = x / 2 * 4;
      const float v = ((float)((p[2 * x] | p[2 * x + 1] << 8) >> 6) - black) / extent;
      const float cb = ((float)((q[i] | q[i + 1] << 8) >> 6) - 512) / swing;
      const float cr = ((float)((q[i + 2] | q[i + 3] << 8) >> 6) - 512) / swing;
      float signal[3], linear[3];
      signal[2] = v + 2 * (1 - kr) * cr;
      signal[0] = v + 2 * (1 - kb) * cb;
      signal[1] = (v - kr * signal[2] - kb * signal[0]) / (1 - kr - kb);
      for (int c = 0; c < 3; c++) {
        float s = signal[c] < 0 ? 0 : (signal[c] > 1 ? 1 : signal[c]);
        linear[c] = light[(int)(s * (SIGNALS - 1) + 0.5f)];
      }
      for (int c = 0; c < 3; c++) {
        float s = pressed(m[3 * c] * linear[0] + m[3 * c + 1] * linear[1] + m[3 * c + 2] * linear[2], knee, room, top);
        out[c] = bytes[(int)(sqrtf(s < 0 ? 0 : s) * (ROOTS - 1) + 0.5f)];
      }
      out[3] = 255;
    }
  }
}
