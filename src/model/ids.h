// SPDX-License-Identifier: BSD-3-Clause
// Ids of the event model. All are dense indices into the tables of model::Definitions, the call
// tree or the severity cube; the ids a trace file uses for the same things do not leave its reader.
#pragma once

#include "base/strong_id.h"
#include "base/ticks.h"

namespace tarry::model {

using base::Ticks;

using RegionId = base::StrongId<struct RegionTag>;
using CommId = base::StrongId<struct CommTag>;
using WindowId = base::StrongId<struct WindowTag>;
using GroupId = base::StrongId<struct GroupTag>;
using CallPathId = base::StrongId<struct CallPathTag>;
using MetricId = base::StrongId<struct MetricTag>;
using CounterId = base::StrongId<struct CounterTag>;
using CounterSetId = base::StrongId<struct CounterSetTag>;

// Position in Definitions::locations, which is ordered by (rank, thread).
using LocationIndex = base::StrongId<struct LocationTag>;

// Rank in MPI_COMM_WORLD; for a program without MPI the process number.
using Rank = base::StrongId<struct RankTag>;

// Rank in a communicator, as message and collective records carry it.
using CommRank = base::StrongId<struct CommRankTag>;

// Links the records of one non-blocking operation within a process.
using RequestId = base::StrongId<struct RequestTag, std::uint64_t>;

}  // namespace tarry::model
