// Rotates and fades sprites with SDL2's software renderer.
//
//   sdl_sprites FRAMES [PICTURE]
//
// 10,000 images of 32×32 in 1280×720, each with its own angle and opacity. Prints the mean
// microseconds of a frame. With PICTURE, saves the last frame as BMP.
#include <SDL.h>
#include <math.h>

#include "measure.h"

enum { width = 1280, height = 720, count = 10000, side = 32 };

// A disc with a soft edge.
static SDL_Surface *sprite(void) {
  SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, side, side, 32, SDL_PIXELFORMAT_ARGB8888);
  if (surface == NULL) exit(71);
  for (int y = 0; y < side; y++) {
    Uint32 *row = (Uint32 *)(void *)((char *)surface->pixels + y * surface->pitch);
    for (int x = 0; x < side; x++) {
      double alpha = fmin(fmax(16 - hypot(x - 15.5, y - 15.5), 0), 1);
      row[x] = (Uint32)lrint(alpha * 255) << 24 | 0xFF0000 | (Uint32)(y * 8) << 8;
    }
  }
  return surface;
}

int main(int argument_count, char **arguments) {
  if (argument_count < 2) return 64;
  int frames = (int)number(arguments[1], 1);
  SDL_Surface *target =
      SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
  if (target == NULL) return 71;
  SDL_Renderer *renderer = SDL_CreateSoftwareRenderer(target);
  SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
  SDL_Texture *texture = renderer ? SDL_CreateTextureFromSurface(renderer, sprite()) : NULL;
  if (texture == NULL) return 71;
  SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
  int64_t start = 0;
  // The first frame fills the caches.
  for (int frame = 0; frame <= frames; frame++) {
    if (frame == 1) start = nanoseconds();
    SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255);
    SDL_RenderClear(renderer);
    for (int index = 0; index < count; index++) {
      SDL_FRect area = {(float)(index * 7919 % width - side / 2),
                        (float)(index * 104729LL % height - side / 2), side, side};
      SDL_SetTextureAlphaMod(texture, (Uint8)((index + frame) % 200 + 56));
      SDL_RenderCopyExF(renderer, texture, NULL, &area, index + frame, NULL, SDL_FLIP_NONE);
    }
    SDL_RenderFlush(renderer);
  }
  printf("%.1f\n", (double)(nanoseconds() - start) / 1e3 / frames);
  if (argument_count > 2) SDL_SaveBMP(target, arguments[2]);
  return 0;
}
