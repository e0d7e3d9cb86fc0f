#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "polygons.h"

// From meshes to triangles on the target, and which of them each band of its rows has to look at.

typedef struct {
  double x, y, w;  // u * w, v * w, depth
  double u, v, colour[3];
} corner;

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

static int32_t clamped(double v, int32_t most) { return v < 0 ? 0 : (v > most ? most : (int32_t)v); }

/// Corners by rows. Two triangles with a common edge compute the same crossing, so that none is left out or drawn twice.
static void edges(duo_projected *t, const double x[3], const double y[3]) {
  int i = 0, j = 1, k = 2, s;
  if (y[j] < y[i]) s = i, i = j, j = s;
  if (y[k] < y[j]) s = j, j = k, k = s;
  if (y[j] < y[i]) s = i, i = j, j = s;
  t->top = y[i];
  t->middle = y[j];
  t->bottom = y[k];
  t->xTop = x[i];
  t->xMiddle = x[j];
  t->slope = (x[k] - x[i]) / (y[k] - y[i]);
  t->slopeAbove = y[j] > y[i] ? (x[j] - x[i]) / (y[j] - y[i]) : 0;
  t->slopeBelow = y[k] > y[j] ? (x[k] - x[j]) / (y[k] - y[j]) : 0;
}

static void add(duo_scene *out, const corner *p, int32_t texture) {
  double x[3], y[3], q[3][SHADES + 2];
  const double scale = out->samples, shade = (texture < 0 ? 255 : 1) * out->brightness;
  const double width = out->width * scale, height = out->height * scale;
  int far = 0;
  for (int i = 0; i < 3; i++) {
    double iw = 1 / p[i].w;
    x[i] = p[i].x * iw * scale;
    y[i] = p[i].y * iw * scale;
    q[i][NEARNESS] = iw;
    for (int j = 0; j < 3; j++) q[i][BLUE + j] = p[i].colour[j] * iw * shade;
    q[i][SHADES] = p[i].u * iw;
    q[i][SHADES + 1] = p[i].v * iw;
    if (iw < q[far][NEARNESS]) far = i;
  }
  double x1 = x[1] - x[0], y1 = y[1] - y[0], x2 = x[2] - x[0], y2 = y[2] - y[0];
  double area = x1 * y2 - x2 * y1;
  if (fabs(area) < 1e-9) return;
  double top = fmin(y[0], fmin(y[1], y[2])), bottom = fmax(y[0], fmax(y[1], y[2]));
  double left = fmin(x[0], fmin(x[1], x[2])), right = fmax(x[0], fmax(x[1], x[2]));
  if (bottom <= 0 || top >= height || right <= 0 || left >= width) return;
  // No sample's middle lies between its rows or its columns.
  if (ceil(top - 0.5) >= ceil(bottom - 0.5) || ceil(left - 0.5) >= ceil(right - 0.5)) return;
  if (out->count == out->room) {
    out->room = out->room ? out->room * 2 : 4096;
    out->items = realloc(out->items, out->room * sizeof *out->items);
    if (!out->items) abort();
  }
  duo_projected *t = &out->items[out->count++];
  edges(t, x, y);
  t->left = clamped(ceil(left - 0.5), (int32_t)width);
  t->right = clamped(ceil(right - 0.5), (int32_t)width);
  // Shades are counted from near the corner that is farthest from the lens, where they are smallest.
  t->x0 = (float)fmin(fmax(x[far], 0), width);
  t->y0 = (float)fmin(fmax(y[far], 0), height);
  double inverse = 1 / area;
  for (int k = 0; k < SHADES + 2; k++) {
    double a = q[1][k] - q[0][k], b = q[2][k] - q[0][k];
    double gx = (a * y2 - b * y1) * inverse, gy = (b * x1 - a * x2) * inverse;
    double c = q[0][k] - gx * x[0] - gy * y[0];
    float at = (float)(c + gx * t->x0 + gy * t->y0);
    if (k < SHADES) {
      t->at[k] = at;
      t->across[k] = (float)gx;
      t->down[k] = (float)gy;
    } else {
      t->uvAt[k - SHADES] = at;
      t->uvAcross[k - SHADES] = (float)gx;
      t->uvDown[k - SHADES] = (float)gy;
    }
    if (k == NEARNESS) {
      t->c = c;
      t->gx = gx;
      t->gy = gy;
    }
  }
  t->texture = texture;
}

static void add_mesh(duo_scene *out, const duo_camera *k, const double m[9], const duo_mesh *mesh) {
  size_t count = (size_t)(mesh->vertexCount ? mesh->vertexCount : 1);
  corner *corners = malloc(sizeof(corner) * count);
  double *seen = malloc(sizeof(double) * 3 * count);
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
    if (in[0].w >= nearest && in[1].w >= nearest && in[2].w >= nearest) {
      add(out, in, t->texture);
      continue;
    }
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
      add(out, part, t->texture);
    }
  }
  free(corners);
  free(seen);
}

static void sort(duo_scene *s) {
  int32_t bands = (s->height + DUO_BAND - 1) / DUO_BAND, rows = DUO_BAND * s->samples;
  s->starts = calloc((size_t)bands + 2, sizeof *s->starts);
  if (!s->starts) abort();
  for (int pass = 0; pass < 2; pass++) {
    for (size_t i = 0; i < s->count; i++) {
      const duo_projected *t = &s->items[i];
      int32_t from = clamped(ceil(t->top - 0.5), s->height * s->samples) / rows;
      int32_t to = (clamped(ceil(t->bottom - 0.5), s->height * s->samples) + rows - 1) / rows;
      for (int32_t band = from; band < to; band++) {
        // First the counts, two places further; then each number moves its band's start up to where the next begins.
        if (pass == 0) s->starts[band + 2]++;
        else s->numbers[s->starts[band + 1]++] = (uint32_t)i;
      }
    }
    if (pass == 1) break;
    for (int32_t band = 0; band < bands; band++) s->starts[band + 2] += s->starts[band + 1];
    s->numbers = malloc(sizeof *s->numbers * (size_t)(s->starts[bands + 1] ? s->starts[bands + 1] : 1));
    if (!s->numbers) abort();
  }
}

duo_scene *duo_scene_make(
  const duo_camera *camera, const duo_mesh *meshes, int32_t meshCount, int32_t width, int32_t height, int32_t samples) {
  return duo_scene_make_dark(camera, meshes, meshCount, width, height, samples, 1);
}

duo_scene *duo_scene_make_dark(
  const duo_camera *camera, const duo_mesh *meshes, int32_t meshCount, int32_t width, int32_t height, int32_t samples,
  double brightness) {
  duo_scene *out = calloc(1, sizeof *out);
  if (!out) abort();
  out->width = width;
  out->height = height;
  out->samples = samples;
  out->brightness = brightness;
  double m[9];
  invert(camera, m);
  for (int32_t i = 0; i < meshCount; i++) add_mesh(out, camera, m, &meshes[i]);
  sort(out);
  return out;
}

void duo_scene_release(duo_scene *scene) {
  if (!scene) return;
  free(scene->items);
  free(scene->starts);
  free(scene->numbers);
  free(scene);
}

size_t duo_scene_bytes(const duo_scene *scene) {
  int32_t bands = (scene->height + DUO_BAND - 1) / DUO_BAND;
  return sizeof *scene + scene->room * sizeof *scene->items + scene->starts[bands] * sizeof *scene->numbers +
         (size_t)bands * sizeof *scene->starts;
}
