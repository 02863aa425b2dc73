// Draws the first frame of an SVG file with librsvg, on one thread.
//
//   rsvg_frames SIZE FRAMES ROUNDS FILE   prints the milliseconds of processor time for loading the
//                                         file and for each of FRAMES drawings, the minimum of all
//                                         rounds
//
// librsvg doesn't support animations: each drawing is of the first frame. Its longer side has SIZE pixels.
#include <cairo.h>
#include <librsvg/rsvg.h>
#include <math.h>
#include <stdio.h>

#include "measure.h"

static double milliseconds(int64_t start) {
  return (double)(processor_nanoseconds() - start) / 1e6;
}

int main(int count, char **arguments) {
  if (count != 5) return 64;
  double size = number(arguments[1], 1);
  size_t frames = (size_t)number(arguments[2], 1);
  int rounds = (int)number(arguments[3], 1);
  gchar *data;
  gsize length;
  if (!g_file_get_contents(arguments[4], &data, &length, NULL)) return 66;
  double *times = calloc(frames, sizeof *times);
  if (!times) return 71;
  double load = INFINITY;
  for (int round = 0; round < rounds; round++) {
    int64_t start = processor_nanoseconds();
    RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)data, length, NULL);
    if (!handle) return 66;
    load = fmin(load, milliseconds(start));
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)size, (int)size);
    RsvgRectangle view = {0, 0, size, size};
    for (size_t index = 0; index < frames; index++) {
      start = processor_nanoseconds();
      cairo_t *context = cairo_create(surface);
      cairo_set_source_rgb(context, 1, 1, 1);
      cairo_paint(context);
      if (!rsvg_handle_render_document(handle, context, &view, NULL)) return 66;
      cairo_destroy(context);
      double time = milliseconds(start);
      if (round == 0 || time < times[index]) times[index] = time;
    }
    cairo_surface_destroy(surface);
    g_object_unref(handle);
  }
  printf("%.4f", load);
  for (size_t index = 0; index < frames; index++) printf(" %.4f", times[index]);
  printf("\n");
  return 0;
}
