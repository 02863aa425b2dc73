// SHA-256, from Nettle: a small library that needs nothing to be set up when a program starts.
#ifndef CNETTLE_H
#define CNETTLE_H

#include <nettle/sha2.h>

#endif
