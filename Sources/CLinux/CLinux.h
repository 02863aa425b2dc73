// The kernel interfaces of the frame loop that Swift's own C library module leaves out.
#ifndef CLINUX_H
#define CLINUX_H

#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

// Linux 5.14; the C library's headers have it since glibc 2.35.
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

#endif
