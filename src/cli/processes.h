// SPDX-License-Identifier: BSD-3-Clause
// The processes that run one verb together: `mpirun -n K tarry analyze ...`. Which MPI connects
// them is told by what its launcher leaves in the environment.
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

// What their launcher says of this process before they are connected: false if it started another
// one that is the first. Thread: any.
bool is_first_of_launch();

class Processes {
 public:
  // Connects with the others, if there are any. An Error if a launcher started several of us and
  // they cannot be connected: each would do the whole work. `lost` is said if the launcher ends us.
  // Once per process, first thread only.
  static base::Result<Processes> connect(std::string_view lost);

  // Connects, and returns the status of `work` on these processes. If it throws, all end: the
  // others wait in a collective call.
  static base::Result<int> run(std::string_view lost,
                               const std::function<base::Result<int>(const Processes&)>& work);

  // Connects also for work that consists of MPI calls: a single process as well, with the MPI that
  // started it, or one that there is.
  static base::Result<Processes> connect_through_mpi(std::string_view lost);

  // This process alone, whoever started it.
  static Processes alone();

  [[nodiscard]] workers::Transport& transport() const { return *transport_; }
  [[nodiscard]] bool is_first() const { return transport_->rank() == 0; }
  [[nodiscard]] std::size_t size() const { return transport_->size(); }

  // The function `symbol` of the library `part` for the MPI that connects the processes:
  // libtarry-<part>-<mpi>.so.
  [[nodiscard]] base::Result<void*> function_of(const std::string& part, const char* symbol) const;

  // -j for each process: as wanted, or the cores of the machine divided by its processes.
  [[nodiscard]] unsigned threads(unsigned wanted) const;

  // Collective: what `work` returned on the first process; the others only learn it.
  base::Result<std::string> on_first(const std::function<base::Result<std::string>()>& work) const;

  // The result of a verb as each process returns it: the first says and returns everything. The
  // others are silent and succeed, since launchers end the first when another one fails before it
  // has spoken.
  [[nodiscard]] base::Result<int> status(base::Result<int> own) const;

 private:
  static base::Result<Processes> connect(const std::string& mpi, std::string_view lost);

  EndWatch watch_;
  std::string mpi_;  // empty: not connected
  std::unique_ptr<workers::Transport> transport_;
  std::size_t on_this_machine_ = 1;
};

}  // namespace tarry::cli
