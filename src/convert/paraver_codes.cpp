// SPDX-License-Identifier: BSD-3-Clause
#include "convert/paraver_codes.h"

#include <algorithm>
#include <optional>

#include "model/mpi_function.h"
#include "model/wait_states.h"

namespace tarry::convert {
namespace {

using model::MpiCall;
using model::MpiFunction;
using model::RegionClass;

// Functions that Extrae does not know come behind its own.
constexpr std::uint32_t kMoreFunctions = 1000;
constexpr std::uint32_t kUnknownFunctions = 2000;

struct KnownCall {
  MpiFunction function;
  ParaverGroup group;
  std::uint32_t value;
};

constexpr KnownCall kCalls[] = {
#define TARRY_PARAVER_CALL(name, group, value) {MpiFunction::name, ParaverGroup::group, value},
#include "convert/paraver_calls.def"
};

ParaverGroup group_of(RegionClass region_class) {
  switch (region_class) {
    case RegionClass::MpiPointToPoint:
      return ParaverGroup::PointToPoint;
    case RegionClass::MpiSyncCollective:
    case RegionClass::MpiCollective:
      return ParaverGroup::Collective;
    case RegionClass::MpiMgmtWin:
    case RegionClass::MpiRmaSyncActive:
    case RegionClass::MpiRmaSyncPassive:
    case RegionClass::MpiRmaCommunication:
      return ParaverGroup::OneSided;
    case RegionClass::MpiMgmtFile:
    case RegionClass::MpiIoIndividual:
    case RegionClass::MpiIoCollective:
      return ParaverGroup::Io;
    default:
      return ParaverGroup::Other;
  }
}

ParaverState state_of_message_call(MpiCall call, const model::MpiFunctionInfo* function) {
  switch (call) {
    case MpiCall::Send:
    case MpiCall::Ssend:
      return ParaverState::BlockingSend;
    case MpiCall::Recv:
      return ParaverState::WaitingForMessage;
    case MpiCall::Sendrecv:
      return ParaverState::SendReceive;
    case MpiCall::Wait:
    case MpiCall::WaitMany:
      return ParaverState::Wait;
    case MpiCall::SendOther:
      if (function == nullptr) return ParaverState::ImmediateSend;
      if (function->operation == model::MpiOperation::Receive)
        return ParaverState::ImmediateReceive;
      return is_send(function->operation) && function->request == model::RequestUse::None
                 ? ParaverState::BlockingSend
                 : ParaverState::ImmediateSend;
    default:
      return ParaverState::Probe;
  }
}

ParaverState state_of(const model::RegionKind& kind, const model::MpiFunctionInfo* function) {
  switch (kind.region_class) {
    case RegionClass::Computation:
      return ParaverState::Running;
    case RegionClass::MpiPointToPoint:
      return state_of_message_call(kind.call, function);
    case RegionClass::MpiCollective:
      return ParaverState::GroupCommunication;
    case RegionClass::MpiRmaCommunication:
      return ParaverState::RemoteMemoryAccess;
    case RegionClass::MpiIoIndividual:
    case RegionClass::MpiIoCollective:
      return ParaverState::Io;
    case RegionClass::PthreadManagement:
      return ParaverState::ForkJoin;
    case RegionClass::Overhead:
    case RegionClass::MpiOther:
    case RegionClass::MpiInitExit:
    case RegionClass::MpiMgmtComm:
    case RegionClass::MpiMgmtFile:
    case RegionClass::MpiMgmtWin:
      return ParaverState::Others;
    default:
      return ParaverState::Synchronization;  // of MPI, OpenMP and Pthreads
  }
}

ParaverCode code_of_mpi(const model::Region& region, std::uint32_t id) {
  const model::RegionKind kind = classify(region);
  const std::optional<MpiFunction> function = model::find_mpi_function(region.name);
  if (!function)
    return {static_cast<std::uint32_t>(group_of(kind.region_class)), kUnknownFunctions + id,
            state_of(kind, nullptr)};
  const ParaverState state = state_of(kind, &info(*function));
  for (const KnownCall& call : kCalls)
    if (call.function == *function)
      return {static_cast<std::uint32_t>(call.group), call.value, state};
  return {static_cast<std::uint32_t>(group_of(kind.region_class)),
          kMoreFunctions + static_cast<std::uint32_t>(*function), state};
}

ParaverCode code_of(const model::Region& region, std::uint32_t id) {
  if (region.paradigm == model::Paradigm::Mpi) return code_of_mpi(region, id);
  const model::RegionKind kind = classify(region);
  const ParaverState state = state_of(kind, nullptr);
  if (is_omp_barrier(kind.region_class)) return {kParaverBarrier, 1, state};
  if (kind.region_class == RegionClass::OmpTaskwait) return {kParaverTaskwait, 1, state};
  if (region.paradigm == model::Paradigm::OpenMp) {
    if (region.role == model::RegionRole::Parallel) return {kParaverParallel, 3, state};
    if (region.role == model::RegionRole::Loop) return {kParaverWorksharing, 4, state};
    if (region.role == model::RegionRole::Sections) return {kParaverWorksharing, 5, state};
    if (region.role == model::RegionRole::Single) return {kParaverWorksharing, 6, state};
  }
  return {kParaverFunction, id + 1, state};
}

}  // namespace

std::vector<ParaverCode> paraver_codes(const model::Definitions& definitions) {
  std::vector<ParaverCode> codes;
  for (std::uint32_t r = 0; r < definitions.regions.size(); ++r)
    codes.push_back(code_of(definitions.regions[r], r));
  return codes;
}

std::uint32_t paraver_value(model::MetricId wait) {
  const auto all = model::all_waiting_states();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& state) { return state.metric == wait; });
  return static_cast<std::uint32_t>(found - all.begin()) + 1;
}

}  // namespace tarry::convert
