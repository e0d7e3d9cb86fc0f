#ifndef TRANSFER_H
#define TRANSFER_H
#include <math.h>

// The curve of sRGB, beyond white as below.

static inline double decoded(double v) { return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4); }
static inline double encoded(double v) { return v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055; }
#endif
