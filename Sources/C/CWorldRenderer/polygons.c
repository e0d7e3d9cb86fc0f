#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "CWorldRenderer.h"

// A triangle after projection. Each attribute divided by depth is linear on the target: value = c + gx x + gy y.
enum { INVERSE_DEPTH, U, V, BLUE, GREEN, RED, ATTRIBUTES };
typedef struct {
  double x[3], y[3];
  double top, bottom;
  double c[ATTRIBUTES];
  float gx[ATTRIBUTES], gy[ATTRIBUTES];
  int32_t texture;
} projected;

typedef struct {
  double x, y, w;  // u * w, v * w, depth
  double u, v, colour[3];
} corner;

typedef struct {
  projected *items;
  size_t count, room;
} list;

static const double nearest = 0.0005;

/// u, v and depth of p are M (p - origin), with M the inverse of the columns dx, dy, d0.
static void invert(const duo_camera *k, double m[9]) {
  const double *a = k->dx, *b = k->dy, *c = k->d0;
  double bc[3] = {b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]};
  double ca[3] = {c[1] * a[2] - c[2] * a[1], c[2] * a[0] - c[0] * a[2], c[0] * a[1] - c[1] * a[0]};
  double ab[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  double d = a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2];
  for (int i = 0; i < 3; i++) {
    m[i] = bc[i] / d;
    m[3 + i] = ca[i] / d;
    m[6 + i] = ab[i] / d;
  }
}

static void add(list *out, const corner *p, int32_t texture, double width, double height, double scale) {
  double x[3], y[3], q[3][ATTRIBUTES];
  for (int i = 0; i < 3; i++) {
    double iw = 1 / p[i].w;
    x[i] = p[i].x * iw * scale;
    y[i] = p[i].y * iw * scale;
    q[i][INVERSE_DEPTH] = iw;
    q[i][U] = p[i].u * iw;
    q[i][V] = p[i].v * iw;
    for (int j = 0; j < 3; j++) q[i][BLUE + j] = p[i].colour[j] * iw;
  }
  double x1 = x[1] - x[0], y1 = y[1] - y[0], x2 = x[2] - x[0], y2 = y[2] - y[0];
  double area = x1 * y2 - x2 * y1;
  if (fabs(area) < 1e-9) return;
  projected t;
  t.top = fmin(y[0], fmin(y[1], y[2]));
  t.bottom = fmax(y[0], fmax(y[1], y[2]));
  double left = fmin(x[0], fmin(x[1], x[2])), right = fmax(x[0], fmax(x[1], x[2]));
  if (t.bottom <= 0 || t.top >= height * scale || right <= 0 || left >= width * scale) return;
  for (int i = 0; i < 3; i++) {
    t.x[i] = x[i];
    t.y[i] = y[i];
  }
  for (int k = 0; k < ATTRIBUTES; k++) {
    double a = q[1][k] - q[0][k], b = q[2][k] - q[0][k];
    double gx = (a * y2 - b * y1) / area, gy = (b * x1 - a * x2) / area;
    t.gx[k] = (float)gx;
    t.gy[k] = (float)gy;
    t.c[k] = q[0][k] - gx * x[0] - gy * y[0];
  }
  t.texture = texture;
  if (out->count == out->room) {
    out->room = out->room ? out->room * 2 : 4096;
    out->items = realloc(out->items, out->room * sizeof *out->items);
    if (!out->items) abort();
  }
  out->items[out->count++] = t;
}

