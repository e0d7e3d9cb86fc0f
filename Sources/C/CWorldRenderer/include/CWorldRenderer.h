#ifndef CWORLDRENDERER_H
#define CWORLDRENDERER_H
#include <stddef.h>
#include <stdint.h>

// The renderer's inner loops: polygons with depth, 360-degree pictures, colour conversion. No state, no
// allocation that outlives a call, safe on any thread. Same input, same bytes on one machine.

/// Pinhole camera for one target: the ray of pixel (u, v), counted from the target's top left corner in
/// pixels, is origin + t (d0 + u dx + v dy). d0 + u dx + v dy has length 1 along the optical axis, so t is depth.
typedef struct {
  double origin[3], d0[3], dx[3], dy[3];
} duo_camera;

// MARK: Polygons (scene.c, visible.c, polygons.c)

typedef struct {
  float position[3];
  float u, v;
  float blue, green, red;  // factor on the texture's colour; without a texture the colour itself, 0...1
} duo_vertex;

/// Anticlockwise seen from in front; the back is not drawn. texture -1: none.
typedef struct {
  int32_t a, b, c, texture;
} duo_triangle;

/// Triangles and where they stand: world = rotation * position + translation, rotation row by row.
typedef struct {
  const duo_vertex *vertices;
  int32_t vertexCount;
  const duo_triangle *triangles;
  int32_t triangleCount;
  double rotation[9], translation[3];
} duo_mesh;

enum { DUO_TEXTURE_LEVELS = 15 };
/// B, G, R, A bytes; each level half of the one before. Behind each row stands one more pixel, and below the last one more
/// row: what comes next, so that four neighbours lie together (the first again where it repeats, else the last).
typedef struct {
  int32_t levelCount;
  /// Repeats in both directions; its sizes are then powers of two.
  int32_t repeats;
  /// Texels stay squares with antialiased edges when magnified (tags).
  int32_t isSharp;
  struct {
    int32_t width, height;
    const uint8_t *pixels;
  } levels[DUO_TEXTURE_LEVELS];
} duo_texture;

static inline void duo_texture_set_level(
  duo_texture *texture, int32_t level, int32_t width, int32_t height, const uint8_t *pixels) {
  texture->levels[level].width = width;
  texture->levels[level].height = height;
  texture->levels[level].pixels = pixels;
}

/// Meshes as a target's pixels see them, to be drawn more than once, whole or in parts: the same bytes each time.
typedef struct duo_scene duo_scene;
/// Columns and rows; `right` and `bottom` are past the last.
typedef struct {
  int32_t left, top, right, bottom;
} duo_rectangle;

/// `samples`: 1, or 2 for 2 x 2 samples in a pixel.
duo_scene *duo_scene_make(
  const duo_camera *camera, const duo_mesh *meshes, int32_t meshCount, int32_t width, int32_t height, int32_t samples);
/// The same with every brightness times a factor, so that what is brighter than white is seen.
duo_scene *duo_scene_make_dark(
  const duo_camera *camera, const duo_mesh *meshes, int32_t meshCount, int32_t width, int32_t height, int32_t samples,
  double brightness);
void duo_scene_release(duo_scene *scene);
/// What it holds.
size_t duo_scene_bytes(const duo_scene *scene);

/// All of it, as B, G, R, A: over what `pixels` holds already, or else before black.
void duo_scene_draw(
  const duo_scene *scene, const duo_texture *textures, int32_t keepsBackground, uint8_t *pixels, size_t bytesPerRow);
/// A part of it before black; `pixels`: of the whole target.
void duo_scene_draw_part(
  const duo_scene *scene, const duo_texture *textures, duo_rectangle part, uint8_t *pixels, size_t bytesPerRow);
/// A part of it before black, as luma and colour differences. `left` and `top` are even; so are `right` and `bottom`, or
/// they are the target's.
void duo_scene_draw_420(
  const duo_scene *scene, const duo_texture *textures, duo_rectangle part, uint8_t *luma, size_t lumaRow,
  uint8_t *chroma, size_t chromaRow, int32_t fullRange);

/// Draws meshes over what `pixels` holds already, with `samples` x `samples` samples in a pixel.
void duo_draw_polygons(
  const duo_camera *camera, const duo_mesh *meshes, int32_t meshCount, const duo_texture *textures,
  uint8_t *pixels, size_t bytesPerRow, int32_t width, int32_t height, int32_t samples);

