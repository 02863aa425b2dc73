// Paths on a Cairo image surface.
//
//   cairo_vector FILE REPEATS
//
// FILE contains one path per line: the width of its stroke or 0, its colour, and the path as in
// SVG, with absolute coordinates and a space between any two words. Prints the mean processor time
// of one image of all paths, in microseconds.
#include <cairo.h>
#include <string.h>

#include "measure.h"

struct item {
  cairo_path_t *path;
  double width;
  unsigned color;
};

// Returns the next number of a line.
static double next(void) { return strtod(strtok(NULL, " \n"), NULL); }

static struct item read_item(cairo_t *context, char *line) {
  struct item item;
  item.width = strtod(strtok(line, " "), NULL);
  item.color = (unsigned)strtoul(strtok(NULL, " "), NULL, 10);
  cairo_new_path(context);
  for (char *word; (word = strtok(NULL, " \n"));) {
    double x = 0, y = 0;
    if (*word != 'Z') x = next(), y = next();
    if (*word == 'M') cairo_move_to(context, x, y);
    if (*word == 'L') cairo_line_to(context, x, y);
    if (*word == 'Z') cairo_close_path(context);
    if (*word == 'Q') {
      double ex = next(), ey = next(), sx, sy;
      cairo_get_current_point(context, &sx, &sy);
      cairo_curve_to(context, (sx + 2 * x) / 3, (sy + 2 * y) / 3, (ex + 2 * x) / 3,
                     (ey + 2 * y) / 3, ex, ey);
    }
    if (*word == 'C') {
      double x2 = next(), y2 = next(), ex = next(), ey = next();
      cairo_curve_to(context, x, y, x2, y2, ex, ey);
    }
  }
  item.path = cairo_copy_path(context);
  return item;
}

int main(int count, char **arguments) {
  if (count != 3) return 64;
  FILE *file = fopen(arguments[1], "r");
  if (!file) return 66;
  int repeats = (int)number(arguments[2], 1);
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 512, 512);
  cairo_t *context = cairo_create(surface);
  if (cairo_status(context) != CAIRO_STATUS_SUCCESS) return 71;
  static struct item items[4096];
  static char line[1 << 20];
  int item_count = 0;
  while (item_count < 4096 && fgets(line, sizeof line, file))
    items[item_count++] = read_item(context, line);
  // Like the other libraries.
  cairo_set_miter_limit(context, 4);
  int64_t start = 0;
  // The first round fills caches.
  for (int round = -1; round < repeats; round++) {
    if (round == 0) start = processor_nanoseconds();
    cairo_identity_matrix(context);
    cairo_translate(context, (round & 3) / 4.0, 0);
    for (int index = 0; index < item_count; index++) {
      unsigned color = items[index].color;
      cairo_set_source_rgb(context, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0,
                           (color & 255) / 255.0);
      cairo_new_path(context);
      cairo_append_path(context, items[index].path);
      if (items[index].width > 0) {
        cairo_set_line_width(context, items[index].width);
        cairo_stroke(context);
      } else {
        cairo_fill(context);
      }
    }
  }
  cairo_surface_flush(surface);
  printf("%.4f\n", (double)(processor_nanoseconds() - start) / 1000 / repeats);
  return 0;
}
