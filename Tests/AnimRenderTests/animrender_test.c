// Uses the library as C programs do, and checks what a Swift program can't:
//
//   animrender_test FILE FRAME WIDTH HEIGHT
//
// Prints the hash of the frame, or the first expectation that isn't met.

#include <animrender.h>
#include <dirent.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                         \
  do {                                                            \
    if (!(condition)) {                                           \
      printf("line %d: not met: %s\n", __LINE__, #condition);     \
      exit(1);                                                    \
    }                                                             \
  } while (0)

static void *bytes;
static size_t count;
static uint32_t frame, width, height;

// Opens the file, draws on a thread with the smallest stack, and returns the hash.
static void *draw(void *hash) {
  animrender_options options = ANIMRENDER_OPTIONS;
  animrender *animation;
  char message[200];
  EXPECT(animrender_open(bytes, count, &options, &animation, message, sizeof message) == ANIMRENDER_OK);
  uint32_t *pixels = malloc((size_t)width * height * 4);
  for (uint32_t number = 0; number <= frame; number++)
    EXPECT(animrender_draw_frame(animation, number, pixels, width, height, (size_t)width * 4,
                                 ANIMRENDER_BGRA8_PREMULTIPLIED) == ANIMRENDER_OK);
  EXPECT(animrender_hash_frame(animation, frame, width, height, hash) == ANIMRENDER_OK);
  free(pixels);
  animrender_close(animation);
  return NULL;
}

static int threads(void) {
  int found = 0;
  DIR *folder = opendir("/proc/self/task");
  EXPECT(folder);
  for (struct dirent *entry; (entry = readdir(folder));) found += entry->d_name[0] != '.';
  closedir(folder);
  return found;
}

static void expect_default_signals(void) {
  for (int number = 1; number < SIGRTMAX; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0)
      EXPECT(action.sa_handler == SIG_DFL);
  }
}

int main(int argc, char **argv) {
  EXPECT(argc == 5);
  expect_default_signals();
  EXPECT(threads() == 1);
  FILE *file = fopen(argv[1], "rb");
  EXPECT(file);
  bytes = malloc(1 << 20);
  count = fread(bytes, 1, 1 << 20, file);
  fclose(file);
  frame = (uint32_t)atoi(argv[2]);
  width = (uint32_t)atoi(argv[3]);
  height = (uint32_t)atoi(argv[4]);

  char hashes[4][65];
  pthread_t started[4];
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 2 << 20);
  for (int index = 0; index < 4; index++)
    EXPECT(pthread_create(&started[index], &attributes, draw, hashes[index]) == 0);
  for (int index = 0; index < 4; index++) pthread_join(started[index], NULL);
  for (int index = 1; index < 4; index++) EXPECT(strcmp(hashes[index], hashes[0]) == 0);

  expect_default_signals();
  EXPECT(threads() == 1);
  EXPECT(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
  puts(hashes[0]);
  return 0;
}
