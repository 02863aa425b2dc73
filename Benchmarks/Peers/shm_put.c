// XShmPutImage of any size, as x11perf does it for 500×500: one request after the other, and a
// round trip at the end of each batch.
//
//   shm_put WIDTH HEIGHT SECONDS     prints the puts and the seconds they took
#include "measure.h"
#include "shm_window.h"

enum { batch = 16 };

int main(int count, char **arguments) {
  if (count != 4) return 64;
  int width = (int)number(arguments[1], 1), height = (int)number(arguments[2], 1);
  double seconds = number(arguments[3], 0.01);
  ShmWindow made;
  if (!open_shm_window(&made, width, height)) return 69;
  size_t size = (size_t)made.image->bytes_per_line * (size_t)height;
  for (size_t index = 0; index < size; index++) made.image->data[index] = (char)index;

  int puts = 0;
  int64_t start = nanoseconds();
  do {
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
