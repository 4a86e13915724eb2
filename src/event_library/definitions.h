// SPDX-License-Identifier: BSD-3-Clause
// The definitions of a trace as the library shows them.
#pragma once

#include <vector>

#include "model/definitions.h"
#include "tarry/trace.h"

namespace tarry::event_library {

struct ShownDefinitions {
  explicit ShownDefinitions(const model::Definitions& definitions);

  std::vector<events::Region> regions;
  std::vector<events::Location> locations;
  std::vector<events::Communicator> communicators;
  std::vector<events::Window> windows;
  std::vector<events::File> files;
  std::vector<events::Counter> counters;
};

}  // namespace tarry::event_library
