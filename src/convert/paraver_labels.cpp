// SPDX-License-Identifier: BSD-3-Clause
// The .pcf file of a Paraver trace. Each type that the trace may have is a section with the names
// of its values.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>

#include "convert/paraver_codes.h"
#include "model/wait_states.h"

namespace tarry::convert {
namespace {

using Values = std::map<std::uint32_t, std::string>;

// Returns a name on one line.
std::string one_line(std::string name) {
  const auto breaks = [](char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0; };
  std::replace_if(name.begin(), name.end(), breaks, ' ');
  return name;
}

const std::map<std::uint32_t, const char*>& region_types() {
  static const std::map<std::uint32_t, const char*> kTypes = {
      {static_cast<std::uint32_t>(ParaverGroup::PointToPoint), "MPI Point-to-point"},
      {static_cast<std::uint32_t>(ParaverGroup::Collective), "MPI Collective Comm"},
      {static_cast<std::uint32_t>(ParaverGroup::Other), "MPI Other"},
      {static_cast<std::uint32_t>(ParaverGroup::OneSided), "MPI One-sided"},
      {static_cast<std::uint32_t>(ParaverGroup::Io), "MPI I/O"},
      {kParaverParallel, "Parallel (OMP)"},
      {kParaverWorksharing, "Worksharing (OMP)"},
      {kParaverBarrier, "OpenMP barrier"},
      {kParaverFunction, "User function"},
      {kParaverTaskwait, "OMP taskwait"}};
  return kTypes;
}

std::string name_of_value(std::uint32_t type, std::uint32_t value, const model::Region& region) {
  if (type == kParaverParallel) return "REGION (open)";
  if (type == kParaverWorksharing) return value == 4 ? "DO" : value == 5 ? "SECTIONS" : "SINGLE";
  if (type == kParaverBarrier || type == kParaverTaskwait) return "Begin";
  return one_line(region.name);
}

void add_type(std::string& text, std::uint32_t type, const std::string& name,
              const Values& values) {
  fmt::format_to(std::back_inserter(text), "EVENT_TYPE\n9    {}    {}\n", type, name);
  if (!values.empty()) text += "VALUES\n";
  for (const auto& [value, label] : values)
    fmt::format_to(std::back_inserter(text), "{}   {}\n", value, label);
  text += '\n';
}

}  // namespace

std::string paraver_labels(const model::Definitions& definitions,
                           std::span<const ParaverCode> codes) {
  std::string text =
      "DEFAULT_OPTIONS\n\nLEVEL               THREAD\nUNITS               NANOSEC\n"
      "LOOK_BACK           100\nSPEED               1\nFLAG_ICONS          ENABLED\n"
      "NUM_OF_STATE_COLORS 1000\nYMAX_SCALE          37\n\n"
      "DEFAULT_SEMANTIC\n\nTHREAD_FUNC          State As Is\n\n";
  std::string colors = "STATES_COLOR\n";
  text += "STATES\n";
#define TARRY_PARAVER_STATE(state, value, name, red, green, blue) \
  text += #value "    " name "\n";                                \
  colors += #value "    {" #red "," #green "," #blue "}\n";
#include "convert/paraver_states.def"
  text += "\n" + colors + "\n";

  std::map<std::uint32_t, Values> used;
  for (std::size_t r = 0; r < codes.size(); ++r) {
    Values& values = used[codes[r].type];
    values.try_emplace(0, codes[r].type == kParaverParallel ? "close" : "End");
    values.try_emplace(codes[r].value,
                       name_of_value(codes[r].type, codes[r].value, definitions.regions[r]));
  }
  for (const auto& [type, values] : used) add_type(text, type, region_types().at(type), values);
  add_type(text, kParaverBytesSent, "Send Size in MPI Global OP", {});
  add_type(text, kParaverBytesReceived, "Recv Size in MPI Global OP", {});
  add_type(text, kParaverCommunicator, "Communicator in MPI Global OP", {});
  Values waits = {{0, "End"}};
  for (const model::WaitStateInfo& wait : model::all_waiting_states())
    waits.emplace(paraver_value(wait.metric), info(wait.metric).name);
  add_type(text, kParaverWaitState, "Wait state", waits);
  return text;
}

}  // namespace tarry::convert
