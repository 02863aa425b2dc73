// Sends XShmPutImage requests of any size, as x11perf does for 500×500: one request after the
// other, and a round trip at the end of each batch.
//
//   shm_put WIDTH HEIGHT SECONDS [fill]     prints the puts and the seconds they took
//
// The image doesn't change, so the server's processor may keep it in its cache. With `fill`, the
// entire image is written before each put, so the server has to fetch it, as from a program that
// draws.
#include <string.h>

#include "measure.h"
#include "shm_window.h"

int main(int count, char **arguments) {
  if (count != 4 && !(count == 5 && strcmp(arguments[4], "fill") == 0)) return 64;
  int width = (int)number(arguments[1], 1), height = (int)number(arguments[2], 1);
  double seconds = number(arguments[3], 0.01);
  ShmWindow made;
  if (!open_shm_window(&made, width, height)) return 69;
  size_t size = (size_t)made.image->bytes_per_line * (size_t)height;
  for (size_t index = 0; index < size; index++) made.image->data[index] = (char)index;

  int fills = count == 5, batch = fills ? 1 : 16;
  int puts = 0;
  int64_t start = nanoseconds();
  do {
    if (fills) memset(made.image->data, puts, size);
    for (int index = 0; index < batch; index++) {
      XShmPutImage(made.display, made.window, made.context, made.image, 0, 0, 0, 0, (unsigned)width,
                   (unsigned)height, False);
    }
    XSync(made.display, False);
    puts += batch;
  } while ((double)(nanoseconds() - start) < seconds * 1e9);
  printf("%d %.6f\n", puts, (double)(nanoseconds() - start) / 1e9);
  XCloseDisplay(made.display);
  return 0;
}
