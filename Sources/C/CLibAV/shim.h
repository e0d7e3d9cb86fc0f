// FFmpeg's libraries, from 5.1 on, and what Swift can't see of them: macros, and calls that later versions renamed.
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <string.h>

static inline int duo_av_error(int errnoValue) { return AVERROR(errnoValue); }
static inline int duo_av_eof(void) { return AVERROR_EOF; }
static inline int duo_av_again(void) { return AVERROR(EAGAIN); }
static inline int duo_av_invalid_data(void) { return AVERROR_INVALIDDATA; }
static inline int64_t duo_av_no_time(void) { return AV_NOPTS_VALUE; }

// "hvc1" is ('h', 'v', 'c', '1').
static inline uint32_t duo_av_tag(char a, char b, char c, char d) { return MKTAG(a, b, c, d); }

static inline void duo_av_quiet(void) { av_log_set_level(AV_LOG_QUIET); }

// The text of an error, at most `size` bytes with the closing zero.
static inline void duo_av_error_text(int code, char *text, size_t size) { av_strerror(code, text, size); }

// A stream's display matrix: 3 x 3, rows (a b u) (c d v) (x y w), as QuickTime stores it.
static inline int duo_av_set_matrix(AVStream *stream, const int32_t matrix[9]) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 100)
  AVPacketSideData *data = av_packet_side_data_new(
    &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX,
    9 * sizeof(int32_t), 0);
  uint8_t *bytes = data ? data->data : NULL;
#else
  uint8_t *bytes = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 9 * sizeof(int32_t));
#endif
  if (!bytes) return AVERROR(ENOMEM);
  memcpy(bytes, matrix, 9 * sizeof(int32_t));
  return 0;
}

// False, and nothing written, when the stream has none.
static inline int duo_av_get_matrix(const AVStream *stream, int32_t matrix[9]) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 100)
  const AVPacketSideData *data = av_packet_side_data_get(
    stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
  const uint8_t *bytes = data ? data->data : NULL;
  size_t size = data ? data->size : 0;
#else
  size_t size = 0;
  const uint8_t *bytes = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
#endif
  if (!bytes || size < 9 * sizeof(int32_t)) return 0;
  memcpy(matrix, bytes, 9 * sizeof(int32_t));
  return 1;
}

// In units of the stream; 0 when nobody says.
static inline int64_t duo_av_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 29, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

// Mixed channels stay within the range of one, whatever the samples are made of.
static inline void duo_av_mix_within_range(struct SwrContext *context) {
  av_opt_set_double(context, "rematrix_maxval", 1.0, 0);
}
