// SPDX-License-Identifier: BSD-3-Clause
// Makes and frees communicators for ever, as libraries that keep one per object do: whoever follows
// them must not need more memory for more of them.
// usage: mpi_churn [rounds]
#include <string.h>

#include "mpi_expect.h"

enum { kRounds = 50000, kMayGrowKiB = 1024 };

// Memory of the process that no file backs, in KiB.
static long anonymous_memory(void) {
  char line[256];
  long kib = -1;
  FILE* const status = fopen("/proc/self/status", "r");
  while (kib < 0 && fgets(line, sizeof line, status) != NULL)
    if (strncmp(line, "RssAnon:", 8) == 0) kib = atol(line + 8);
  fclose(status);
  EXPECT(kib > 0);
  return kib;
}

static void make_use_and_free(MPI_Group self) {
  MPI_Comm copy, group;
  MPI_Comm_dup(MPI_COMM_SELF, &copy);
  MPI_Comm_create_group(copy, self, 1, &group);
  MPI_Barrier(group);
  MPI_Comm_free(&group);
  MPI_Comm_free(&copy);
}

int main(int argc, char** argv) {
  MPI_Group self;
  MPI_Init(&argc, &argv);
  const int rounds = argc > 1 ? atoi(argv[1]) : kRounds;
  MPI_Comm_group(MPI_COMM_SELF, &self);
  for (int i = 0; i < rounds / 5; ++i) make_use_and_free(self);
  const long before = anonymous_memory();
  for (int i = 0; i < rounds; ++i) make_use_and_free(self);
  const long after = anonymous_memory();
  if (after - before > kMayGrowKiB) fprintf(stderr, "from %ld to %ld KiB\n", before, after);
  EXPECT(after - before <= kMayGrowKiB);
  MPI_Group_free(&self);
  MPI_Finalize();
  return 0;
}
