// libpng reports errors with longjmp, which must not cross Swift frames. Its simplified interface (png_image) uses
// return values and is used for reading images. It can't control the compression or read the frames of an animation.
// The functions for writing and for reading frames therefore use the full interface, and catch the jump.
#ifndef CPNG_H
#define CPNG_H

#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Swift can't import macros with arguments.
static inline size_t cpng_encoded_size_limit(png_image image) {
  return PNG_IMAGE_PNG_SIZE_MAX(image);
}

// The destination of an encoded image, and the reason why it couldn't be encoded.
struct cpng_memory {
  unsigned char *bytes;
  size_t capacity;
  size_t count;
  char message[64];
};

static inline void cpng_fail(png_structp png, png_const_charp message) {
  struct cpng_memory *memory = (struct cpng_memory *)png_get_error_ptr(png);
  strncpy(memory->message, message, sizeof memory->message - 1);
  png_longjmp(png, 1);
}

static inline void cpng_ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static inline void cpng_store(png_structp png, png_bytep bytes, size_t count) {
  struct cpng_memory *memory = (struct cpng_memory *)png_get_io_ptr(png);
  if (count > memory->capacity - memory->count) png_error(png, "it needs too much memory");
  memcpy(memory->bytes + memory->count, bytes, count);
  memory->count += count;
}

static inline void cpng_flush(png_structp png) { (void)png; }

// Encodes rows of RGBA with straight alpha, which is omitted if the image is opaque. Returns false on failure, with the
// reason in the memory's message.
//
// `texts` is a list of zero-terminated keywords and texts. An empty keyword ends the list.
//
// `compressed` contains the rows in zlib format, which are written unchanged. If it is NULL, libpng compresses the rows
// with zlib at `level`.
//
// Rows aren't filtered. Filters improve the compression of photographs, but take two thirds of the time.
// PNG_FILTER_NONE disables them, while PNG_NO_FILTERS lets libpng choose a filter for each row.
static inline int cpng_encode(const unsigned char *rgba, png_uint_32 width, png_uint_32 height,
                              int is_opaque, int level, const unsigned char *compressed,
                              size_t count, const unsigned char *texts,
                              struct cpng_memory *memory) {
  png_structp png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, memory, cpng_fail, cpng_ignore);
  if (png == NULL) return 0;
  png_infop info = png_create_info_struct(png);
  if (info == NULL || setjmp(png_jmpbuf(png)) != 0) {
    png_destroy_write_struct(&png, &info);
    return 0;
  }
  png_set_write_fn(png, memory, cpng_store, cpng_flush);
  png_set_IHDR(png, info, width, height, 8, is_opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  while (*texts != 0) {
    png_text text = {.compression = PNG_TEXT_COMPRESSION_NONE, .key = (png_charp)texts};
    texts += strlen(text.key) + 1;
    text.text = (png_charp)texts;
    text.text_length = strlen(text.text);
    texts += text.text_length + 1;
    png_set_text(png, info, &text, 1);
  }
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_set_compression_level(png, level);
  png_write_info(png, info);
  if (compressed != NULL) {
    // Don't call png_write_end, which fails if libpng hasn't written the rows itself.
    png_write_chunk(png, (png_const_bytep)"IDAT", compressed, count);
    png_write_chunk(png, (png_const_bytep)"IEND", NULL, 0);
  } else {
    if (is_opaque) png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (png_uint_32 row = 0; row < height; row++)
      png_write_row(png, rgba + (size_t)row * width * 4);
    png_write_end(png, info);
  }
  png_destroy_write_struct(&png, &info);
  return 1;
}

// A part of the input.
struct cpng_part {
  const unsigned char *bytes;
  size_t count;
};

struct cpng_boxes;

// A PNG stream in parts, the state of reading its image, and the reason why it couldn't be decoded.
struct cpng_parts {
  const struct cpng_part *parts;
  size_t count;
  size_t offset;
  int is_at_end;
  png_uint_32 height;
  int has_all_rows;
  // Converts a row into pixels, or NULL if libpng does this.
  void (*swap)(const unsigned char *row, size_t width, unsigned char *bgra);
  struct cpng_boxes *boxes;
  char message[64];
};

