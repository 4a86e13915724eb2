// SPDX-License-Identifier: BSD-3-Clause
// The parts of the program wait_states: one function for each wait state, with a delay of 50 ms of
// one process or thread that others wait for. Every rank calls every function.
#pragma once

#include <mpi.h>

enum { kRanks = 4, kDelayMs = 50 };

extern int rank;

// Ranks go on at the same moment, however many cores they have: all sleep until then.
void begin_together(void);

// Only `who` works for a while.
void late(int who);
void work(int milliseconds);

void one_sided_waits(void);
void openmp_waits(void);