static list project(
  const duo_camera *k, const duo_mesh *meshes, int32_t meshCount, int32_t width, int32_t height, int32_t samples) {
  list out = {0};
  double m[9];
  invert(k, m);
  for (int32_t i = 0; i < meshCount; i++) {
    const duo_mesh *mesh = &meshes[i];
    corner *corners = malloc(sizeof(corner) * (size_t)(mesh->vertexCount ? mesh->vertexCount : 1));
    double *seen = malloc(sizeof(double) * 3 * (size_t)(mesh->vertexCount ? mesh->vertexCount : 1));
    if (!corners || !seen) abort();
    for (int32_t j = 0; j < mesh->vertexCount; j++) {
      const duo_vertex *v = &mesh->vertices[j];
      const double *r = mesh->rotation;
      double *p = seen + 3 * j;
      for (int a = 0; a < 3; a++)
        p[a] = r[3 * a] * v->position[0] + r[3 * a + 1] * v->position[1] + r[3 * a + 2] * v->position[2] +
               mesh->translation[a] - k->origin[a];
      corner *c = &corners[j];
      c->x = m[0] * p[0] + m[1] * p[1] + m[2] * p[2];
      c->y = m[3] * p[0] + m[4] * p[1] + m[5] * p[2];
      c->w = m[6] * p[0] + m[7] * p[1] + m[8] * p[2];
      c->u = v->u;
      c->v = v->v;
      c->colour[0] = v->blue;
      c->colour[1] = v->green;
      c->colour[2] = v->red;
    }
    for (int32_t j = 0; j < mesh->triangleCount; j++) {
      const duo_triangle *t = &mesh->triangles[j];
      const double *a = seen + 3 * t->a, *b = seen + 3 * t->b, *c = seen + 3 * t->c;
      double e[3], f[3];
      for (int n = 0; n < 3; n++) {
        e[n] = b[n] - a[n];
        f[n] = c[n] - a[n];
      }
      double side = (e[1] * f[2] - e[2] * f[1]) * a[0] + (e[2] * f[0] - e[0] * f[2]) * a[1] +
                    (e[0] * f[1] - e[1] * f[0]) * a[2];
      if (side >= 0) continue;  // seen from behind
      corner in[3] = {corners[t->a], corners[t->b], corners[t->c]};
      if (in[0].x < 0 && in[1].x < 0 && in[2].x < 0) continue;
      if (in[0].y < 0 && in[1].y < 0 && in[2].y < 0) continue;
      corner kept[4];
      int n = 0;
      for (int q = 0; q < 3; q++) {
        const corner *from = &in[q], *to = &in[(q + 1) % 3];
        if (from->w >= nearest) kept[n++] = *from;
        if ((from->w >= nearest) != (to->w >= nearest)) {
          double s = (nearest - from->w) / (to->w - from->w);
          corner *p = &kept[n++];
          p->x = from->x + s * (to->x - from->x);
          p->y = from->y + s * (to->y - from->y);
          p->w = nearest;
          p->u = from->u + s * (to->u - from->u);
          p->v = from->v + s * (to->v - from->v);
          for (int z = 0; z < 3; z++) p->colour[z] = from->colour[z] + s * (to->colour[z] - from->colour[z]);
        }
      }
      for (int q = 2; q < n; q++) {
        corner part[3] = {kept[0], kept[q - 1], kept[q]};
        add(&out, part, t->texture, width, height, samples);
      }
    }
    free(corners);
    free(seen);
  }
  return out;
}

/// First and past-the-last column whose middle lies in the triangle on the row with middle `y`. Two triangles
/// with a common edge compute the same crossing, so that none is left out or drawn twice.
static int span(const projected *t, double y, int32_t width, int32_t *from, int32_t *to) {
  double left = INFINITY, right = -INFINITY;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    int low = i, high = j;
    if (t->y[i] > t->y[j] || (t->y[i] == t->y[j] && t->x[i] > t->x[j])) {
      low = j;
      high = i;
    }
    if (!(t->y[low] <= y && y < t->y[high])) continue;
    double x = t->x[low] + (t->x[high] - t->x[low]) * ((y - t->y[low]) / (t->y[high] - t->y[low]));
    if (x < left) left = x;
    if (x > right) right = x;
  }
  if (!(left < right)) return 0;
  double first = ceil(left - 0.5), last = ceil(right - 0.5);
  *from = first < 0 ? 0 : (first > width ? width : (int32_t)first);
  *to = last < 0 ? 0 : (last > width ? width : (int32_t)last);
  return *from < *to;
}

typedef struct {
  float b, g, r;
} colour;

/// A column or row of a texture; the size of one that repeats is a power of two.
static inline int32_t wrap(int32_t i, int32_t n, int repeats) {
  if (repeats) return i & (n - 1);
  return i < 0 ? 0 : (i >= n ? n - 1 : i);
}

static inline float unit(float v) { return v < 0 ? 0 : (v > 1 ? 1 : v); }

/// The whole number below; cheaper than floorf where that is a call.
static inline int32_t down(float v) {
  int32_t i = (int32_t)v;
  return i - (v < (float)i);
}

