// SPDX-License-Identifier: BSD-3-Clause
#include "cli/processes.h"

#include <dlfcn.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/thread_team.h"
#include "cli/installation.h"
#include "workers/agree.h"
#include "workers/team_transport.h"

namespace tarry::cli {
namespace {

using workers::Bytes;
using workers::ConnectedProcesses;

// The variables from which processes that an MPI's launcher started know their number and their
// rank.
struct LauncherMark {
  const char* mpi;   // the suffix of its libtarry-processes-<mpi>.so
  const char* size;  // variable with their number
  const char* rank;  // variable with the rank of this one
};
constexpr LauncherMark kMarks[] = {
    {"openmpi", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
    {"mpich", "PMI_SIZE", "PMI_RANK"},
    {"openmpi", "SLURM_STEP_NUM_TASKS", "PMIX_RANK"},
};

std::size_t number(const char* text) {
  std::size_t value = 0;
  std::from_chars(text, text + std::strlen(text), value);
  return value;
}

// Returns the launcher that started us, or nullptr if none did. `processes` becomes the number that
// it started.
const LauncherMark* find_launcher(std::size_t& processes) {
  for (const LauncherMark& mark : kMarks) {
    const char* size = std::getenv(mark.size);
    if (size == nullptr || std::getenv(mark.rank) == nullptr) continue;
    processes = number(size);
    return &mark;
  }
  return nullptr;
}

base::Result<std::string> library_of(const std::string& part, const std::string& mpi) {
  TRY_ASSIGN(const Installation installation, find_installation());
  return (installation.runtime() / ("libtarry-" + part + "-" + mpi + ".so")).string();
}

// Returns the MPI to use if there is no launcher: any that is installed.
base::Result<std::string> any_mpi() {
  for (const LauncherMark& mark : kMarks) {
    TRY_ASSIGN(const std::string file, library_of("processes", mark.mpi));
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) return std::string(mark.mpi);
  }
  return base::Error{base::ErrorCode::Unsupported, "this needs MPI, but tarry was built without it",
                     "", ""};
}

base::Result<void*> load(const std::string& part, const std::string& mpi, const char* symbol) {
  TRY_ASSIGN(const std::string file, library_of(part, mpi));
  // RTLD_GLOBAL is needed because Open MPI loads parts of itself that look for its symbols.
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
  void* function = library != nullptr ? dlsym(library, symbol) : nullptr;
  if (function != nullptr) return function;
  const char* why = dlerror();
  return base::Error{base::ErrorCode::Unsupported,
                     "cannot work together with the other processes that " + mpi + " started", file,
                     why != nullptr ? why : "start one process, or build tarry with it"};
}

}  // namespace

bool is_first_of_launch() {
  std::size_t processes = 1;
  const LauncherMark* const launcher = find_launcher(processes);
  return launcher == nullptr || number(std::getenv(launcher->rank)) == 0;
}

base::Result<Processes> Processes::connect(std::string_view lost) {
  std::size_t processes = 1;
  const LauncherMark* const launcher = find_launcher(processes);
  if (launcher == nullptr || processes <= 1) return alone();
  return connect(launcher->mpi, lost);
}

base::Result<int> Processes::run(std::string_view lost,
                                 const std::function<base::Result<int>(const Processes&)>& work) {
  TRY_ASSIGN(const Processes processes, connect(lost));
  try {
    return processes.status(work(processes));
  } catch (const std::exception& caught) {
    processes.transport().abandon(workers::failure_of(caught).message());
    return 1;  // unreachable; GCC does not see that a virtual function never returns
  }
}

base::Result<Processes> Processes::connect_through_mpi(std::string_view lost) {
  std::size_t processes = 1;
  const LauncherMark* const launcher = find_launcher(processes);
  if (launcher != nullptr) return connect(launcher->mpi, lost);
  TRY_ASSIGN(const std::string mpi, any_mpi());
  return connect(mpi, lost);
}

base::Result<Processes> Processes::connect(const std::string& mpi, std::string_view lost) {
  Processes processes;
  processes.mpi_ = mpi;
  EndWatch watch(lost);
  TRY_ASSIGN(void* const function, processes.function_of("processes", workers::kConnectSymbol));
  ConnectedProcesses* const connected = reinterpret_cast<workers::ConnectFunction>(function)();
  if (connected == nullptr)
    return base::Error{base::ErrorCode::Unsupported, "MPI does not start", mpi, ""};
  processes.on_this_machine_ = connected->on_this_machine();
  processes.transport_.reset(connected);
  if (processes.is_first()) processes.watch_ = std::move(watch);
  return processes;
}

base::Result<void*> Processes::function_of(const std::string& part, const char* symbol) const {
  return load(part, mpi_, symbol);
}

Processes Processes::alone() {
  Processes processes;
  processes.transport_ = std::make_unique<workers::SoleProcess>();
  return processes;
}

unsigned Processes::threads(unsigned wanted) const {
  if (wanted != 0 || size() == 1) return wanted;
  const std::size_t cores = base::threads_or_cores(0);
  return static_cast<unsigned>(std::max<std::size_t>(1, cores / on_this_machine_));
}

base::Result<std::string> Processes::on_first(
    const std::function<base::Result<std::string>()>& work) const {
  std::string own;
  TRY(workers::do_together(*transport_, [&]() -> base::Status {
    if (is_first()) {
      TRY_ASSIGN(own, work());
    }
    return base::kOk;
  }));
  Bytes message;
  workers::append_all(message, std::span<const char>(own));
  const Bytes from_first = std::move(transport_->all_gather(message).front());
  return std::string(reinterpret_cast<const char*>(from_first.data()), from_first.size());
}

base::Result<int> Processes::status(base::Result<int> own) const {
  if (is_first()) return own;
  return 0;
}

}  // namespace tarry::cli
