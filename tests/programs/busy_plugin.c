// SPDX-License-Identifier: BSD-3-Clause
// A library that busy loads and unloads: two functions, one inside the other, that call MPI
// directly and through a function of the program. NAME is a part of their names; ROOM are the bytes
// that each keeps on the stack.
#include <mpi.h>

#ifndef ROOM
#define ROOM 16
#endif
#define JOIN(a, b) a##b
#define FUNCTION(name, suffix) JOIN(name, suffix)
#define STEP FUNCTION(NAME, _step)

long plugin_run(long (*ask)(void), int depth);

__attribute__((noipa)) static long STEP(long (*ask)(void), int depth) {
  volatile char room[ROOM];
  int is_there = 0;
  room[0] = 1;
  room[ROOM - 1] = 1;
  MPI_Query_thread(&is_there);
  const long sum = (is_there == MPI_THREAD_MULTIPLE) + ask() + room[0];
  return (depth > 0 ? STEP(ask, depth - 1) : 0) + sum + room[ROOM - 1];
}

__attribute__((visibility("default"))) long plugin_run(long (*ask)(void), int depth) {
  return STEP(ask, depth) + 1;
}
