// SPDX-License-Identifier: BSD-3-Clause
#include "report/efficiency.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <utility>

#include "base/csv_field.h"
#include "report/callpath_class.h"
#include "report/counter_ratios.h"
#include "report/cube_types.h"
#include "report/query.h"
#include "report/text_escape.h"

namespace tarry::report {
namespace {

double part(double of, double whole) { return whole > 0.0 ? of / whole : 0.0; }

double sum(const std::vector<double>& values) {
  double out = 0.0;
  for (const double value : values) out += value;
  return out;
}

double mean(const std::vector<double>& values) {
  return values.empty() ? 0.0 : sum(values) / static_cast<double>(values.size());
}

double largest(const std::vector<double>& values) {
  return values.empty() ? 0.0 : *std::max_element(values.begin(), values.end());
}

std::vector<double> by_location(const SeverityCube& cube, MetricId known) {
  const MetricId id = cube.find(known);
  std::vector<double> out = id.valid() ? sums_by_location(cube, id) : std::vector<double>{};
  out.resize(cube.locations.size(), 0.0);
  return out;
}

bool has_threads(const SeverityCube& cube) {
  return std::any_of(cube.locations.begin(), cube.locations.end(),
                     [](const model::CubeLocation& location) { return location.thread != 0; });
}

Efficiency::Hybrid hybrid(const SeverityCube& cube, double parallel) {
  const std::vector<double> time = by_location(cube, model::metric::time),
                            mpi = by_location(cube, model::metric::mpi);
  std::vector<double> outside;
  for (std::size_t l = 0; l < cube.locations.size(); ++l)
    if (cube.locations[l].thread == 0) outside.push_back(time[l] - mpi[l]);
  Efficiency::Hybrid out;
  out.mpi_load_balance = part(mean(outside), largest(outside));
  out.mpi_communication = part(largest(outside), cube.experiment.duration_s);
  out.mpi_parallel = out.mpi_load_balance * out.mpi_communication;
  out.omp_parallel = part(parallel, out.mpi_parallel);
  return out;
}

// Returns whether the time of a call path is useful computation. Without time, its region decides.
bool is_useful(const SeverityCube& cube, CallPathId callpath) {
  if (cube.total(cube.find(model::metric::comp), callpath) > 0.0) return true;
  if (cube.total(cube.find(model::metric::time), callpath) > 0.0) return false;
  return class_of(cube.callpaths[callpath.index()]) == model::RegionClass::Computation;
}

// Returns the count in useful computation of the first counter that has one, or 0.
double useful_count(const SeverityCube& cube, std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    const MetricId counter = cube.find(name);
    if (!counter.valid()) continue;
    double out = 0.0;
    for (const CallPathId callpath : cube.callpaths_with_values(counter))
      if (is_useful(cube, callpath)) out += cube.total(counter, callpath);
    if (out > 0.0) return out;
  }
  return 0.0;
}

Efficiency::Counted counted_values(const SeverityCube& cube, double useful_s) {
  Efficiency::Counted out;
  out.instructions = useful_count(cube, instruction_counters());
  out.cycles = useful_count(cube, cycle_counters());
  out.ipc = part(out.instructions, out.cycles);
  out.frequency_hz = part(out.cycles, useful_s);
  return out;
}

// Returns nothing unless both runs have the value.
std::optional<double> ratio(double of, double to) {
  return of > 0.0 && to > 0.0 ? std::optional(of / to) : std::nullopt;
}

bool always(const Efficiency& /*of*/) { return true; }
bool has_instructions(const Efficiency& e) { return e.counted.instructions > 0.0; }
bool has_cycles(const Efficiency& e) { return e.counted.cycles > 0.0; }
bool has_counted(const Efficiency& e) { return has_instructions(e) || has_cycles(e); }
bool has_ipc(const Efficiency& e) { return e.counted.ipc > 0.0; }
bool has_frequency(const Efficiency& e) { return e.counted.frequency_hz > 0.0; }

struct Line {
  const char* name;
  const char* key;
  double (*value)(const Efficiency&);
  bool (*is_known)(const Efficiency&) = always;
  bool (*has_counters)(const Efficiency&) = always;  // whether the run itself has the counters
  // Unit of the number that the table shows; 0 means a fraction that is shown in percent.
  double per = 0.0;
};

bool has_network(const Efficiency& efficiency) { return efficiency.network.has_value(); }
bool has_hybrid(const Efficiency& efficiency) { return efficiency.hybrid.has_value(); }

constexpr Line kAll[] = {
    {"Global efficiency", "global", [](const Efficiency& e) { return e.global; }},
    {"  Parallel efficiency", "parallel", [](const Efficiency& e) { return e.parallel; }},
    {"    Load balance", "load_balance", [](const Efficiency& e) { return e.load_balance; }},
    {"    Communication efficiency", "communication",
     [](const Efficiency& e) { return e.communication; }},
    {"      Serialization efficiency", "serialisation",
     [](const Efficiency& e) { return e.network->serialisation; }, has_network},
    {"      Transfer efficiency", "transfer",
     [](const Efficiency& e) { return e.network->transfer; }, has_network},
    {"  Computation scalability", "computation_scalability",
     [](const Efficiency& e) { return e.computation_scalability; }},
    {"    Instruction scalability", "instruction_scalability",
     [](const Efficiency& e) { return *e.scalability.instructions; },
     [](const Efficiency& e) { return e.scalability.instructions.has_value(); }, has_instructions},
    {"    IPC scalability", "ipc_scalability",
     [](const Efficiency& e) { return *e.scalability.ipc; },
     [](const Efficiency& e) { return e.scalability.ipc.has_value(); }, has_ipc},
    {"    Frequency scalability", "frequency_scalability",
     [](const Efficiency& e) { return *e.scalability.frequency; },
     [](const Efficiency& e) { return e.scalability.frequency.has_value(); }, has_frequency},
};
constexpr Line kCounted[] = {
    {"Instructions, 10^9", "instructions",
     [](const Efficiency& e) { return e.counted.instructions; }, has_instructions, has_instructions,
     1e9},
    {"Cycles, 10^9", "cycles", [](const Efficiency& e) { return e.counted.cycles; }, has_cycles,
     has_cycles, 1e9},
    {"Instructions per cycle", "ipc", [](const Efficiency& e) { return e.counted.ipc; }, has_ipc,
     has_ipc, 1.0},
    {"Frequency, GHz", "frequency_hz", [](const Efficiency& e) { return e.counted.frequency_hz; },
     has_frequency, has_frequency, 1e9},
};
constexpr Line kHybrid[] = {
    {"MPI parallel efficiency", "mpi_parallel",
     [](const Efficiency& e) { return e.hybrid->mpi_parallel; }, has_hybrid},
    {"  MPI load balance", "mpi_load_balance",
     [](const Efficiency& e) { return e.hybrid->mpi_load_balance; }, has_hybrid},
    {"  MPI communication efficiency", "mpi_communication",
     [](const Efficiency& e) { return e.hybrid->mpi_communication; }, has_hybrid},
    {"OpenMP parallel efficiency", "omp_parallel",
     [](const Efficiency& e) { return e.hybrid->omp_parallel; }, has_hybrid},
};

// The metrics of the POP methodology in its order and spelling, by the key of their line in kAll.
constexpr std::pair<const char*, const char*> kPopNames[] = {
    {"Global efficiency", "global"},
    {"Parallel efficiency", "parallel"},
    {"Load balance", "load_balance"},
    {"Communication efficiency", "communication"},
    {"Serialisation efficiency", "serialisation"},
    {"Transfer efficiency", "transfer"},
    {"Computation scaling", "computation_scalability"},
    {"IPC scaling", "ipc_scalability"},
    {"Instruction scaling", "instruction_scalability"},
    {"Frequency scaling", "frequency_scalability"},
};

std::string ranks_and_threads(const SeverityCube& cube) {
  return fmt::format("{}x{}", cube.experiment.ranks, cube.experiment.threads);
}

std::string shown(const Line& line, const Efficiency& of) {
  if (!line.is_known(of)) return line.has_counters(of) ? "-" : "no counter";
  if (line.per == 0.0) return fmt::format("{:.1f} %", 100.0 * line.value(of));
  return fmt::format("{:.3f}", line.value(of) / line.per);
}

}  // namespace