// An image that is reduced while it is read: each box of pixels becomes one pixel with their mean colour, weighted by
// alpha.
struct cpng_boxes {
  png_uint_32 side;
  // The original size.
  png_uint_32 width, height;
  // Whether there are sums for all boxes, because the image is interlaced, rather than only for one row of boxes.
  int has_all_sums;
  // The sums of blue, green and red, each multiplied by alpha, and of alpha. They don't overflow if a side is at most
  // 257.
  uint32_t *sums;
  // The current row: its index, the index and distance of its pixels, and the number of pixels that haven't been added
  // to the sums.
  png_uint_32 y, x, step, count;
  // A row of pixels.
  unsigned char *pixels;
  unsigned char *bgra;
  size_t stride;
};

static inline void cpng_fail_reading(png_structp png, png_const_charp message) {
  struct cpng_parts *parts = (struct cpng_parts *)png_get_error_ptr(png);
  strncpy(parts->message, message, sizeof parts->message - 1);
  png_longjmp(png, 1);
}

// Reads input for libpng. After the last row, libpng would read all remaining compressed data, which can be gigabytes
// after decompressing a small file. Reading stops at that point, which is recognized by a row or pass that doesn't
// exist.
static inline void cpng_load(png_structp png, png_bytep bytes, size_t wanted) {
  struct cpng_parts *parts = (struct cpng_parts *)png_get_io_ptr(png);
  if (png_get_current_row_number(png) == parts->height ||
      png_get_current_pass_number(png) == PNG_INTERLACE_ADAM7_PASSES) {
    parts->has_all_rows = 1;
    png_longjmp(png, 1);
  }
  while (wanted > 0) {
    if (parts->count == 0) {
      parts->is_at_end = 1;
      png_error(png, "its data ends too early");
    }
    size_t room = parts->parts->count - parts->offset;
    size_t count = wanted < room ? wanted : room;
    if (count > 0) memcpy(bytes, parts->parts->bytes + parts->offset, count);
    bytes += count;
    wanted -= count;
    parts->offset += count;
    if (parts->offset == parts->parts->count) {
      parts->parts++;
      parts->count--;
      parts->offset = 0;
    }
  }
}

// Converts red, green, blue and alpha to blue, green, red and alpha.
static inline void cpng_swap_rgba(const unsigned char *row, size_t width, unsigned char *bgra) {
  for (size_t x = 0; x < width; x++) {
    uint32_t pixel;
    memcpy(&pixel, row + x * 4, 4);
    pixel = (pixel & 0xFF00FF00) | (pixel >> 16 & 0xFF) | (pixel & 0xFF) << 16;
    memcpy(bgra + x * 4, &pixel, 4);
  }
}

// Converts red, green and blue to blue, green, red and an alpha of 255, two pixels at a time. Reads two bytes beyond
// the row.
static inline void cpng_swap_rgb(const unsigned char *row, size_t width, unsigned char *bgra) {
  size_t x = 0;
  for (; x + 1 < width; x += 2) {
    uint64_t pixels;
    memcpy(&pixels, row + x * 3, 8);
    pixels = __builtin_bswap64(pixels);
    pixels = pixels >> 40 | (pixels << 16 & 0x00FFFFFF00000000) | 0xFF000000FF000000;
    memcpy(bgra + x * 4, &pixels, 8);
  }
  if (x < width) {
    uint32_t pixel;
    memcpy(&pixel, row + x * 3, 4);
    pixel = __builtin_bswap32(pixel) >> 8 | 0xFF000000;
    memcpy(bgra + x * 4, &pixel, 4);
  }
}

static inline png_uint_32 cpng_box_count(png_uint_32 length, png_uint_32 side) {
  return (length + side - 1) / side;
}

static inline void cpng_destroy_boxes(struct cpng_boxes *boxes) {
  if (boxes == NULL) return;
  free(boxes->sums);
  free(boxes->pixels);
  free(boxes);
}

