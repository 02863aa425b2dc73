// Shared by the peers: the monotonic clock, and percentiles of measurements.
#ifndef MEASURE_H
#define MEASURE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Includes all threads of the process.
static inline int64_t processor_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int by_value(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

// Prints all values in ascending order on one line. To compare two programs, pool the values of
// several runs, which percentiles wouldn't allow.
static inline void print_sorted(int64_t *values, int count) {
  qsort(values, (size_t)count, sizeof *values, by_value);
  for (int index = 0; index < count; index++) printf("%lld ", (long long)values[index]);
  printf("\n");
}

// Returns the number in an argument, which must be at least `least`, or more than zero if that is
// zero.
static inline double number(const char *text, double least) {
  char *end;
  double value = strtod(text, &end);
  if (end == text || *end != 0 || !(value >= least)) {
    fprintf(stderr, "wrong number '%s'\n", text);
    exit(64);
  }
  return value;
}

#endif
