// Moves squares on an SDL2 window surface, like an SDL2 program without a GPU.
//
//   sdl_squares full|grouped|rects WIDTH HEIGHT COUNT SIDE RATE SECONDS
//
// "full" clears the surface, fills all squares in order and shows the entire window. The other two
// fill them grouped by colour, for which SDL has a faster call. This results in a different image
// where squares overlap. "rects" also clears and shows only the old and new areas of squares. A
// RATE of 0 means unlimited. The squares are aligned to pixels.
//
// Prints the number of frames and the seconds that they took, and on a second line the lateness of
// every wake-up.
#include <SDL.h>
#include <string.h>

#include "measure.h"

enum { colours = 5, warm_up = 10 };

typedef struct {
  float x, y, dx, dy;
} Square;

static float random_part(void) { return (float)rand() / (float)RAND_MAX; }

static void move(Square *squares, SDL_Rect *rects, int count, int width, int height, float span) {
  for (int index = 0; index < count; index++) {
    Square *square = &squares[index];
    square->x += square->dx * span;
    square->y += square->dy * span;
    if (square->x < 0 || square->x > (float)(width - rects[index].w)) square->dx = -square->dx;
    if (square->y < 0 || square->y > (float)(height - rects[index].h)) square->dy = -square->dy;
    rects[index].x = (int)square->x;
    rects[index].y = (int)square->y;
  }
}

static Uint32 palette[colours];

static void fill(SDL_Surface *surface, const SDL_Rect *rects, int count) {
  for (int index = 0; index < count; index++) {
    SDL_FillRect(surface, rects + index, palette[index % colours]);
  }
}

static void fill_grouped(SDL_Surface *surface, const SDL_Rect *rects, int count) {
  for (int colour = 0; colour < colours; colour++) {
    int first = (int)((int64_t)count * colour / colours);
    int end = (int)((int64_t)count * (colour + 1) / colours);
    SDL_FillRects(surface, rects + first, end - first, palette[colour]);
  }
}

int main(int argument_count, char **arguments) {
  if (argument_count != 8) return 64;
  int is_grouped = strcmp(arguments[1], "full") != 0;
  int is_full = strcmp(arguments[1], "rects") != 0;
  int width = (int)number(arguments[2], 1), height = (int)number(arguments[3], 1);
  int count = (int)number(arguments[4], 1), side = (int)number(arguments[5], 1);
  double rate = number(arguments[6], 0), seconds = number(arguments[7], 0.01);

  // This hint prevents SDL from uploading the surface to a texture of a software OpenGL.
  SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return 69;
  SDL_Window *window = SDL_CreateWindow("sdl_squares", 0, 0, width, height, SDL_WINDOW_BORDERLESS);
  SDL_Surface *surface = window == NULL ? NULL : SDL_GetWindowSurface(window);
  if (surface == NULL) {
    fprintf(stderr, "sdl_squares: %s\n", SDL_GetError());
    return 69;
  }
  Square *squares = calloc((size_t)count, sizeof *squares);
  // The rectangles shown last and shown next, in one array with all changes.
  SDL_Rect *rects = calloc((size_t)count * 2, sizeof *rects);
  SDL_Rect *next = rects + count;
  int capacity = rate > 0 ? (int)(rate * seconds) + 1 : 1;
  int64_t *lateness = calloc((size_t)capacity, sizeof *lateness);
  if (squares == NULL || rects == NULL || lateness == NULL) return 71;
  for (int index = 0; index < count; index++) {
    squares[index] = (Square){random_part() * (float)(width - side),
                              random_part() * (float)(height - side),
                              random_part() * 320 - 160, random_part() * 320 - 160};
    next[index] = (SDL_Rect){0, 0, side, side};
  }
  static const Uint8 rgb[colours][3] = {
      {0, 0, 255}, {46, 125, 215}, {0, 163, 163}, {245, 166, 35}, {228, 87, 46}};
  for (int index = 0; index < colours; index++) {
    palette[index] = SDL_MapRGB(surface->format, rgb[index][0], rgb[index][1], rgb[index][2]);
  }
  Uint32 background = SDL_MapRGB(surface->format, 250, 250, 247);
  SDL_FillRect(surface, NULL, background);
  SDL_UpdateWindowSurface(window);

  float span = rate > 0 ? (float)(1 / rate) : 1.0f / 60;
  int frames = 0;
  int64_t start = 0;
  for (int number = -warm_up;; number++) {
    if (number == 0) start = nanoseconds();
    if (number > 0 && (double)(nanoseconds() - start) >= seconds * 1e9) break;
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
      if (event.type == SDL_QUIT) return 0;
    }
    memcpy(rects, next, (size_t)count * sizeof *rects);
    move(squares, next, count, width, height, span);
    if (is_full) {
      SDL_FillRect(surface, NULL, background);
    } else {
      SDL_FillRects(surface, rects, count, background);
    }
    if (is_grouped) {
      fill_grouped(surface, next, count);
    } else {
      fill(surface, next, count);
    }
    if (rate > 0 && number > 0) {
      int64_t deadline = start + (int64_t)(number * 1e9 / rate);
      int64_t rest = deadline - nanoseconds();
      if (rest > 0) SDL_Delay((Uint32)((rest + 999999) / 1000000));
      if (frames < capacity) lateness[frames] = nanoseconds() - deadline;
    }
    if (is_full) {
      SDL_UpdateWindowSurface(window);
    } else {
      SDL_UpdateWindowSurfaceRects(window, rects, count * 2);
    }
    if (number > 0) frames++;
  }
  printf("%d %.6f\n", frames, (double)(nanoseconds() - start) / 1e9);
  print_sorted(lateness, rate > 0 && frames < capacity ? frames : rate > 0 ? capacity : 0);
  SDL_Quit();
  return 0;
}
