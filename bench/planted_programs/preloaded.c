// SPDX-License-Identifier: BSD-3-Clause
// Delays in programs that we do not compile: stands in front of some of their functions, those of
// libblas for hpcc and of liblammps for lmp, and then calls the real ones. It is built with
// function hooks, so traces show its functions. PLANTED_DELAYS holds delays in the form of
// planted.h, separated by spaces; the step of a delay is the number of the call.
#include <dlfcn.h>

#include "planted.h"

PLANTED_HIDDEN long environment_number(const char* one, const char* other) {
  const char* const value = getenv(one) != NULL ? getenv(one) : getenv(other);
  return value != NULL ? atol(value) : 0;
}

__attribute__((constructor, no_instrument_function)) static void read_delays(void) {
  const char* text = getenv("PLANTED_DELAYS");
  planted.rank = (int)environment_number("OMPI_COMM_WORLD_RANK", "PMI_RANK");
  planted.ranks = (int)environment_number("OMPI_COMM_WORLD_SIZE", "PMI_SIZE");
  prctl(PR_SET_TIMERSLACK, 1UL);
  for (char one[256]; text != NULL && sscanf(text, " %255s", one) == 1;) {
    add_delay(one);
    text = strstr(text, one) + strlen(one);
  }
}

PLANTED_HIDDEN void* next_after(const char* symbol) { return dlsym(RTLD_NEXT, symbol); }

// Defines a function that sleeps at its begin, given its name for the linker and its parameters.
#define DELAYED(name, symbol, parameters, ...)                                 \
  __attribute__((visibility("default"))) void name parameters __asm__(symbol); \
  void name parameters {                                                       \
    static void(*next) parameters;                                             \
    static int calls;                                                          \
    if (next == NULL) *(void**)&next = next_after(symbol);                     \
    sleep_for(delay_of(#name, calls++, 0));                                    \
    next(__VA_ARGS__);                                                         \
  }

DELAYED(cblas_dgemm, "cblas_dgemm",
        (int order, int transpose_a, int transpose_b, int m, int n, int k, double alpha,
         const double* a, int lda, const double* b, int ldb, double beta, double* c, int ldc),
        order, transpose_a, transpose_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
DELAYED(cblas_dtrsm, "cblas_dtrsm",
        (int order, int side, int triangle, int transpose, int diagonal, int m, int n, double alpha,
         const double* a, int lda, double* b, int ldb),
        order, side, triangle, transpose, diagonal, m, n, alpha, a, lda, b, ldb)
DELAYED(pair_compute, "_ZN9LAMMPS_NS9PairLJCut7computeEii", (void* self, int energy, int virial),
        self, energy, virial)
DELAYED(final_integrate, "_ZN9LAMMPS_NS6FixNVE15final_integrateEv", (void* self), self)
DELAYED(neighbor_build, "_ZN9LAMMPS_NS8Neighbor5buildEi", (void* self, int topology), self,
        topology)
DELAYED(borders, "_ZN9LAMMPS_NS9CommBrick7bordersEv", (void* self), self)
