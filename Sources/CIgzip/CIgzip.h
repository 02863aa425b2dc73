// Quick deflate (RFC 1951), from Intel's Intelligent Storage Acceleration Library. Its stream is a
// structure that Swift cannot import, for the arrays in it, so the rows of a picture are passed to it
// here.
#ifndef CIGZIP_H
#define CIGZIP_H

#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

// Copies a row of RGBA with a zero before it, the number of its filter, and without alpha if it is
// opaque. The row needs room for four bytes a pixel and one.
static inline size_t cigzip_copy_row(const unsigned char *rgba, size_t width, int is_opaque,
                                     unsigned char *row) {
  *row++ = 0;
  if (!is_opaque) {
    memcpy(row, rgba, width * 4);
    return width * 4 + 1;
  }
  // Alpha is overwritten by the next pixel.
  for (size_t x = 0; x < width; x++) memcpy(row + x * 3, rgba + x * 4, 4);
  return width * 3 + 1;
}

// Compresses the rows of a picture of RGBA for a PNG file, in zlib's format (RFC 1950), at level 1 or
// 2. Returns the number of bytes; 0 if there is no memory, or if they do not fit into the output.
//
// The same rows give the same bytes. The blocks, in which they are passed on, have a fixed size. The
// first four bytes are flushed by themselves: at the first of more than 16 bytes the library takes the
// hash of the stream's address for that of the third position (igzip_icf_body_h1_gr_bt.asm up to version
// 2.32: .write_first_byte shifts tmp2, where the data is in tmp1), so that one picture of a few hundred
// bytes was compressed in another way at one address of 512. Four bytes it handles elsewhere, rightly.
static inline size_t cigzip_compress_rows(const unsigned char *rgba, size_t width, size_t height,
                                          int is_opaque, int level, unsigned char *output,
                                          size_t capacity) {
  const size_t longest = width * 4 + 1;
  const size_t rows_in_block = longest < 1 << 17 ? (1 << 17) / longest : 1;
  const uint32_t level_size = level == 1 ? ISAL_DEF_LVL1_DEFAULT : ISAL_DEF_LVL2_DEFAULT;
  struct isal_zstream *stream = (struct isal_zstream *)malloc(sizeof *stream);
  unsigned char *memory = (unsigned char *)malloc(level_size + rows_in_block * longest);
  size_t written = 0;
  if (stream != NULL && memory != NULL) {
    unsigned char *block = memory + level_size;
    isal_deflate_init(stream);
    stream->level = (uint32_t)level;
    stream->level_buf = memory;
    stream->level_buf_size = level_size;
    stream->gzip_flag = IGZIP_ZLIB;
    for (size_t y = 0; y < height;) {
      size_t count = 0;
      for (size_t end = y + rows_in_block; y < end && y < height; y++)
        count += cigzip_copy_row(rgba + y * width * 4, width, is_opaque, block + count);
      const size_t room = capacity - written;
      stream->next_out = output + written;
      stream->avail_out = room > UINT32_MAX ? UINT32_MAX : (uint32_t)room;
      stream->next_in = block;
      if (written == 0) {
        const size_t first = 4;
        stream->avail_in = first;
        stream->flush = SYNC_FLUSH;
        if (isal_deflate(stream) != COMP_OK || stream->avail_in != 0) break;
        stream->flush = NO_FLUSH;
        count -= first;
      }
      stream->avail_in = (uint32_t)count;
      stream->end_of_stream = y == height;
      if (isal_deflate(stream) != COMP_OK || stream->avail_in != 0) break;
      written = (size_t)(stream->next_out - output);
    }
    if (stream->internal_state.state != ZSTATE_END) written = 0;
  }
  free(memory);
  free(stream);
  return written;
}

#endif
