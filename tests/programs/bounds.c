// SPDX-License-Identifier: BSD-3-Clause
// Drives one quantity to an extreme, in as many threads as asked for.
// arguments: depth N | regions N | paths N | pairs N | threads N
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tarry/tarry.h>

#define NOT_INSTRUMENTED __attribute__((no_instrument_function))

__attribute__((noinline)) static long deeper(long n) {
  __asm__ volatile("" ::: "memory");
  return n == 0 ? 0 : 1 + deeper(n - 1);
}

__attribute__((noinline)) static void empty(void) { __asm__ volatile("" ::: "memory"); }

// The Fortran binding takes names that are made while the program runs.
extern void tarry_region_begin_(const char* name, size_t length);
extern void tarry_region_end_(const char* name, size_t length);

NOT_INSTRUMENTED static void named(long n) {
  char name[32];
  const int length = snprintf(name, sizeof name, "region %ld", n);
  tarry_region_begin_(name, (size_t)length);
  tarry_region_end_(name, (size_t)length);
}

__attribute__((noinline)) static void left(long bits, int depth);
__attribute__((noinline)) static void right(long bits, int depth);
NOT_INSTRUMENTED static void walk(long bits, int depth) {
  if (depth > 0) ((bits & 1) ? left : right)(bits >> 1, depth - 1);
}
static void left(long bits, int depth) { walk(bits, depth); }
static void right(long bits, int depth) { walk(bits, depth); }

NOT_INSTRUMENTED static void paths(long n) {
  int depth = 0;
  while ((1L << depth) < n) ++depth;
  for (long path = 0; path < n; ++path) walk(path, depth);
}

NOT_INSTRUMENTED static void pairs(long n) {
  for (long i = 0; i < n; ++i) empty();
}

NOT_INSTRUMENTED static void* thread(void* argument) {
  pairs(1000);
  return argument;
}

NOT_INSTRUMENTED static void threads(long n) {
  pthread_t* const made = malloc(sizeof(pthread_t) * (size_t)n);
  for (long i = 0; i < n; ++i) pthread_create(&made[i], NULL, thread, NULL);
  for (long i = 0; i < n; ++i) pthread_join(made[i], NULL);
  free(made);
}

int main(int argc, char** argv) {
  const char* what = argc > 2 ? argv[1] : "";
  const long n = argc > 2 ? atol(argv[2]) : 0;
  if (strcmp(what, "depth") == 0) deeper(n);
  if (strcmp(what, "regions") == 0)
    for (long i = 0; i < n; ++i) named(i);
  if (strcmp(what, "paths") == 0) paths(n);
  if (strcmp(what, "pairs") == 0) pairs(n);
  if (strcmp(what, "threads") == 0) threads(n);
  printf("done\n");
  return 0;
}
