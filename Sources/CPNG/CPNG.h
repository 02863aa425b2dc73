// libpng's simplified interface (png_image), which reports errors by return value
// and never by longjmp, which Swift frames do not survive.
#ifndef CPNG_H
#define CPNG_H

#include <png.h>

#endif
