// SPDX-License-Identifier: BSD-3-Clause
// What regions and wait states are called in a Paraver trace: types and values of events, states.
// They are those of Extrae where Extrae has the same.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/definitions.h"
#include "model/metric.h"

namespace tarry::convert {

enum class ParaverState : std::uint32_t {
#define TARRY_PARAVER_STATE(state, value, ...) state = value,
#include "convert/paraver_states.def"
};

// The type that the event of a function of MPI has.
enum class ParaverGroup : std::uint32_t {
  PointToPoint = 50000001,
  Collective = 50000002,
  Other = 50000003,
  OneSided = 50000004,
  Io = 50000005,
};

// Further types of events.
inline constexpr std::uint32_t kParaverBytesSent = 50100001;  // of a collective operation
inline constexpr std::uint32_t kParaverBytesReceived = 50100002;
inline constexpr std::uint32_t kParaverCommunicator = 50100004;
inline constexpr std::uint32_t kParaverParallel = 60000001;
inline constexpr std::uint32_t kParaverWorksharing = 60000002;
inline constexpr std::uint32_t kParaverBarrier = 60000005;  // of OpenMP
inline constexpr std::uint32_t kParaverFunction = 60000019;
inline constexpr std::uint32_t kParaverTaskwait = 60000022;
inline constexpr std::uint32_t kParaverWaitState = 99000001;  // Extrae has no such events

// The events at the begin of a visit; the one at its end has the value 0.
struct ParaverCode {
  std::uint32_t type = 0;
  std::uint32_t value = 0;
  ParaverState state = ParaverState::Running;
};

// Returns the codes by RegionId.
std::vector<ParaverCode> paraver_codes(const model::Definitions& definitions);

// Returns the value of the event of a wait state, from 1 on.
std::uint32_t paraver_value(model::MetricId wait);

// Returns the .pcf file: the names of states, of types and of values that a trace may have.
std::string paraver_labels(const model::Definitions& definitions,
                           std::span<const ParaverCode> codes);

}  // namespace tarry::convert
