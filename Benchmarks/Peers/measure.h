// What the peers share: the monotonic clock, and percentiles of what they measured.
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

// Of all threads of the process together.
static inline int64_t processor_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int by_value(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

// Prints all values in ascending order, in one line: whoever compares two programs pools the
// values of several runs, which percentiles would not allow.
static inline void print_sorted(int64_t *values, int count) {
  qsort(values, (size_t)count, sizeof *values, by_value);
  for (int index = 0; index < count; index++) printf("%lld ", (long long)values[index]);
  printf("\n");
}

// The number in an argument, which must be more than zero unless `least` says otherwise.
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