// Returns NULL if there isn't enough memory.
static inline struct cpng_boxes *cpng_create_boxes(png_uint_32 side, png_uint_32 width,
                                                   png_uint_32 height, int is_interlaced,
                                                   unsigned char *bgra, size_t stride) {
  struct cpng_boxes *boxes = calloc(1, sizeof *boxes);
  if (boxes == NULL) return NULL;
  size_t rows = is_interlaced ? cpng_box_count(height, side) : 1;
  boxes->side = side;
  boxes->width = width;
  boxes->height = height;
  boxes->has_all_sums = is_interlaced;
  boxes->sums = calloc(rows * cpng_box_count(width, side), 4 * sizeof *boxes->sums);
  boxes->pixels = malloc((size_t)width * 4);
  boxes->bgra = bgra;
  boxes->stride = stride;
  if (boxes->sums != NULL && boxes->pixels != NULL) return boxes;
  cpng_destroy_boxes(boxes);
  return NULL;
}

// Stores a row of boxes and resets its sums. Missing pixels count as transparent.
static inline void cpng_store_boxes(struct cpng_boxes *boxes, png_uint_32 row) {
  png_uint_32 columns = cpng_box_count(boxes->width, boxes->side);
  uint32_t *sum = boxes->sums + (boxes->has_all_sums ? (size_t)row * columns * 4 : 0);
  png_uint_32 below = boxes->height - row * boxes->side;
  uint32_t high = below < boxes->side ? below : boxes->side;
  unsigned char *target = boxes->bgra + (size_t)row * boxes->stride;
  for (png_uint_32 column = 0; column < columns; column++, sum += 4, target += 4) {
    png_uint_32 beside = boxes->width - column * boxes->side;
    uint32_t count = (beside < boxes->side ? beside : boxes->side) * high;
    uint32_t alpha = sum[3];
    for (int channel = 0; channel < 3; channel++)
      target[channel] = alpha == 0 ? 0 : (unsigned char)((sum[channel] + alpha / 2) / alpha);
    target[3] = (unsigned char)((alpha + count / 2) / count);
    sum[0] = sum[1] = sum[2] = sum[3] = 0;
  }
}

// Adds the current row to the sums, and stores the boxes that it completes.
static inline void cpng_add_row(struct cpng_parts *parts, const unsigned char *row) {
  struct cpng_boxes *boxes = parts->boxes;
  parts->swap(row, boxes->count, boxes->pixels);
  png_uint_32 box = boxes->y / boxes->side;
  uint32_t *sums = boxes->sums;
  if (boxes->has_all_sums) sums += (size_t)box * cpng_box_count(boxes->width, boxes->side) * 4;
  const unsigned char *pixel = boxes->pixels;
  png_uint_32 x = boxes->x;
  for (png_uint_32 index = 0; index < boxes->count; index++, pixel += 4, x += boxes->step) {
    uint32_t *sum = sums + (size_t)(x / boxes->side) * 4;
    uint32_t alpha = pixel[3];
    sum[0] += pixel[0] * alpha;
    sum[1] += pixel[1] * alpha;
    sum[2] += pixel[2] * alpha;
    sum[3] += alpha;
  }
  boxes->count = 0;
  if (boxes->has_all_sums) return;
  if (boxes->y + 1 == boxes->height || (boxes->y + 1) % boxes->side == 0)
    cpng_store_boxes(boxes, box);
}

// Stores the remaining boxes when reading ends.
static inline void cpng_finish_boxes(struct cpng_parts *parts, const unsigned char *row) {
  struct cpng_boxes *boxes = parts->boxes;
  // Reading ended before the last row was added.
  if (parts->has_all_rows && boxes->count > 0) cpng_add_row(parts, row);
  if (boxes->has_all_sums) {
    for (png_uint_32 box = 0; box < cpng_box_count(boxes->height, boxes->side); box++)
      cpng_store_boxes(boxes, box);
  } else if (boxes->count > 0 && boxes->y % boxes->side != 0) {
    cpng_store_boxes(boxes, boxes->y / boxes->side);
  }
}

