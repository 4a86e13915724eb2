// SPDX-License-Identifier: BSD-3-Clause
// Calls that are left by an exception or by longjmp, thrown from an error handler: the calls after
// them are the program's own as much as those before.
#include <csetjmp>
#include <stdexcept>

#include "mpi_expect.h"

namespace {

constexpr int kNoSuchRank = 5;

std::jmp_buf environment;
bool jump = false;

void handler(MPI_Comm*, int*, ...) {
  if (jump) std::longjmp(environment, 1);
  throw std::runtime_error("handler");
}

void fail() {
  int value = 0;
  MPI_Ssend(&value, 1, MPI_INT, kNoSuchRank, 0, MPI_COMM_SELF);
}

[[gnu::noinline]] void fail_deeper(int levels) {
  volatile char room[1000];
  room[0] = static_cast<char>(levels);
  levels == 0 ? fail() : fail_deeper(levels - 1);
  room[1] = room[0];
}

void talk_to_myself(int tag) {
  int out = tag, in = 0;
  MPI_Sendrecv(&out, 1, MPI_INT, 0, tag, &in, 1, MPI_INT, 0, tag, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  EXPECT(in == tag);
}

void leave_by_exception(int levels) {
  bool caught = false;
  try {
    fail_deeper(levels);
  } catch (const std::runtime_error&) {
    caught = true;
  }
  EXPECT(caught);
}

void leave_by_jump(int levels) {
  volatile bool jumped = false;
  jump = true;
  if (setjmp(environment) == 0)
    fail_deeper(levels);
  else
    jumped = true;
  jump = false;
  EXPECT(jumped);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Errhandler errors;
  MPI_Comm_create_errhandler(handler, &errors);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, errors);
  leave_by_exception(0);
  talk_to_myself(1);
  leave_by_exception(10);
  talk_to_myself(2);
  leave_by_jump(10);
  talk_to_myself(3);
  leave_by_jump(0);
  leave_by_exception(0);
  talk_to_myself(4);
  MPI_Errhandler_free(&errors);
  MPI_Finalize();
  return 0;
}