/// Depth in metres along the axis, one sample in a pixel's middle. Where nothing is, `far` metres along the ray.
void duo_draw_depth(
  const duo_camera *camera, const duo_mesh *meshes, int32_t meshCount, double far, float *depth,
  size_t bytesPerRow, int32_t width, int32_t height);

// MARK: Flat pictures (pictures.c)

/// One plane of a picture. Texels: `bytesPerPixel` 4: B, G, R, A; 1: luma; 2: Cb, Cr.
typedef struct {
  const uint8_t *pixels;
  int32_t width, height, bytesPerPixel;
  size_t bytesPerRow;
  /// Where the picture ends, in texels: within the last ones where a copy was rounded up.
  double reachX, reachY;
} duo_plane;

/// Draws a picture bilinearly; `outside` (a pixel) where it does not reach. The middle of the target's pixel (x, y) shows
/// the picture's point (u + x du, v + y dv), or with `isTransposed` (u + y du, v + x dv), in texels from the upper left
/// corner. Weights are of 128. False without memory.
int duo_draw_plane(
  const duo_plane *plane, double u, double du, double v, double dv, int32_t isTransposed, const uint8_t *outside,
  uint8_t *target, size_t bytesPerRow, int32_t width, int32_t height);
/// The plain loops whatever the machine has; the same bytes.
int duo_draw_plane_plain(
  const duo_plane *plane, double u, double du, double v, double dv, int32_t isTransposed, const uint8_t *outside,
  uint8_t *target, size_t bytesPerRow, int32_t width, int32_t height);

/// Half size by averaging 2 x 2 pixels; an odd last row or column is repeated.
void duo_halve(
  const uint8_t *from, int32_t bytesPerPixel, int32_t width, int32_t height, size_t fromRow, uint8_t *to, size_t toRow);
/// Each byte by a table of 256.
void duo_map_bytes(
  const uint8_t *from, size_t fromRow, int32_t bytes, int32_t height, const uint8_t *table, uint8_t *to, size_t toRow);

// MARK: Procedural textures (textures.c), tileable, size x size

void duo_texture_boards(uint8_t *pixels, int32_t size);
void duo_texture_weave(uint8_t *pixels, int32_t size);
void duo_texture_landscape(uint8_t *pixels, int32_t size);

// MARK: Memory (memory.c)

/// Zeroed memory for pixels, in large pages where the system has them. Ends the process when there is none.
void *duo_allocate(size_t bytes);
void duo_release(void *memory);

// MARK: 360-degree pictures (panorama.c)

/// Columns repeated to the right of each row, so that neighbours across the seam lie side by side.
enum { DUO_PANORAMA_PAD = 2 };

/// Planes of a 360-degree picture, each row followed by DUO_PANORAMA_PAD repeated pixels and spare bytes.
typedef struct {
  const uint8_t *pixels;
  int32_t width, height, bytesPerPixel;  // 4: B, G, R, A; 1: luma; 2: Cb, Cr
  size_t bytesPerRow;
  double rowsBetweenPoles;
} duo_panorama;

/// Where pixels are read: byte offset of a pixel's top left neighbour, and the weights of its right neighbour and,
/// times 256, of its lower neighbour, in 1/128.
typedef struct {
  int32_t *offsets;
  uint16_t *weights;
} duo_panorama_places;

/// Bytes that must be readable after the last row.
enum { DUO_PANORAMA_SPARE = 64 };

/// `step`: every how many pixels the direction is exact; straight in between (1: everywhere).
void duo_panorama_draw(
  const duo_panorama *panorama, const duo_camera *camera, int32_t step, uint8_t *pixels, size_t bytesPerRow,
  int32_t width, int32_t height);
/// The places that `duo_panorama_draw` reads, kept for a camera at rest: width * height of each.
void duo_panorama_map(
  const duo_panorama *panorama, const duo_camera *camera, int32_t step, duo_panorama_places places,
  int32_t width, int32_t height);
void duo_panorama_draw_map(
  const duo_panorama *panorama, duo_panorama_places places, uint8_t *pixels, size_t bytesPerRow,
  int32_t width, int32_t height);
/// The vector unit is used (otherwise the plain loops).
int duo_panorama_is_fast(void);
/// The plain loops whatever the machine has; for comparison.
void duo_panorama_draw_plain(
  const duo_panorama *panorama, const duo_camera *camera, int32_t step, uint8_t *pixels, size_t bytesPerRow,
  int32_t width, int32_t height);

