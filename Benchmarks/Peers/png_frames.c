// libpng alone: encodes frames of raw RGBA from a file on all processors, like the viewer:
// unfiltered rows, with the given compression, one file per frame in a folder.
//
//   png_frames FILE WIDTH HEIGHT COMPRESSION FOLDER
//
// Prints frames per second.
#include <png.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static unsigned char *pixels;
static unsigned width, height;
static int compression, count;
static const char *folder;
static atomic_int next;

static void encode(int frame) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%06d.png", folder, frame);
  FILE *file = fopen(path, "wb");
  if (!file) exit(1);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) exit(1);
  png_init_io(png, file);
  png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_set_compression_level(png, compression);
  png_write_info(png, info);
  unsigned char *rows = pixels + (size_t)frame * width * height * 4;
  for (unsigned y = 0; y < height; y++) png_write_row(png, rows + (size_t)y * width * 4);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  if (fclose(file) != 0) exit(1);
}

static void *work(void *unused) {
  (void)unused;
  for (int frame; (frame = atomic_fetch_add(&next, 1)) < count;) encode(frame);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 6) return 64;
  width = (unsigned)atoi(argv[2]);
  height = (unsigned)atoi(argv[3]);
  compression = atoi(argv[4]);
  folder = argv[5];
  FILE *file = fopen(argv[1], "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) return 1;
  long size = ftell(file);
  rewind(file);
  pixels = malloc((size_t)size);
  if (!pixels || fread(pixels, 1, (size_t)size, file) != (size_t)size) return 1;
  count = (int)((size_t)size / ((size_t)width * height * 4));
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  long threads = sysconf(_SC_NPROCESSORS_ONLN);
  pthread_t all[256];
  for (long i = 0; i < threads && i < 256; i++) pthread_create(&all[i], NULL, work, NULL);
  for (long i = 0; i < threads && i < 256; i++) pthread_join(all[i], NULL);
  clock_gettime(CLOCK_MONOTONIC, &end);
  double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
  printf("%f\n", count / seconds);
  return 0;
}
