#include <libyuv.h>

// Addresses of libyuv's own constants: its loops want them aligned, which Swift's copies are not.
static inline const struct YuvConstants *duo_yuv_601(int fullRange) {
  return fullRange ? &kYuvJPEGConstants : &kYuvI601Constants;
}
static inline const struct YuvConstants *duo_yuv_709(int fullRange) {
  return fullRange ? &kYuvF709Constants : &kYuvH709Constants;
}
static inline const struct YuvConstants *duo_yuv_2020(int fullRange) {
  return fullRange ? &kYuvV2020Constants : &kYuv2020Constants;
}
