// Plays an animation in a window of SDL 2:
//
//   cc play.c -o play $(pkg-config --cflags --libs animrender sdl2) && ./play cat.json

#include <SDL.h>
#include <animrender.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  size_t count = 0;
  void *bytes = argc == 2 ? SDL_LoadFile(argv[1], &count) : NULL;
  if (!bytes) {
    fprintf(stderr, "usage: play FILE\n");
    return 2;
  }
  animrender *animation;
  char message[300];
  if (animrender_open(bytes, count, NULL, &animation, message, sizeof message) != ANIMRENDER_OK) {
    fprintf(stderr, "%s: %s\n", argv[1], message);
    return 1;
  }
  SDL_free(bytes);

  animrender_properties properties = {.size = sizeof properties};
  animrender_get_properties(animation, &properties);
  SDL_Init(SDL_INIT_VIDEO);
  SDL_Window *window =
      SDL_CreateWindow(argv[1], SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
                       (int)properties.width, (int)properties.height, SDL_WINDOW_RESIZABLE);

  Uint64 start = SDL_GetTicks64();
  for (int isOpen = 1; isOpen;) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) isOpen = isOpen && event.type != SDL_QUIT;
    int width, height;
    SDL_GetWindowSize(window, &width, &height);
    SDL_Surface *image =
        SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_RGBA32);
    int64_t time = (int64_t)(SDL_GetTicks64() - start) * 1000000;
    if (animrender_draw_time(animation, time, image->pixels, (uint32_t)width, (uint32_t)height,
                             (size_t)image->pitch, ANIMRENDER_RGBA8))
      fprintf(stderr, "%s: %s\n", argv[1], animrender_message(animation));
    SDL_FillRect(SDL_GetWindowSurface(window), NULL, 0xffffffff);
    SDL_BlitSurface(image, NULL, SDL_GetWindowSurface(window), NULL);
    SDL_FreeSurface(image);
    SDL_UpdateWindowSurface(window);
    SDL_Delay(10);
  }
  animrender_close(animation);
  SDL_Quit();
}
