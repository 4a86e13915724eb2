// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/process_identity.h"

#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace tarry::runtime::sampling {
namespace {

// Variables of Open MPI, of MPICH and other implementations of PMI, and of Slurm.
constexpr struct {
  const char* rank;
  const char* size;
} kVariables[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                  {"PMI_RANK", "PMI_SIZE"},
                  {"MPI_LOCALRANKID", "MPI_LOCALNRANKS"},
                  {"SLURM_PROCID", "SLURM_NTASKS"}};

bool read_number(const char* variable, std::uint32_t& value) {
  const char* text = std::getenv(variable);
  if (text == nullptr || text[0] == '\0') return false;
  char* end = nullptr;
  const unsigned long number = std::strtoul(text, &end, 10);
  if (*end != '\0' || number > 1u << 30) return false;
  value = static_cast<std::uint32_t>(number);
  return true;
}

}  // namespace

ProcessIdentity identify_process() {
  ProcessIdentity out;
  for (const auto& [rank, size] : kVariables) {
    if (!read_number(rank, out.rank)) continue;
    out.has_rank = true;
    if (!read_number(size, out.size) || out.size <= out.rank) out.size = out.rank + 1;
    return out;
  }
  return out;
}

bool only_starts_others(const char* program) {
  const char* slash = std::strrchr(program, '/');
  const char* name = slash != nullptr ? slash + 1 : program;
  for (const char* other :
       {"sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "csh", "tcsh", "fish", "busybox", "env",
        "nice", "ionice", "nohup", "time", "timeout", "stdbuf", "setsid", "taskset", "numactl",
        "chrt", "setarch",
        // Launchers of MPI programs, in scripts.
        "mpirun", "mpiexec", "orterun", "prterun", "prun", "mpiexec.hydra", "hydra_pmi_proxy",
        "hydra_bstrap_proxy", "mpiexec.mpich", "mpirun.mpich", "mpirun.openmpi", "srun"})
    if (std::strcmp(name, other) == 0) return true;
  return false;
}

}  // namespace tarry::runtime::sampling
