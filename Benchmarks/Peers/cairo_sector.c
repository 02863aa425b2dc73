// Anti-aliased sectors on a Cairo image surface.
//
//   cairo_sector fast|good RADIUS REPEATS
//
// Prints the mean time of one sector in microseconds, over all angles of integral degrees.
#include <cairo.h>
#include <math.h>
#include <string.h>

#include "measure.h"

int main(int count, char **arguments) {
  if (count != 4) return 64;
  int is_fast = strcmp(arguments[1], "fast") == 0;
  double radius = number(arguments[2], 1);
  int repeats = (int)number(arguments[3], 1);
  int side = (int)radius * 2 + 40;
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, side, side);
  cairo_t *context = cairo_create(surface);
  if (cairo_status(context) != CAIRO_STATUS_SUCCESS) return 71;
  cairo_set_antialias(context, is_fast ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_GOOD);
  cairo_set_source_rgb(context, 0, 0, 1);
  double middle = side / 2.0;
  int64_t start = 0;
  // The first round fills caches.
  for (int round = -1; round < repeats; round++) {
    if (round == 0) start = nanoseconds();
    for (int degrees = 1; degrees < 360; degrees++) {
      cairo_move_to(context, middle, middle);
      cairo_arc(context, middle, middle, radius, -M_PI / 2, -M_PI / 2 + degrees * M_PI / 180);
      cairo_close_path(context);
      cairo_fill(context);
    }
  }
  cairo_surface_flush(surface);
  printf("%.4f\n", (double)(nanoseconds() - start) / 1000 / 359 / repeats);
  cairo_destroy(context);
  cairo_surface_destroy(surface);
  return 0;
}
