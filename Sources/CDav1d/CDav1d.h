// The parts of dav1d's interface that the viewer uses, as in versions 1.0 (libdav1d.so.6) and later (libdav1d.so.7). The
// library is loaded when an AVIF file needs it, so its headers aren't needed.
//
// Later versions have added members at the end of these structures. The room behind the members here is more than any
// version uses.
#ifndef CDAV1D_H
#define CDAV1D_H

#include <stddef.h>
#include <stdint.h>

typedef struct Dav1dContext Dav1dContext;

// The start of Dav1dSequenceHeader. The enumerations are those of the AV1 specification, 6.4.2.
typedef struct {
  int profile;
  int max_width, max_height;
  int layout;      // 0: no colours; 1: 4:2:0; 2: 4:2:2; 3: 4:4:4
  int primaries;   // color_primaries
  int transfer;    // transfer_characteristics
  int matrix;      // matrix_coefficients
  int position;    // chroma_sample_position
  union {
    struct { int hbd, color_range; } version_6;
    struct { uint8_t hbd, color_range; } version_7;
  } samples;
} Dav1dSequenceHeader;

typedef struct {
  const uint8_t *data;
  size_t sz;
  void *ref;
  struct {
    int64_t timestamp, duration, offset;
    size_t size;
    const uint8_t *user_data;
    void *user_ref;
  } properties;
} Dav1dData;

typedef struct {
  const Dav1dSequenceHeader *sequence_header;
  void *frame_header;
  void *data[3];
  ptrdiff_t stride[2];  // of luma and of both planes of colours, in bytes
  int width, height;
  int layout;
  int depth;
  uint64_t room[96];
} Dav1dPicture;

typedef struct {
  int n_threads;
  int max_frame_delay;
  int apply_grain;
  int operating_point;
  int all_layers;
  unsigned frame_size_limit;
  struct {
    void *cookie;
    void *allocate, *release;
  } allocator;
  struct {
    void *cookie;
    void *callback;
  } logger;
  uint64_t room[64];
} Dav1dSettings;

#endif
