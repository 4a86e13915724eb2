// SPDX-License-Identifier: BSD-3-Clause
// The ids of the event model. Each is a dense index into a table of model::Definitions, into the
// call tree or into the severity cube; the ids that a trace file uses for the same things stay
// inside its reader.
#pragma once

#include "base/strong_id.h"
#include "base/ticks.h"

namespace tarry::model {

using base::Ticks;

using RegionId = base::StrongId<struct RegionTag>;
using CommId = base::StrongId<struct CommTag>;
using WindowId = base::StrongId<struct WindowTag>;
using FileId = base::StrongId<struct FileTag>;
using GroupId = base::StrongId<struct GroupTag>;
using CallPathId = base::StrongId<struct CallPathTag>;
using MetricId = base::StrongId<struct MetricTag>;
using CounterId = base::StrongId<struct CounterTag>;
using CounterSetId = base::StrongId<struct CounterSetTag>;

// The position in Definitions::locations, which is ordered by (rank, thread).
using LocationIndex = base::StrongId<struct LocationTag>;

// A rank in MPI_COMM_WORLD; in a program without MPI the number of a process.
using Rank = base::StrongId<struct RankTag>;

// A rank in a communicator, as records of messages and collective operations carry it.
using CommRank = base::StrongId<struct CommRankTag>;

// A number that links the records of one non-blocking operation within a process.
using RequestId = base::StrongId<struct RequestTag, std::uint64_t>;

}  // namespace tarry::model