std::vector<Efficiency> efficiencies(const std::vector<SeverityCube>& cubes) {
  std::vector<Efficiency> out;
  double first = 0.0;
  for (const SeverityCube& cube : cubes) {
    const std::vector<double> useful = by_location(cube, model::metric::comp);
    if (out.empty()) first = sum(useful);
    Efficiency& it = out.emplace_back();
    it.counted = counted_values(cube, sum(useful));
    it.load_balance = part(mean(useful), largest(useful));
    it.communication = part(largest(useful), cube.experiment.duration_s);
    it.parallel = it.load_balance * it.communication;
    if (const double ideal = cube.experiment.ideal_duration_s; ideal > 0.0)
      it.network = {part(largest(useful), ideal), part(ideal, cube.experiment.duration_s)};
    if (has_threads(cube)) it.hybrid = hybrid(cube, it.parallel);
    it.computation_scalability = part(first, sum(useful));
    it.global = it.parallel * it.computation_scalability;
    const Efficiency::Counted& reference = out.front().counted;
    it.scalability = {ratio(reference.instructions, it.counted.instructions),
                      ratio(it.counted.ipc, reference.ipc),
                      ratio(it.counted.frequency_hz, reference.frequency_hz)};
  }
  return out;
}

std::string efficiency_text(const std::vector<SeverityCube>& cubes) {
  constexpr int kName = 32, kColumn = 12;
  const std::vector<Efficiency> all = efficiencies(cubes);
  std::string out = fmt::format("{:<{}}", "ranks x threads", kName);
  for (const SeverityCube& cube : cubes)
    out += fmt::format("{:>{}}", ranks_and_threads(cube), kColumn);
  out += fmt::format("\n{:<{}}", "run time, s", kName);
  for (const SeverityCube& cube : cubes)
    out += fmt::format("{:>{}.3f}", cube.experiment.duration_s, kColumn);
  out += "\n\n";
  const auto put = [&](const Line& line) {
    if (std::none_of(all.begin(), all.end(), line.is_known)) return;
    out += fmt::format("{:<{}}", line.name, kName);
    for (const Efficiency& each : all) out += fmt::format("{:>{}}", shown(line, each), kColumn);
    out += '\n';
  };
  for (const Line& line : kAll) put(line);
  if (std::any_of(all.begin(), all.end(), has_counted)) out += "\nUseful computation:\n";
  for (const Line& line : kCounted) put(line);
  if (std::none_of(all.begin(), all.end(), has_hybrid)) return out;
  out += "\nParallel efficiency by level:\n";
  for (const Line& line : kHybrid) put(line);
  return out;
}

