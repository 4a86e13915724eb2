// SPDX-License-Identifier: BSD-3-Clause
// The processes that run one verb together: `mpirun -n K tarry analyze ...`. The variables that the
// launcher sets tell which MPI connects them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/command.h"
#include "cli/end_watch.h"
#include "workers/process_plugin.h"

namespace tarry::cli {

// Returns whether this process is the first one of its launch, or has no launcher. Works before the
// processes are connected. Thread: any.
bool is_first_of_launch();

class Processes {
 public:
  // Connects with the others, if there are any. Returns an Error if a launcher started several
  // processes that cannot be connected, because each would do the whole work. `lost` is printed if
  // the launcher ends this process. Call once per process, on the first thread only.
  static base::Result<Processes> connect(std::string_view lost);

  // Connects, and returns the status of `work` on these processes. If `work` throws, all processes
  // end, because the others wait in a collective call.
  static base::Result<int> run(std::string_view lost,
                               const std::function<base::Result<int>(const Processes&)>& work);

  // Connects for work that consists of MPI calls. A single process connects as well: with the MPI
  // that started it, or with any MPI that is installed.
  static base::Result<Processes> connect_through_mpi(std::string_view lost);

  // Returns this process alone, whatever launcher started it.
  static Processes alone();

  [[nodiscard]] workers::Transport& transport() const { return *transport_; }
  [[nodiscard]] bool is_first() const { return transport_->rank() == 0; }
  [[nodiscard]] std::size_t size() const { return transport_->size(); }

  // Returns the function `symbol` of the library libtarry-<part>-<mpi>.so for the MPI that connects
  // the processes.
  [[nodiscard]] base::Result<void*> function_of(const std::string& part, const char* symbol) const;

  // Returns -j for each process: as wanted, or the cores of the machine divided by its processes.
  [[nodiscard]] unsigned threads(unsigned wanted) const;

  // Collective. Runs `work` on the first process and returns its result on all.
  base::Result<std::string> on_first(const std::function<base::Result<std::string>()>& work) const;

  // Returns the result of a verb for this process. The first process prints and returns everything.
  // The others are silent and succeed, since launchers end the first process when another one fails
  // before the first has spoken.
  [[nodiscard]] base::Result<int> status(base::Result<int> own) const;

 private:
  static base::Result<Processes> connect(const std::string& mpi, std::string_view lost);

  EndWatch watch_;
  std::string mpi_;  // empty: not connected
  std::unique_ptr<workers::Transport> transport_;
  std::size_t on_this_machine_ = 1;
};

}  // namespace tarry::cli
