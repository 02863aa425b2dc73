// The kernel interfaces of the frame loop that Swift's own C library module leaves out.
#ifndef CLINUX_H
#define CLINUX_H

#include <sys/signalfd.h>
#include <sys/timerfd.h>

#endif
