#include "CBarcodes.h"

#define ZX_USE_UTF8 1
#include <BitMatrix.h>
#include <MultiFormatWriter.h>
#include <ReadBarcode.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <utility>
#include <vector>

using ZXing::BarcodeFormat;

namespace {

const std::pair<uint32_t, BarcodeFormat> kinds[] = {
  {duo_code_aztec, BarcodeFormat::Aztec},
  {duo_code_codabar, BarcodeFormat::Codabar},
  {duo_code_code39, BarcodeFormat::Code39},
  {duo_code_code93, BarcodeFormat::Code93},
  {duo_code_code128, BarcodeFormat::Code128},
  {duo_code_dataBar, BarcodeFormat::DataBar},
  {duo_code_dataBarExpanded, BarcodeFormat::DataBarExpanded},
  {duo_code_dataMatrix, BarcodeFormat::DataMatrix},
  {duo_code_ean8, BarcodeFormat::EAN8},
  {duo_code_ean13, BarcodeFormat::EAN13},
  {duo_code_itf, BarcodeFormat::ITF},
  {duo_code_pdf417, BarcodeFormat::PDF417},
  {duo_code_qr, BarcodeFormat::QRCode},
  {duo_code_upcA, BarcodeFormat::UPCA},
  {duo_code_upcE, BarcodeFormat::UPCE},
  {duo_code_microQR, BarcodeFormat::MicroQRCode},
};

void tell(const char *what, char *message, size_t size) {
  if (size == 0) return;
  std::strncpy(message, what, size - 1);
  message[size - 1] = 0;
}

void *copy(const void *from, size_t count) {
  void *memory = std::malloc(count ? count : 1);
  if (!memory) std::abort();
  std::memcpy(memory, from, count);
  return memory;
}

duo_code described(const ZXing::Result &result) {
  duo_code code = {};
  for (auto [kind, format] : kinds)
    if (format == result.format()) code.kind = kind;
  const auto &corners = result.position();
  for (int i = 0; i < 4; i++) {
    code.x[i] = corners[i].x;
    code.y[i] = corners[i].y;
  }
  if (result.contentType() != ZXing::ContentType::Binary) {
    std::string text = result.text();
    code.text = static_cast<char *>(copy(text.c_str(), text.size() + 1));
  }
  const auto &bytes = result.bytes();
  code.bytes = static_cast<uint8_t *>(copy(bytes.data(), bytes.size()));
  code.byteCount = bytes.size();
  return code;
}

ZXing::Results found(const ZXing::ImageView &view, ZXing::BarcodeFormats formats, bool isOne) {
  ZXing::DecodeHints hints;
  hints.setFormats(formats).setTryHarder(true).setTryRotate(true).setTryDownscale(!isOne);
  hints.setReturnCodabarStartEnd(true);
  if (isOne) hints.setMaxNumberOfSymbols(1);
  return ZXing::ReadBarcodes(view, hints);
}

/// A picture of its own.
struct Picture {
  int width, height;
  std::vector<uint8_t> luma;

  uint8_t &at(int x, int y) { return luma[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)]; }

  Picture(const uint8_t *from, int w, int h, int bytesPerRow) : width(w), height(h) {
    luma.reserve(static_cast<size_t>(w) * static_cast<size_t>(h));
    for (int y = 0; y < h; y++) luma.insert(luma.end(), from + static_cast<ptrdiff_t>(y) * bytesPerRow, from + static_cast<ptrdiff_t>(y) * bytesPerRow + w);
  }

  /// Half the size, each pixel the mean of four.
  Picture(Picture &from, int) : width(from.width / 2), height(from.height / 2), luma(static_cast<size_t>(width) * static_cast<size_t>(height)) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        at(x, y) = static_cast<uint8_t>(
          (from.at(2 * x, 2 * y) + from.at(2 * x + 1, 2 * y) + from.at(2 * x, 2 * y + 1) + from.at(2 * x + 1, 2 * y + 1) + 2) / 4);
  }

  /// How alike two lines of pixels are, -1 to 1.
  double likeness(int x, int y, int otherX, int otherY, int dx, int dy, int count) {
    double a = 0, b = 0, aa = 0, bb = 0, ab = 0;
    for (int i = 0; i < count; i++) {
      double p = at(x + i * dx, y + i * dy), q = at(otherX + i * dx, otherY + i * dy);
      a += p;
      b += q;
      aa += p * p;
      bb += q * q;
      ab += p * q;
    }
    double va = aa * count - a * a, vb = bb * count - b * b;
    return va > 0 && vb > 0 ? (ab * count - a * b) / std::sqrt(va * vb) : 0;
  }

  /// Follows a code of bars from the line in which it was read to both of its ends, sets the corners there, and paints
  /// it over, so that it is not found again.
  void takeBars(duo_code &code) {
    auto inside = [](double value, int size) { return std::min(std::max(static_cast<int>(value), 0), size - 1); };
    int x0 = inside(code.x[0], width), y0 = inside(code.y[0], height);
    int x1 = inside(code.x[1], width), y1 = inside(code.y[1], height);
    bool isLevel = std::abs(x1 - x0) >= std::abs(y1 - y0);
    int from = isLevel ? std::min(x0, x1) : std::min(y0, y1), count = std::max(std::abs(x1 - x0), std::abs(y1 - y0)) + 1;
    int line = isLevel ? y0 : x0, lines = isLevel ? height : width;
    auto like = [&](int other) {
      return (isLevel ? likeness(from, line, from, other, 1, 0, count) : likeness(line, from, other, from, 0, 1, count)) > 0.7;
    };
    int low = line, high = line;
    while (low > 0 && like(low - 1)) low--;
    while (high + 1 < lines && like(high + 1)) high++;
    for (int i = std::max(0, low - 2); i <= std::min(lines - 1, high + 2); i++)
      for (int j = 0; j < count; j++) (isLevel ? at(from + j, i) : at(i, from + j)) = 255;
    // The code's own top is on the left of its reading direction.
    bool isTurned = isLevel ? x1 < x0 : y1 > y0;
    double top = isTurned ? high + 1 : low, bottom = isTurned ? low : high + 1;
    double start = isLevel ? code.x[0] : code.y[0], end = isLevel ? code.x[1] : code.y[1];
    double along[4] = {start, end, end, start}, across[4] = {top, top, bottom, bottom};
    for (int i = 0; i < 4; i++) {
      code.x[i] = isLevel ? along[i] : across[i];
      code.y[i] = isLevel ? across[i] : along[i];
    }
  }
};

