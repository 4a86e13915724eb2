// SPDX-License-Identifier: BSD-3-Clause
// The processes that run one verb together: `mpirun -n K tarry analyze ...`. Which MPI connects
// them is told by what its launcher leaves in the environment.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "analysis/parallel/process_plugin.h"
#include "base/result.h"
#include "cli/command.h"
#include "cli/end_watch.h"

namespace tarry::cli {

class Processes {
 public:
  // Connects with the others, if there are any. An Error if a launcher started several of us and
  // they cannot be connected: each would do the whole work. Once per process, first thread only.
  static base::Result<Processes> connect();

  // This process alone, whoever started it.
  static Processes alone();

  [[nodiscard]] analysis::Transport& transport() const { return *transport_; }
  [[nodiscard]] bool is_first() const { return transport_->rank() == 0; }
  [[nodiscard]] std::size_t size() const { return transport_->size(); }

  // -j for each process: as wanted, or the cores of the machine divided by its processes.
  [[nodiscard]] unsigned threads(unsigned wanted) const;

  // Collective: what `work` returned on the first process; the others only learn it.
  base::Result<std::string> on_first(const std::function<base::Result<std::string>()>& work) const;

  // The result of a verb as each process returns it: the first says and returns everything. The
  // others are silent and succeed, since launchers end the first when another one fails before it
  // has spoken.
  [[nodiscard]] base::Result<int> status(base::Result<int> own) const;

 private:
  EndWatch watch_;
  std::unique_ptr<analysis::Transport> transport_;
  std::size_t on_this_machine_ = 1;
};

}  // namespace tarry::cli