// MARK: Colour (colour.c), ITU-R 709

void duo_fill_bgra(uint8_t *pixels, size_t bytesPerRow, int32_t width, int32_t height, uint8_t blue, uint8_t green, uint8_t red);
/// Sets every alpha byte to 255.
void duo_make_opaque(uint8_t *pixels, size_t bytesPerRow, int32_t width, int32_t height);
/// Chroma is the average of 2 x 2 pixels.
void duo_bgra_to_420(
  const uint8_t *pixels, size_t bytesPerRow, int32_t width, int32_t height, uint8_t *luma, size_t lumaRow,
  uint8_t *chroma, size_t chromaRow, int32_t fullRange);

// MARK: Optics (optics.c). Bytes are sRGB; light is linear, four floats for each pixel without padding: blue, green, red,
// and room for the dioptres by which it is out of focus.

/// The bytes for factors on the linear light of blue, green and red: 256 for each.
void duo_light_tables(const double factors[3], uint8_t *tables);
void duo_map_bgra(
  uint8_t *pixels, size_t bytesPerRow, int32_t width, int32_t height, const uint8_t *tables);
void duo_light_from_bgra(
  const uint8_t *pixels, size_t bytesPerRow, int32_t width, int32_t height, double factor, float *light);
/// Multiplies by `ambient`, and by the light of a lamp at the lens that shines along the axis: `lamp` at one metre, less
/// with the square of the distance and the fourth power of the angle's cosine. `depth`: metres along the axis.
void duo_light_add_lamp(
  float *light, const float *depth, int32_t width, int32_t height, const duo_camera *camera, double ambient,
  double lamp);
/// Blurs each pixel over a rectangle that grows with the dioptres between its depth and what is in focus.
/// `...PerDioptre`: diameter in pixels.
void duo_light_defocus(
  float *light, const float *depth, int32_t width, int32_t height, double dioptres, double acrossPerDioptre,
  double downPerDioptre);
/// `matrix`: rows give blue, green and red. `noise`: deviation of a middle grey pixel, of 1 for white.
void duo_light_to_bgra(
  const float *light, int32_t width, int32_t height, const double matrix[9], double noise, uint32_t seed,
  uint8_t *pixels, size_t bytesPerRow);

// MARK: Numbers of any curve (encoding.c)

enum { DUO_CURVE_SRGB, DUO_CURVE_HLG, DUO_CURVE_APPLE_LOG };
/// The signal, 0...1, for light of which 1 is white.
double duo_encoded_light(int32_t curve, double light);

/// How light becomes a signal. `matrix` and noise as for `duo_light_to_bgra`. Light over `knee` is pressed together so that
/// `most` is white; with `most` up to 1 the curve decides.
typedef struct {
  int32_t curve;
  double matrix[9], knee, most, noise;
  uint32_t seed;
} duo_encoding;

/// Takes what is white in `light` from a picture of the same that is darker: by a factor on its bytes.
void duo_light_extend(
  const uint8_t *dark, size_t bytesPerRow, int32_t width, int32_t height, double darker, float *light);
/// In place: blue, green and red become signals.
void duo_light_encode(float *light, int32_t width, int32_t height, const duo_encoding *encoding);
void duo_encoded_to_bgra(const float *picture, int32_t width, int32_t height, uint8_t *pixels, size_t bytesPerRow);

/// Luma and colour differences: the weights of red and blue, 8 or 10 bits (the latter upper in 16), averages of 2 x 2 pixels
/// or, with every row, of 2.
typedef struct {
  double red, blue;
  int32_t bits, fullRange, halvesRows;
} duo_plane_numbers;
void duo_encoded_to_planes(
  const float *picture, int32_t width, int32_t height, const duo_plane_numbers *numbers, uint8_t *luma, size_t lumaRow,
  uint8_t *chroma, size_t chromaRow);
/// Planes of ten bits of hybrid log-gamma, 420, with the matrix of ITU-R 2020, as sRGB's bytes: up to half of white light stays,
/// what is brighter is pressed together so that the curve's end is white. `matrix`: from the primaries of BT.2020; rows give
/// blue, green and red.
void duo_hlg_to_bgra(
  const uint8_t *luma, size_t lumaRow, const uint8_t *chroma, size_t chromaRow, int32_t width, int32_t height,
  int32_t fullRange, const double matrix[9], uint8_t *pixels, size_t bytesPerRow);
#endif
