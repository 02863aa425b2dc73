// XShmPutImage of any size, as x11perf does it for 500×500: one request after the other, and a
// round trip at the end of each batch.
//
//   shm_put WIDTH HEIGHT SECONDS     prints the puts and the seconds they took
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <sys/ipc.h>
#include <sys/shm.h>

#include "measure.h"

enum { batch = 16 };

int main(int count, char **arguments) {
  if (count != 4) return 64;
  int width = (int)number(arguments[1], 1), height = (int)number(arguments[2], 1);
  double seconds = number(arguments[3], 0.01);
  Display *display = XOpenDisplay(NULL);
  if (display == NULL || !XShmQueryExtension(display)) return 69;
  int screen = DefaultScreen(display);
  XSetWindowAttributes attributes = {.override_redirect = True, .event_mask = ExposureMask};
  Window window = XCreateWindow(
      display, DefaultRootWindow(display), 0, 0, (unsigned)width, (unsigned)height, 0,
      CopyFromParent, InputOutput, CopyFromParent, CWOverrideRedirect | CWEventMask, &attributes);
  XMapRaised(display, window);
  XEvent event;
  XWindowEvent(display, window, ExposureMask, &event);

  XShmSegmentInfo segment;
  XImage *image = XShmCreateImage(display, DefaultVisual(display, screen),
                                  (unsigned)DefaultDepth(display, screen), ZPixmap, NULL, &segment,
                                  (unsigned)width, (unsigned)height);
  size_t size = (size_t)image->bytes_per_line * (size_t)height;
  segment.shmid = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
  segment.shmaddr = image->data = shmat(segment.shmid, NULL, 0);
  segment.readOnly = False;
  XShmAttach(display, &segment);
  XSync(display, False);
  shmctl(segment.shmid, IPC_RMID, NULL);
  for (size_t index = 0; index < size; index++) image->data[index] = (char)index;

  GC context = XCreateGC(display, window, 0, NULL);
  int puts = 0;
  int64_t start = nanoseconds();
  do {
    for (int index = 0; index < batch; index++) {
      XShmPutImage(display, window, context, image, 0, 0, 0, 0, (unsigned)width, (unsigned)height,
                   False);
    }
    XSync(display, False);
    puts += batch;
  } while ((double)(nanoseconds() - start) < seconds * 1e9);
  printf("%d %.6f\n", puts, (double)(nanoseconds() - start) / 1e9);
  XCloseDisplay(display);
  return 0;
}