std::string efficiency_csv(const std::vector<SeverityCube>& cubes,
                           const std::vector<std::string>& names) {
  const std::vector<Efficiency> all = efficiencies(cubes);
  std::string out = "metric";
  for (const std::string& name : names) out += ',' + base::csv_field(valid_utf8(name));
  out += '\n';
  for (const auto& [name, key] : kPopNames) {
    const Line& line = *std::find_if(
        std::begin(kAll), std::end(kAll),
        [&, key = key](const Line& each) { return std::string_view(each.key) == key; });
    out += name;
    for (const Efficiency& each : all)
      out += line.is_known(each) ? fmt::format(",{}", line.value(each)) : ",";
    out += '\n';
  }
  return out;
}

std::string efficiency_json(const std::vector<SeverityCube>& cubes) {
  const std::vector<Efficiency> all = efficiencies(cubes);
  nlohmann::ordered_json runs = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < cubes.size(); ++i) {
    const model::CubeExperiment& experiment = cubes[i].experiment;
    nlohmann::ordered_json run{{"program", valid_utf8(experiment.program)},
                               {"ranks", experiment.ranks},
                               {"threads", experiment.threads},
                               {"duration_s", experiment.duration_s}};
    for (const auto& lines : {std::span<const Line>(kAll), std::span<const Line>(kCounted),
                              std::span<const Line>(kHybrid)})
      for (const Line& line : lines)
        if (line.is_known(all[i])) run[line.key] = line.value(all[i]);
    runs.push_back(std::move(run));
  }
  return nlohmann::ordered_json{{"schema", "tarry-efficiency/1"}, {"runs", std::move(runs)}}.dump(
             2) +
         "\n";
}

}  // namespace tarry::report
