// The minimum cost of squares on MIT-SHM for a client: a bare loop on a timerfd that wakes up once
// per frame, clears and fills integral pixels with plain stores, and sends each changed rectangle.
//
//   shm_squares WIDTH HEIGHT COUNT SIDE RATE SECONDS
//
// There is no anti-aliasing and no fading, only completion events are handled, and vblanks are
// ignored. Prints the number of frames and the seconds that they took.
#include <poll.h>
#include <sys/timerfd.h>

#include "measure.h"
#include "shm_window.h"

typedef struct {
  double x, y, dx, dy;
} Square;

static double random_part(void) { return (double)rand() / (double)RAND_MAX; }

static void fill(XImage *image, int x, int y, int width, int height, uint32_t word) {
  for (int row = y; row < y + height; row++) {
    uint32_t *pixels = (uint32_t *)(void *)(image->data + row * image->bytes_per_line) + x;
    for (int index = 0; index < width; index++) pixels[index] = word;
  }
}

// Clears the square, moves it inside the image, fills it, and sends both areas together.
static void move(Square *square, int side, double span, const ShmWindow *made, Bool notify) {
  XImage *image = made->image;
  int left = (int)square->x, top = (int)square->y;
  fill(image, left, top, side, side, 0xFFFAFAF7);
  if (square->x + square->dx * span < 0 || square->x + square->dx * span > image->width - side) {
    square->dx = -square->dx;
  }
  if (square->y + square->dy * span < 0 || square->y + square->dy * span > image->height - side) {
    square->dy = -square->dy;
  }
  square->x += square->dx * span;
  square->y += square->dy * span;
  int x = (int)square->x, y = (int)square->y;
  fill(image, x, y, side, side, 0xFF0000FF);
  int low_x = x < left ? x : left, low_y = y < top ? y : top;
  XShmPutImage(made->display, made->window, made->context, image, low_x, low_y, low_x, low_y,
               (unsigned)(abs(x - left) + side), (unsigned)(abs(y - top) + side), notify);
}

int main(int argument_count, char **arguments) {
  if (argument_count != 7) return 64;
  int width = (int)number(arguments[1], 1), height = (int)number(arguments[2], 1);
  int count = (int)number(arguments[3], 1), side = (int)number(arguments[4], 1);
  double rate = number(arguments[5], 1), seconds = number(arguments[6], 0.01);
  ShmWindow made;
  if (!open_shm_window(&made, width, height)) return 69;
  fill(made.image, 0, 0, width, height, 0xFFFAFAF7);
  XShmPutImage(made.display, made.window, made.context, made.image, 0, 0, 0, 0, (unsigned)width,
               (unsigned)height, False);

  Square *squares = calloc((size_t)count, sizeof *squares);
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  if (squares == NULL || timer < 0) return 71;
  for (int index = 0; index < count; index++) {
    squares[index] = (Square){random_part() * (width - side), random_part() * (height - side),
                              random_part() * 320 - 160, random_part() * 320 - 160};
  }
  int frames = 0;
  int64_t start = nanoseconds();
  for (; (double)(nanoseconds() - start) < seconds * 1e9; frames++) {
    int64_t deadline = start + (int64_t)((frames + 1) * 1e9 / rate);
    struct itimerspec setting = {
        .it_value = {.tv_sec = deadline / 1000000000, .tv_nsec = deadline % 1000000000}};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL);
    struct pollfd descriptor = {.fd = timer, .events = POLLIN};
    poll(&descriptor, 1, -1);
    for (int index = 0; index < count; index++) {
      move(squares + index, side, 1 / rate, &made, index == count - 1);
    }
    XFlush(made.display);
    XEvent event;
    while (XEventsQueued(made.display, QueuedAlready) > 0) XNextEvent(made.display, &event);
  }
  printf("%d %.6f\n", frames, (double)(nanoseconds() - start) / 1e9);
  XCloseDisplay(made.display);
  return 0;
}
