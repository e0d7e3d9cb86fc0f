#include "CBarcodes.h"

#define ZX_USE_UTF8 1
#include <BitMatrix.h>
#include <MultiFormatWriter.h>
#include <ReadBarcode.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <utility>

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

}  // namespace

int32_t duo_read_codes(
  const uint8_t *luma, int32_t width, int32_t height, int32_t bytesPerRow, uint32_t wanted, duo_code **codes,
  char *message, size_t messageSize) {
  *codes = nullptr;
  try {
    ZXing::BarcodeFormats formats;
    for (auto [kind, format] : kinds)
      if (wanted & kind) formats |= format;
    if (formats.empty()) return 0;
    ZXing::DecodeHints hints;
    hints.setFormats(formats).setTryHarder(true).setTryRotate(true).setTryDownscale(true);
    hints.setReturnCodabarStartEnd(true);
    ZXing::ImageView view(luma, width, height, ZXing::ImageFormat::Lum, bytesPerRow);
    auto results = ZXing::ReadBarcodes(view, hints);
    auto *list = static_cast<duo_code *>(std::calloc(results.size() + 1, sizeof(duo_code)));
    if (!list) std::abort();
    int32_t count = 0;
    for (const auto &result : results)
      if (result.isValid()) list[count++] = described(result);
    *codes = list;
    return count;
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
    writer.setMargin(4);
    bool isText = format == BarcodeFormat::QRCode || format == BarcodeFormat::PDF417 || format == BarcodeFormat::Aztec;
    if (isText) writer.setEncoding(ZXing::CharacterSet::UTF8);
    bool isLine = (ZXing::BarcodeFormats(BarcodeFormat::LinearCodes)).testFlag(format);
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
