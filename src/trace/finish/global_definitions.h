// SPDX-License-Identifier: BSD-3-Clause
// Makes the global definitions of a trace from what the processes recorded: regions with their
// names, locations, communicators with their members, hosts, clock.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "filter/filter.h"
#include "model/definitions.h"
#include "trace/finish/raw_experiment.h"

namespace tarry::trace::finish {

// Returns the world ranks of a list like "0-7,12"; stops at the first part that is none.
std::vector<model::Rank> parse_members(std::string_view text);

// Returns the regions by the ids of `unified`. Behind them come the functions that were inlined
// around calls of MPI and of functions, and that `filter` keeps. Names of functions are looked up
// in the objects on this machine.
std::vector<model::Region> regions_of(const eventlog::DefinitionSet& unified,
                                      const filter::Filter& filter = {});

// Returns the communicators by position in `unified.communicators`.
std::vector<model::Communicator> communicators_of(const std::vector<RawProcess>& processes,
                                                  const eventlog::DefinitionSet& unified);

// `processes` are converted and sorted by rank; ids are those of `unified`. Names of functions are
// looked up in the objects on this machine.
model::Definitions global_definitions(const std::vector<RawProcess>& processes,
                                      const eventlog::DefinitionSet& unified,
                                      const std::string& this_host,
                                      const filter::Filter& filter = {});

}  // namespace tarry::trace::finish
