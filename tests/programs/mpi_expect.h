// SPDX-License-Identifier: BSD-3-Clause
// For programs that are run under measurement: what they compute must be what it is without.
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

// The types of counts and displacements, which mpi_large_counts.h makes wider.
#ifndef COUNT
#define COUNT int
#define PLACE int
#endif

#define EXPECT(condition)                                                       \
  do {                                                                          \
    if (!(condition)) {                                                         \
      fprintf(stderr, "%s:%d: expected: %s\n", __FILE__, __LINE__, #condition); \
      MPI_Abort(MPI_COMM_WORLD, 1);                                             \
    }                                                                           \
  } while (0)
