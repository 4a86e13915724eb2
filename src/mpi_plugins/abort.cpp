// SPDX-License-Identifier: BSD-3-Clause
// See abort.h.
#include "mpi_plugins/abort.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace tarry::mpi_plugins {
namespace {

void wait_until_read(int file) {
  struct stat kind {};
  if (fstat(file, &kind) != 0 || !S_ISFIFO(kind.st_mode)) return;
  int unread = 0;
  for (int tries = 0; tries < 1000; ++tries) {
    if (ioctl(file, FIONREAD, &unread) != 0 || unread == 0) return;
    const timespec millisecond{0, 1'000'000};
    nanosleep(&millisecond, nullptr);
  }
}

}  // namespace

void abort_all(MPI_Comm comm, std::string_view reason) {
  std::fprintf(stderr, "tarry: %.*s\n", static_cast<int>(reason.size()), reason.data());
  wait_until_read(STDERR_FILENO);
  MPI_Abort(comm, EXIT_FAILURE);
  std::_Exit(EXIT_FAILURE);
}

}  // namespace tarry::mpi_plugins
