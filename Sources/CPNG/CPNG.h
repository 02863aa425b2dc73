// libpng reports errors by longjmp, which Swift frames do not survive. Reading goes through its
// simplified interface (png_image), which reports them by return value. That one has no say in
// compression, so writing goes through the full one, in a function that catches the jump.
#ifndef CPNG_H
#define CPNG_H

#include <png.h>
#include <setjmp.h>
#include <string.h>

// The importer does not see macros that take arguments.
static inline size_t cpng_encoded_size_limit(png_image image) {
  return PNG_IMAGE_PNG_SIZE_MAX(image);
}

// Where an encoded picture goes, and why it could not be encoded.
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

// Encodes rows of RGBA with straight alpha, which is left out where the picture is opaque. False
// where that fails, with the reason in the memory's message.
//
// `texts` is a list of keywords and texts, each ended by a zero, and ends with an empty keyword.
//
// `compressed` has the rows in zlib's format, to be written as they are; if it is NULL, libpng compresses
// them with zlib at `level`.
//
// Rows are not filtered: that helps photographs, and takes two thirds of the time. PNG_FILTER_NONE
// says so; PNG_NO_FILTERS means that libpng chooses for each row.
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
    // png_write_end misses the rows that libpng has not written itself.
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

#endif
