// The lower bound of wake-up lateness: a loop that only polls a timerfd on an absolute lattice.
//
//   timer_loop RATE FRAMES     prints the lateness of every wake-up in nanoseconds, sorted
#include <poll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "measure.h"

int main(int count, char **arguments) {
  if (count != 3) return 64;
  double period = 1e9 / number(arguments[1], 1);
  int frames = (int)number(arguments[2], 1);
  int64_t *lateness = calloc((size_t)frames, sizeof *lateness);
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (timer < 0 || lateness == NULL) return 71;
  int64_t start = nanoseconds() + (int64_t)period;
  for (int frame = 0; frame < frames; frame++) {
    int64_t deadline = start + (int64_t)(period * frame);
    struct itimerspec setting = {
        .it_value = {.tv_sec = deadline / 1000000000, .tv_nsec = deadline % 1000000000}};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL);
    struct pollfd descriptor = {.fd = timer, .events = POLLIN};
    poll(&descriptor, 1, -1);
    lateness[frame] = nanoseconds() - deadline;
    uint64_t expirations;
    if (read(timer, &expirations, sizeof expirations) < 0) return 74;
  }
  print_sorted(lateness, frames);
  return 0;
}
