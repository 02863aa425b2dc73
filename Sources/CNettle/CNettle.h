// SHA-256 from Nettle, a small library that needs no initialization.
#ifndef CNETTLE_H
#define CNETTLE_H

#include <nettle/sha2.h>

#endif