/// `sharpU`, `sharpV`: pixels of the target in one texel, to keep magnified texels square; 1 for plain bilinear.
static inline colour sample(const duo_texture *t, int level, float u, float v, float sharpU, float sharpV) {
  int32_t w = t->levels[level].width, h = t->levels[level].height;
  const uint8_t *pixels = t->levels[level].pixels;
  float x = u * (float)w - 0.5f, y = v * (float)h - 0.5f;
  int32_t ix = down(x), iy = down(y);
  float a = x - (float)ix, b = y - (float)iy;
  if (sharpU > 1) a = unit((a - 0.5f) * sharpU + 0.5f);
  if (sharpV > 1) b = unit((b - 0.5f) * sharpV + 0.5f);
  int32_t x0 = wrap(ix, w, t->repeats), x1 = wrap(ix + 1, w, t->repeats);
  int32_t y0 = wrap(iy, h, t->repeats), y1 = wrap(iy + 1, h, t->repeats);
  const uint8_t *p = pixels + 4 * ((size_t)y0 * (size_t)w + (size_t)x0), *q = pixels + 4 * ((size_t)y0 * (size_t)w + (size_t)x1);
  const uint8_t *r = pixels + 4 * ((size_t)y1 * (size_t)w + (size_t)x0), *s = pixels + 4 * ((size_t)y1 * (size_t)w + (size_t)x1);
  float w00 = (1 - a) * (1 - b), w10 = a * (1 - b), w01 = (1 - a) * b, w11 = a * b;
  colour c = {
    p[0] * w00 + q[0] * w10 + r[0] * w01 + s[0] * w11, p[1] * w00 + q[1] * w10 + r[1] * w01 + s[1] * w11,
    p[2] * w00 + q[2] * w10 + r[2] * w01 + s[2] * w11};
  return c;
}

static inline colour textured(const duo_texture *t, float u, float v, const projected *p, float w) {
  float tw = (float)t->levels[0].width, th = (float)t->levels[0].height;
  float ux = (p->gx[U] - u * p->gx[INVERSE_DEPTH]) * w * tw, uy = (p->gy[U] - u * p->gy[INVERSE_DEPTH]) * w * tw;
  float vx = (p->gx[V] - v * p->gx[INVERSE_DEPTH]) * w * th, vy = (p->gy[V] - v * p->gy[INVERSE_DEPTH]) * w * th;
  float eu = sqrtf(ux * ux + uy * uy), ev = sqrtf(vx * vx + vy * vy);
  if (t->isSharp) return sample(t, 0, u, v, 1 / (eu + 1e-6f), 1 / (ev + 1e-6f));
  float texels = 0.5f * (eu + ev);
  if (texels <= 1 || t->levelCount < 2) return sample(t, 0, u, v, 1, 1);
  float lod = log2f(texels);
  int level = (int)lod;
  if (level >= t->levelCount - 1) return sample(t, t->levelCount - 1, u, v, 1, 1);
  float f = lod - (float)level;
  colour a = sample(t, level, u, v, 1, 1), b = sample(t, level + 1, u, v, 1, 1);
  colour c = {a.b + f * (b.b - a.b), a.g + f * (b.g - a.g), a.r + f * (b.r - a.r)};
  return c;
}

static inline uint8_t byte(float v) { return (uint8_t)(v <= 0 ? 0 : (v >= 255 ? 255 : v + 0.5f)); }

static void fill(
  const projected *t, const duo_texture *textures, uint8_t *pixels, float *nearness, int32_t width, int32_t firstRow,
  int32_t rows) {
  int32_t top = (int32_t)fmax(t->top - 0.5, firstRow), bottom = (int32_t)fmin(t->bottom + 1, firstRow + rows);
  for (int32_t row = top; row < bottom; row++) {
    int32_t from, to;
    double y = row + 0.5;
    if (!span(t, y, width, &from, &to)) continue;
    float start[ATTRIBUTES];
    double x = from + 0.5;
    for (int k = 0; k < ATTRIBUTES; k++) start[k] = (float)(t->c[k] + t->gy[k] * y + t->gx[k] * x);
    float *z = nearness + (size_t)(row - firstRow) * (size_t)width + from;
    uint8_t *out = pixels + 4 * ((size_t)(row - firstRow) * (size_t)width + (size_t)from);
    for (int32_t i = 0; i < to - from; i++, out += 4) {
      float s = (float)i;
      float iw = start[INVERSE_DEPTH] + t->gx[INVERSE_DEPTH] * s;
      if (iw <= z[i]) continue;
      z[i] = iw;
      float w = 1 / iw;
      float b = (start[BLUE] + t->gx[BLUE] * s) * w, g = (start[GREEN] + t->gx[GREEN] * s) * w;
      float r = (start[RED] + t->gx[RED] * s) * w;
      if (t->texture >= 0) {
        colour c = textured(
          &textures[t->texture], (start[U] + t->gx[U] * s) * w, (start[V] + t->gx[V] * s) * w, t, w);
        b *= c.b;
        g *= c.g;
        r *= c.r;
      } else {
        b *= 255;
        g *= 255;
        r *= 255;
      }
      out[0] = byte(b);
      out[1] = byte(g);
      out[2] = byte(r);
      out[3] = 255;
    }
  }
}

