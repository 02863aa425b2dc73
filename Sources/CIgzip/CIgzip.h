// Fast deflate (RFC 1951) from Intel's Intelligent Storage Acceleration Library. Its stream is a structure with arrays
// that Swift can't import, so it is hidden behind a pointer. The same library computes PNG checksums (crc32_gzip_refl).
#ifndef CIGZIP_H
#define CIGZIP_H

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

// Data that is compressed block by block into the caller's memory.
struct cigzip_deflation {
  // The next block, which the caller fills.
  unsigned char *block;
  // The number of bytes written.
  size_t written;
  unsigned char *output;
  size_t capacity;
  struct isal_zstream *stream;
  unsigned char *memory;
};

// Starts a stream in zlib format (RFC 1950), at level 1 or 2, for blocks of at most `block_size` bytes. Returns false
// if there isn't enough memory. Must be followed by cigzip_end in any case.
static inline int cigzip_begin(struct cigzip_deflation *deflation, int level, size_t block_size,
                               unsigned char *output, size_t capacity) {
  const uint32_t level_size = level == 1 ? ISAL_DEF_LVL1_DEFAULT : ISAL_DEF_LVL2_DEFAULT;
  struct isal_zstream *stream = (struct isal_zstream *)malloc(sizeof *stream);
  unsigned char *memory = (unsigned char *)malloc(level_size + block_size);
  *deflation = (struct cigzip_deflation){
      .output = output, .capacity = capacity, .stream = stream, .memory = memory};
  if (stream == NULL || memory == NULL) return 0;
  isal_deflate_init(stream);
  stream->level = (uint32_t)level;
  stream->level_buf = memory;
  stream->level_buf_size = level_size;
  stream->gzip_flag = IGZIP_ZLIB;
  deflation->block = memory + level_size;
  return 1;
}

// Compresses the first `count` bytes of the block. The first block must have at least four. Returns false if the result
// doesn't fit into the output.
//
// Equal blocks of equal sizes result in equal bytes. To ensure this, the first four bytes are flushed separately. For a
// first block of more than 16 bytes, the library would use the hash of the stream's address for the third position
// (igzip_icf_body_h1_gr_bt.asm up to version 2.32: .write_first_byte shifts tmp2, but the data is in tmp1). An image of
// a few hundred bytes was therefore compressed differently at one address of 512. Different code handles four bytes,
// correctly.
static inline int cigzip_compress(struct cigzip_deflation *deflation, size_t count, int is_last) {
  struct isal_zstream *stream = deflation->stream;
  const size_t room = deflation->capacity - deflation->written;
  stream->next_out = deflation->output + deflation->written;
  stream->avail_out = room > UINT32_MAX ? UINT32_MAX : (uint32_t)room;
  stream->next_in = deflation->block;
  if (deflation->written == 0) {
    const size_t first = 4;
    stream->avail_in = first;
    stream->flush = SYNC_FLUSH;
    if (isal_deflate(stream) != COMP_OK || stream->avail_in != 0) return 0;
    stream->flush = NO_FLUSH;
    count -= first;
  }
  stream->avail_in = (uint32_t)count;
  stream->end_of_stream = is_last != 0;
  if (isal_deflate(stream) != COMP_OK || stream->avail_in != 0) return 0;
  deflation->written = (size_t)(stream->next_out - deflation->output);
  return !is_last || stream->internal_state.state == ZSTATE_END;
}

static inline void cigzip_end(struct cigzip_deflation *deflation) {
  free(deflation->memory);
  free(deflation->stream);
}

#endif
