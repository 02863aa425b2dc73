// Measures the time until a program's window shows an image.
//
//   first_image COMMAND ARGUMENT…
//
// Starts the command, waits until a new window on the screen contains two colours, prints the
// milliseconds from the start of the program until the corresponding damage was reported, and ends
// the program. A plain background is only one colour, so it doesn't count.
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/Xdamage.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure.h"

extern char **environ;

// Windows may vanish while they are examined, such as the probing windows of toolkits.
static int ignore(Display *display, XErrorEvent *error) {
  (void)display;
  (void)error;
  return 0;
}

static int has_two_colours(Display *display, Window window) {
  XWindowAttributes attributes;
  if (!XGetWindowAttributes(display, window, &attributes)) return 0;
  if (attributes.map_state != IsViewable) return 0;
  XImage *image = XGetImage(display, window, 0, 0, (unsigned)attributes.width,
                            (unsigned)attributes.height, AllPlanes, ZPixmap);
  if (image == NULL) return 0;
  unsigned long first = XGetPixel(image, 0, 0);
  int found = 0;
  for (int y = 0; y < image->height && !found; y++) {
    for (int x = 0; x < image->width && !found; x++) found = XGetPixel(image, x, y) != first;
  }
  XDestroyImage(image);
  return found;
}

int main(int count, char **arguments) {
  if (count < 2) return 64;
  Display *display = XOpenDisplay(NULL);
  int damage_event, damage_error;
  if (display == NULL || !XDamageQueryExtension(display, &damage_event, &damage_error)) return 69;
  XSetErrorHandler(ignore);
  XSelectInput(display, DefaultRootWindow(display), SubstructureNotifyMask);
  XSync(display, False);

  int64_t start = nanoseconds();
  pid_t child;
  if (posix_spawnp(&child, arguments[1], NULL, NULL, arguments + 1, environ) != 0) return 69;
  alarm(10);
  for (;;) {
    XEvent event;
    XNextEvent(display, &event);
    int64_t now = nanoseconds();
    if (event.type == CreateNotify) {
      XDamageCreate(display, event.xcreatewindow.window, XDamageReportNonEmpty);
      XFlush(display);
    } else if (event.type == damage_event + XDamageNotify) {
      XDamageNotifyEvent *damage = (XDamageNotifyEvent *)&event;
      XDamageSubtract(display, damage->damage, None, None);
      if (has_two_colours(display, damage->drawable)) {
        printf("%.4f\n", (double)(now - start) / 1e6);
        break;
      }
    }
  }
  kill(child, SIGTERM);
  waitpid(child, NULL, 0);
  return 0;
}