void duo_draw_polygons(
  const duo_camera *camera, const duo_mesh *meshes, int32_t meshCount, const duo_texture *textures, uint8_t *pixels,
  size_t bytesPerRow, int32_t width, int32_t height, int32_t samples) {
  list triangles = project(camera, meshes, meshCount, width, height, samples);
  enum { BAND = 16 };  // rows of the target drawn at a time, so that the samples stay in the cache
  int32_t sw = width * samples;
  size_t count = (size_t)sw * (size_t)(BAND * samples);
  uint8_t *fine = malloc(count * 4);
  float *nearness = malloc(count * sizeof(float));
  if (!fine || !nearness) abort();
  int32_t n = samples * samples;
  for (int32_t row = 0; row < height; row += BAND) {
    int32_t rows = height - row < BAND ? height - row : BAND;
    memset(nearness, 0, (size_t)sw * (size_t)(rows * samples) * sizeof(float));
    for (size_t i = 0; i < triangles.count; i++) {
      const projected *t = &triangles.items[i];
      if (t->bottom <= row * samples || t->top >= (row + rows) * samples) continue;
      fill(t, textures, fine, nearness, sw, row * samples, rows * samples);
    }
    for (int32_t y = 0; y < rows; y++) {
      uint8_t *out = pixels + (size_t)(row + y) * bytesPerRow;
      for (int32_t x = 0; x < width; x++, out += 4) {
        int32_t b = 0, g = 0, r = 0, covered = 0;
        for (int32_t j = 0; j < samples; j++) {
          size_t at = (size_t)(y * samples + j) * (size_t)sw + (size_t)(x * samples);
          for (int32_t i = 0; i < samples; i++) {
            if (nearness[at + (size_t)i] == 0) continue;
            const uint8_t *p = fine + 4 * (at + (size_t)i);
            b += p[0];
            g += p[1];
            r += p[2];
            covered++;
          }
        }
        if (!covered) continue;
        int32_t open = n - covered;
        out[0] = (uint8_t)((b + open * out[0] + n / 2) / n);
        out[1] = (uint8_t)((g + open * out[1] + n / 2) / n);
        out[2] = (uint8_t)((r + open * out[2] + n / 2) / n);
        out[3] = 255;
      }
    }
  }
  free(fine);
  free(nearness);
  free(triangles.items);
}

void duo_draw_depth(
  const duo_camera *camera, const duo_mesh *meshes, int32_t meshCount, double far, float *depth, size_t bytesPerRow,
  int32_t width, int32_t height) {
  list triangles = project(camera, meshes, meshCount, width, height, 1);
  for (int32_t row = 0; row < height; row++) {
    float *out = (float *)((uint8_t *)depth + (size_t)row * bytesPerRow);
    memset(out, 0, (size_t)width * sizeof(float));
    double y = row + 0.5;
    for (size_t i = 0; i < triangles.count; i++) {
      const projected *t = &triangles.items[i];
      int32_t from, to;
      if (t->bottom <= row || t->top >= row + 1 || !span(t, y, width, &from, &to)) continue;
      double start = t->c[INVERSE_DEPTH] + t->gy[INVERSE_DEPTH] * y;
      for (int32_t x = from; x < to; x++) {
        float iw = (float)(start + t->gx[INVERSE_DEPTH] * (x + 0.5));
        if (iw > out[x]) out[x] = iw;
      }
    }
    for (int32_t x = 0; x < width; x++) {
      if (out[x] > 0) {
        out[x] = 1 / out[x];
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
  free(triangles.items);
}

void duo_halve_bgra(const uint8_t *from, int32_t width, int32_t height, size_t fromRow, uint8_t *to, size_t toRow) {
  int32_t w = (width + 1) / 2, h = (height + 1) / 2;
  for (int32_t y = 0; y < h; y++) {
    const uint8_t *a = from + (size_t)(2 * y) * fromRow;
    const uint8_t *b = 2 * y + 1 < height ? a + fromRow : a;
    uint8_t *out = to + (size_t)y * toRow;
    for (int32_t x = 0; x < w; x++) {
      int32_t i = 8 * x, j = 2 * x + 1 < width ? i + 4 : i;
      for (int k = 0; k < 4; k++) out[4 * x + k] = (uint8_t)((a[i + k] + a[j + k] + b[i + k] + b[j + k] + 2) / 4);
    }
  }
}