// Reads all rows, including those of all passes of an interlaced image, into boxes.
static inline void cpng_read_boxes(png_structp png, struct cpng_parts *parts, unsigned char *row) {
  struct cpng_boxes *boxes = parts->boxes;
  int is_interlaced = boxes->has_all_sums;
  for (int pass = 0; pass < (is_interlaced ? PNG_INTERLACE_ADAM7_PASSES : 1); pass++) {
    png_uint_32 rows = is_interlaced ? PNG_PASS_ROWS(boxes->height, pass) : boxes->height;
    png_uint_32 columns = is_interlaced ? PNG_PASS_COLS(boxes->width, pass) : boxes->width;
    boxes->x = is_interlaced ? PNG_PASS_START_COL(pass) : 0;
    boxes->step = is_interlaced ? 1u << PNG_PASS_COL_SHIFT(pass) : 1;
    for (png_uint_32 y = 0; columns > 0 && y < rows; y++) {
      boxes->y = is_interlaced ? PNG_ROW_FROM_PASS_ROW(y, pass) : y;
      boxes->count = columns;
      png_read_row(png, row, NULL);
      cpng_add_row(parts, row);
    }
  }
}

// Decodes an image of `width` by `height` pixels as blue, green, red and straight alpha, 8 bits each, in rows that are
// `stride` bytes apart. If `side` is more than 1, boxes of that many pixels per side are combined into one pixel.
// Returns false on failure: the rows before the error are decoded, and the parts' message contains the reason.
//
// Checksums of chunks and of the compressed data aren't verified, and colours aren't converted.
static inline int cpng_decode(struct cpng_parts *parts, png_uint_32 width, png_uint_32 height,
                              unsigned char *bgra, size_t stride, png_uint_32 side,
                              int is_interlaced) {
  png_structp png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, parts, cpng_fail_reading, cpng_ignore);
  if (png == NULL) return 0;
  png_infop info = png_create_info_struct(png);
  // The bytes of an unfiltered row, and a few more because pixels are read in words.
  unsigned char *row = malloc((size_t)width * 4 + 4);
  if (side > 1)
    parts->boxes = cpng_create_boxes(side, width, height, is_interlaced, bgra, stride);
  if (info == NULL || row == NULL || (side > 1 && parts->boxes == NULL) ||
      setjmp(png_jmpbuf(png)) != 0) {
    if (parts->boxes != NULL && parts->swap != NULL)
      cpng_finish_boxes(parts, row);
    // Reading ended before the last row was converted.
    else if (parts->has_all_rows && parts->swap != NULL)
      parts->swap(row, width, bgra + (size_t)(height - 1) * stride);
    png_destroy_read_struct(&png, &info, NULL);
    cpng_destroy_boxes(parts->boxes);
    free(row);
    return parts->has_all_rows;
  }
  parts->height = height;
#ifdef PNG_IGNORE_ADLER32
  png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#endif
  png_set_read_fn(png, parts, cpng_load);
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_user_limits(png, width, height);
  png_read_info(png, info);
  if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height)
    png_error(png, "it has another size");
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  int passes = side > 1 ? 1 : png_set_interlace_handling(png);
  if (passes > 1) {
    // A pass requires the pixels of the previous passes.
    png_set_bgr(png);
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  }
  png_read_update_info(png, info);
  size_t channels = png_get_channels(png, info);
  if ((passes > 1 || channels != 3) && channels != 4) png_error(png, "it has unknown pixels");
  if (passes == 1) parts->swap = channels == 3 ? cpng_swap_rgb : cpng_swap_rgba;
  if (side > 1) {
    cpng_read_boxes(png, parts, row);
    cpng_finish_boxes(parts, row);
  }
  for (int pass = 0; side == 1 && pass < passes; pass++) {
    for (png_uint_32 y = 0; y < height; y++) {
      unsigned char *target = bgra + (size_t)y * stride;
      png_read_row(png, parts->swap == NULL ? target : row, NULL);
      if (parts->swap != NULL) parts->swap(row, width, target);
    }
  }
  png_destroy_read_struct(&png, &info, NULL);
  cpng_destroy_boxes(parts->boxes);
  free(row);
  return 1;
}

#endif
