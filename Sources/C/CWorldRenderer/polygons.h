#ifndef POLYGONS_H
#define POLYGONS_H
#include "CWorldRenderer.h"

// Triangles after projection, shared by the files of the polygon loops. Places are in samples of the target.

// Attributes divided by depth are linear on the target: value = at + gx (x - x0) + gy (y - y0).
enum { NEARNESS, BLUE, GREEN, RED, SHADES };

typedef struct {
  // Edges by rows: from the top vertex to the bottom one, and past the third one in two parts.
  double top, middle, bottom, xTop, xMiddle, slope, slopeAbove, slopeBelow;
  // One over depth, exactly: c + gx x + gy y.
  double c, gx, gy;
  float x0, y0;
  float at[SHADES], across[SHADES], down[SHADES];
  float uvAt[2], uvAcross[2], uvDown[2];
  // Columns that it can touch.
  int32_t left, right;
  int32_t texture;
} duo_projected;

// Rows of the target that are drawn at a time, so that their samples stay in the cache.
enum { DUO_BAND = 4, DUO_BLOCK = 8 };

struct duo_scene {
  duo_projected *items;
  size_t count, room;
  int32_t width, height, samples;
  double brightness;
  // The triangles of band i: numbers[starts[i]...starts[i + 1]), in their order.
  uint32_t *starts, *numbers;
};

// Columns of a band's memory, whole blocks; its rows are those of samples.
typedef struct {
  float *nearness;
  int32_t *numbers;  // of the triangle that is seen, from 1; 0: none
  int32_t first, columns;
} duo_band;

void duo_band_fill(const duo_scene *scene, int32_t band, duo_band *out);
#endif
