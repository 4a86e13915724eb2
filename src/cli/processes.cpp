// SPDX-License-Identifier: BSD-3-Clause
#include "cli/processes.h"

#include <dlfcn.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "analysis/parallel/agree.h"
#include "analysis/parallel/team_transport.h"
#include "cli/installation.h"

namespace tarry::cli {
namespace {

using analysis::Bytes;
using analysis::ConnectedProcesses;

// How the processes that an MPI's launcher started know how many they are.
struct LauncherMark {
  const char* mpi;     // the suffix of its libtarry-processes-<mpi>.so
  const char* size;    // variable with their number
  const char* beside;  // variable that must be there, too
};
constexpr LauncherMark kMarks[] = {
    {"openmpi", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_SIZE"},
    {"mpich", "PMI_SIZE", "PMI_RANK"},
    {"openmpi", "SLURM_STEP_NUM_TASKS", "PMIX_RANK"},
};

std::size_t number(const char* text) {
  std::size_t value = 0;
  std::from_chars(text, text + std::strlen(text), value);
  return value;
}

// The launcher that started several of us; nullptr if none did.
const LauncherMark* find_launcher() {
  for (const LauncherMark& mark : kMarks) {
    const char* size = std::getenv(mark.size);
    if (size == nullptr || std::getenv(mark.beside) == nullptr) continue;
    return number(size) > 1 ? &mark : nullptr;
  }
  return nullptr;
}

base::Result<std::unique_ptr<ConnectedProcesses>> load(const LauncherMark& launcher) {
  TRY_ASSIGN(const Installation installation, find_installation());
  const std::string file =
      (installation.runtime() / ("libtarry-processes-" + std::string(launcher.mpi) + ".so"))
          .string();
  const auto cannot = [&](const char* why) {
    return base::Error{base::ErrorCode::Unsupported,
                       "cannot work together with the other processes that " +
                           std::string(launcher.mpi) + " started",
                       file, why != nullptr ? why : "start one process, or build tarry with it"};
  };
  // Global: Open MPI loads parts of itself that look for its symbols.
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) return cannot(dlerror());
  const auto connect =
      reinterpret_cast<analysis::ConnectFunction>(dlsym(library, analysis::kConnectSymbol));
  ConnectedProcesses* connected = connect != nullptr ? connect() : nullptr;
  if (connected == nullptr) return cannot(nullptr);
  return std::unique_ptr<ConnectedProcesses>(connected);
}

}  // namespace

base::Result<Processes> Processes::connect() {
  const LauncherMark* launcher = find_launcher();
  if (launcher == nullptr) return alone();
  Processes processes;
  EndWatch watch(
      "tarry analyze: ended by its launcher, probably because another of the processes has died; "
      "no report was written\n");
  TRY_ASSIGN(std::unique_ptr<ConnectedProcesses> connected, load(*launcher));
  if (connected->rank() == 0) processes.watch_ = std::move(watch);
  processes.on_this_machine_ = connected->on_this_machine();
  processes.transport_ = std::move(connected);
  return processes;
}

Processes Processes::alone() {
  Processes processes;
  processes.transport_ = std::make_unique<analysis::SoleProcess>();
  return processes;
}

unsigned Processes::threads(unsigned wanted) const {
  if (wanted != 0 || size() == 1) return wanted;
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  return std::max(1u, cores / static_cast<unsigned>(on_this_machine_));
}

base::Result<std::string> Processes::on_first(
    const std::function<base::Result<std::string>()>& work) const {
  std::string own;
  TRY(analysis::do_together(*transport_, [&]() -> base::Status {
    if (is_first()) {
      TRY_ASSIGN(own, work());
    }
    return base::kOk;
  }));
  Bytes message;
  analysis::append_all(message, std::span<const char>(own));
  const Bytes from_first = std::move(transport_->all_gather(message).front());
  return std::string(reinterpret_cast<const char*>(from_first.data()), from_first.size());
}

base::Result<int> Processes::status(base::Result<int> own) const {
  if (is_first()) return own;
  return 0;
}

}  // namespace tarry::cli
