#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Kinds of codes; bits.
enum {
  duo_code_aztec = 1 << 0,
  duo_code_codabar = 1 << 1,
  duo_code_code39 = 1 << 2,
  duo_code_code93 = 1 << 3,
  duo_code_code128 = 1 << 4,
  duo_code_dataBar = 1 << 5,
  duo_code_dataBarExpanded = 1 << 6,
  duo_code_dataMatrix = 1 << 7,
  duo_code_ean8 = 1 << 8,
  duo_code_ean13 = 1 << 9,
  duo_code_itf = 1 << 10,
  duo_code_pdf417 = 1 << 11,
  duo_code_qr = 1 << 12,
  duo_code_upcA = 1 << 13,
  duo_code_upcE = 1 << 14,
  duo_code_microQR = 1 << 15,
};

/// A code that was found.
typedef struct {
  uint32_t kind;
  /// Pixels; the code's own top left, top right, bottom right, bottom left.
  double x[4], y[4];
  /// UTF-8, ends with 0; NULL where the content is no text.
  char *text;
  uint8_t *bytes;
  size_t byteCount;
} duo_code;

/// Looks for codes of `kinds` in a picture of brightness.
/// @return How many; `codes` then points to them, to be freed with `duo_free_codes`. -1 with `message` when the library
/// fails.
int32_t duo_read_codes(
  const uint8_t *luma, int32_t width, int32_t height, int32_t bytesPerRow, uint32_t kinds, duo_code **codes,
  char *message, size_t messageSize);

void duo_free_codes(duo_code *codes, int32_t count);

/// Draws a code in its smallest size with its quiet zone.
/// @return Bytes, one for each module, 1 black, rows of `width`, to be freed with free(); NULL with `message` when the
/// text cannot be written in this kind.
uint8_t *duo_write_code(
  const char *text, uint32_t kind, int32_t *width, int32_t *height, char *message, size_t messageSize);

#ifdef __cplusplus
}
#endif
