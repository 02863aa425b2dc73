// A window, and an image of its size in shared memory.
#ifndef SHM_WINDOW_H
#define SHM_WINDOW_H

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <sys/ipc.h>
#include <sys/shm.h>

typedef struct {
  Display *display;
  Window window;
  XImage *image;
  XShmSegmentInfo segment;
  GC context;
} ShmWindow;

// Opens the window and waits until it is visible. Returns zero without a display or MIT-SHM. The
// image refers to the segment, so the structure must not move.
static inline int open_shm_window(ShmWindow *made, int width, int height) {
  Display *display = made->display = XOpenDisplay(NULL);
  if (display == NULL || !XShmQueryExtension(display)) return 0;
  int screen = DefaultScreen(display);
  XSetWindowAttributes attributes = {.override_redirect = True, .event_mask = ExposureMask};
  made->window = XCreateWindow(
      display, DefaultRootWindow(display), 0, 0, (unsigned)width, (unsigned)height, 0,
      CopyFromParent, InputOutput, CopyFromParent, CWOverrideRedirect | CWEventMask, &attributes);
  XMapRaised(display, made->window);
  XEvent event;
  XWindowEvent(display, made->window, ExposureMask, &event);

  XImage *image = made->image = XShmCreateImage(
      display, DefaultVisual(display, screen), (unsigned)DefaultDepth(display, screen), ZPixmap,
      NULL, &made->segment, (unsigned)width, (unsigned)height);
  size_t size = (size_t)image->bytes_per_line * (size_t)height;
  made->segment.shmid = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
  made->segment.shmaddr = image->data = shmat(made->segment.shmid, NULL, 0);
  made->segment.readOnly = False;
  XShmAttach(display, &made->segment);
  XSync(display, False);
  shmctl(made->segment.shmid, IPC_RMID, NULL);
  XGCValues values = {.graphics_exposures = False};
  made->context = XCreateGC(display, made->window, GCGraphicsExposures, &values);
  return 1;
}

#endif
