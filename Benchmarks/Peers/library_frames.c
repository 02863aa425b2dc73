// The library for C: draws frames of a file.
//
//   library_frames FILE SIDE FRAMES hash|draw
//
// With hash, prints the hash of each frame, as x11viewer render --hash does.
#include <animrender.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

int main(int argc, char **argv) {
  if (argc != 5) return 64;
  uint32_t side = (uint32_t)number(argv[2], 1), frames = (uint32_t)number(argv[3], 1);
  FILE *file = fopen(argv[1], "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) return 66;
  size_t size = (size_t)ftell(file);
  rewind(file);
  void *bytes = malloc(size);
  if (!bytes || fread(bytes, 1, size, file) != size) return 66;
  animrender *animation;
  if (animrender_open(bytes, size, NULL, &animation, NULL, 0)) return 65;
  char hash[65];
  void *pixels = malloc((size_t)side * side * 4);
  for (uint32_t frame = 0; frame < frames; frame++) {
    if (strcmp(argv[4], "hash") == 0) {
      if (animrender_hash_frame(animation, frame, side, side, hash)) return 1;
      printf("%u %s %ux%u\n", frame, hash, side, side);
    } else if (animrender_draw_frame(animation, frame, pixels, side, side, (size_t)side * 4,
                                     ANIMRENDER_RGBA8)) {
      return 1;
    }
  }
  animrender_close(animation);
}
