// SPDX-License-Identifier: BSD-3-Clause
#include <fstream>

#include "trace/synthetic/expected_waits.h"

namespace tarry::trace::synthetic {
namespace {

void write_parameters(const Parameters& parameters, std::ostream& out) {
  out << " \"parameters\": {";
  for (const ParameterInfo& info : parameter_table())
    out << '"' << info.name << "\": " << parameters.*info.value << ", ";
  out << "\n  \"patterns\": [";
  const char* comma = "";
  for (const Pattern& pattern : parameters.patterns) {
    out << comma << '"' << to_text(pattern) << '"';
    comma = ", ";
  }
  out << "]},\n";
}

void write_values(const ExpectedValues& values, std::ostream& out) {
  out << "  {\"metric\": \"" << values.metric << "\", \"region\": \"" << values.region
      << "\", \"unit\": \"" << (values.is_time ? "ticks" : "occ")
      << "\", \"total\": " << values.total << ", \"ranks\": [";
  const char* comma = "";
  if (values.total != 0)
    for (const std::uint64_t value : values.ranks) {
      out << comma << value;
      comma = ",";
    }
  out << "]}";
}

}  // namespace

base::Status write_expected(const Schedule& schedule, const std::vector<ExpectedValues>& values,
                            const std::filesystem::path& path) {
  std::ofstream out(path);
  out << "{\"schema\": \"tarry-synth/1\", \"ticks_per_second\": " << kTicksPerSecond << ",\n";
  write_parameters(schedule.parameters(), out);
  out << " \"values\": [\n";
  const char* comma = "";
  for (const ExpectedValues& one : values) {
    out << comma;
    write_values(one, out);
    comma = ",\n";
  }
  out << "]}\n";
  out.close();
  if (out) return base::kOk;
  return base::Error{base::ErrorCode::Io, "cannot write the expected values", path.string(),
                     "is the disk full?"};
}

}  // namespace tarry::trace::synthetic
