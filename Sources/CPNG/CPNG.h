// libpng's simplified interface (png_image), which reports errors by return value
// and never by longjmp, which Swift frames do not survive.
#ifndef CPNG_H
#define CPNG_H

#include <png.h>

// The importer does not see macros that take arguments.
static inline size_t cpng_encoded_size_limit(png_image image) {
  return PNG_IMAGE_PNG_SIZE_MAX(image);
}

#endif
