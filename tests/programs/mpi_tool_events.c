// SPDX-License-Identifier: BSD-3-Clause
// Fails if the MPI library offers events to tools (MPI_T of MPI 4), which are not recorded: then
// docs/how-to/record-mpi.md has to change. docs/decisions/093-events-of-mpi-t.md
#include <mpi.h>
#include <stdio.h>

// Libraries before MPI 4 do not have it.
extern int MPI_T_event_get_num(int* number) __attribute__((weak));

int main(int argc, char** argv) {
  int provided, events = 0, variables = 0;
  MPI_Init(&argc, &argv);
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_T_pvar_get_num(&variables);
  if (MPI_T_event_get_num == NULL) {
    printf("no function MPI_T_event_get_num, %d performance variables\n", variables);
  } else {
    MPI_T_event_get_num(&events);
    printf("%d events, %d performance variables\n", events, variables);
  }
  MPI_T_finalize();
  MPI_Finalize();
  return events == 0 ? 0 : 1;
}