const int mostBars = 12;

/// Codes of bars, one after the other: ZXing 1.4 stops the process when it compares some that it found itself.
void readBars(Picture &picture, ZXing::BarcodeFormats formats, int scale, std::vector<duo_code> &codes) {
  for (int i = 0; i < mostBars; i++) {
    auto results = found(ZXing::ImageView(picture.luma.data(), picture.width, picture.height, ZXing::ImageFormat::Lum), formats, true);
    if (results.empty() || !results[0].isValid()) return;
    duo_code code = described(results[0]);
    picture.takeBars(code);
    for (int j = 0; j < 4; j++) {
      code.x[j] *= scale;
      code.y[j] *= scale;
    }
    codes.push_back(code);
  }
}

}  // namespace

int32_t duo_read_codes(
  const uint8_t *luma, int32_t width, int32_t height, int32_t bytesPerRow, uint32_t wanted, duo_code **codes,
  char *message, size_t messageSize) {
  *codes = nullptr;
  try {
    ZXing::BarcodeFormats formats;
    for (auto [kind, format] : kinds)
      if (wanted & kind) formats |= format;
    ZXing::BarcodeFormats lines, squares;
    for (auto format : formats) (ZXing::BarcodeFormats(BarcodeFormat::LinearCodes).testFlag(format) ? lines : squares) |= format;
    std::vector<duo_code> all;
    if (!squares.empty()) {
      ZXing::ImageView view(luma, width, height, ZXing::ImageFormat::Lum, bytesPerRow);
      for (const auto &result : found(view, squares, false))
        if (result.isValid()) all.push_back(described(result));
    }
    if (!lines.empty()) {
      Picture picture(luma, width, height, bytesPerRow);
      size_t count = all.size();
      readBars(picture, lines, 1, all);
      if (all.size() == count && width > 400 && height > 400) {
        Picture half(picture, 2);
        readBars(half, lines, 2, all);
      }
    }
    *codes = static_cast<duo_code *>(std::calloc(all.size() + 1, sizeof(duo_code)));
    if (!*codes) std::abort();
    std::copy(all.begin(), all.end(), *codes);
    return static_cast<int32_t>(all.size());
  } catch (const std::exception &error) {
    tell(error.what(), message, messageSize);
    return -1;
  }
}

void duo_free_codes(duo_code *codes, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    std::free(codes[i].text);
    std::free(codes[i].bytes);
  }
  std::free(codes);
}

uint8_t *duo_write_code(
  const char *text, uint32_t kind, int32_t *width, int32_t *height, char *message, size_t messageSize) {
  try {
    BarcodeFormat format = BarcodeFormat::None;
    for (auto [bit, candidate] : kinds)
      if (bit == kind) format = candidate;
    ZXing::MultiFormatWriter writer(format);
    bool isLine = (ZXing::BarcodeFormats(BarcodeFormat::LinearCodes)).testFlag(format);
    // Readers of bars want ten modules of white beside them.
    writer.setMargin(isLine ? 10 : 4);
    bool isText = format == BarcodeFormat::QRCode || format == BarcodeFormat::PDF417 || format == BarcodeFormat::Aztec;
    if (isText) writer.setEncoding(ZXing::CharacterSet::UTF8);
    ZXing::BitMatrix matrix = writer.encode(std::string(text), 1, isLine ? 40 : 1);
    *width = matrix.width();
    *height = matrix.height();
    auto *modules = static_cast<uint8_t *>(std::malloc(static_cast<size_t>(*width) * static_cast<size_t>(*height)));
    if (!modules) std::abort();
    for (int y = 0; y < *height; y++)
      for (int x = 0; x < *width; x++) modules[y * *width + x] = matrix.get(x, y) ? 1 : 0;
    return modules;
  } catch (const std::exception &error) {
    tell(error.what(), message, messageSize);
    return nullptr;
  }
}
