// Draws frames of Lottie files with rlottie, on one thread.
//
//   rlottie_frames SIZE FRAMES ROUNDS FILE   prints the milliseconds of processor time for loading
//                                            the file and for each frame, the minimum of all rounds
//   rlottie_frames SIZE FRAMES - FILE        writes the first frames as PNG to memory
//
// FRAMES frames are drawn, evenly spaced except for PNG. Their longer side has SIZE pixels.
#include <math.h>
#include <png.h>
#include <rlottie_capi.h>
#include <string.h>

#include "measure.h"

static double milliseconds(int64_t start) {
  return (double)(processor_nanoseconds() - start) / 1e6;
}

static uint8_t *png;
static size_t png_size, png_capacity;

static void take(png_structp writer, png_bytep data, size_t count) {
  (void)writer;
  if (png_size + count > png_capacity) {
    png_capacity = (png_size + count) * 2;
    png = realloc(png, png_capacity);
    if (!png) exit(71);
  }
  memcpy(png + png_size, data, count);
  png_size += count;
}

static void flush(png_structp writer) { (void)writer; }

// Writes premultiplied words as a PNG with straight alpha, like the viewer.
static void write_png(const uint32_t *pixels, size_t width, size_t height, uint8_t *row) {
  png_structp writer = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(writer);
  png_size = 0;
  png_set_write_fn(writer, NULL, take, flush);
  png_set_IHDR(writer, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGBA,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(writer, info);
  for (size_t y = 0; y < height; y++) {
    for (size_t x = 0; x < width; x++) {
      uint32_t word = pixels[y * width + x], alpha = word >> 24;
      for (int channel = 0; channel < 3; channel++) {
        uint32_t value = word >> (16 - 8 * channel) & 255;
        row[4 * x + (size_t)channel] = (uint8_t)(alpha ? (value * 255 + alpha / 2) / alpha : 0);
      }
      row[4 * x + 3] = (uint8_t)alpha;
    }
    png_write_row(writer, row);
  }
  png_write_end(writer, info);
  png_destroy_write_struct(&writer, &info);
}

int main(int count, char **arguments) {
  if (count != 5) return 64;
  double size = number(arguments[1], 1);
  size_t frames = (size_t)number(arguments[2], 1);
  int writes = strcmp(arguments[3], "-") == 0;
  int rounds = writes ? 1 : (int)number(arguments[3], 1);
  int64_t start = processor_nanoseconds();
  Lottie_Animation *animation = lottie_animation_from_file(arguments[4]);
  double load = milliseconds(start);
  if (!animation) return 66;
  size_t width, height;
  lottie_animation_get_size(animation, &width, &height);
  double scale = size / (double)(width > height ? width : height);
  if (width == 0 || height == 0) return 66;
  width = (size_t)fmax(1, round((double)width * scale));
  height = (size_t)fmax(1, round((double)height * scale));
  size_t total = lottie_animation_get_totalframe(animation);
  uint32_t *pixels = malloc(width * height * 4);
  uint8_t *row = malloc(width * 4);
  double *times = calloc(frames, sizeof *times);
  if (!pixels || !row || !times) return 71;
  for (int round = 0; round < rounds; round++) {
    for (size_t index = 0; index < frames; index++) {
      int64_t begin = processor_nanoseconds();
      size_t frame = writes ? index : (size_t)((double)total * (double)index / (double)frames);
      memset(pixels, 0, width * height * 4);
      lottie_animation_render(animation, frame, pixels, width, height, width * 4);
      if (writes) write_png(pixels, width, height, row);
      double time = milliseconds(begin);
      if (round == 0 || time < times[index]) times[index] = time;
    }
  }
  if (writes) return 0;
  printf("%.4f", load);
  for (size_t index = 0; index < frames; index++) printf(" %.4f", times[index]);
  printf("\n");
  lottie_animation_destroy(animation);
  return 0;
}
