// SPDX-License-Identifier: BSD-3-Clause
// An MPI library that can be made slow: a library between the program and MPI, with calls that do
// not end when they could, and operations that wait for what other libraries wait for elsewhere.
#pragma once

enum { kSlowMs = 50 };

extern int slow_after;  // the next MPI_Barrier or MPI_Allreduce of this process ends kSlowMs after
                        // the operation
extern int slow_put;    // MPI_Win_start and MPI_Win_lock do nothing; the next MPI_Put does it and
                        // waits for its own end

void slow_sleep(int milliseconds);
