// SPDX-License-Identifier: BSD-3-Clause
#include <sstream>

#include "base/files.h"
#include "trace/synthetic/expected_waits.h"

namespace tarry::trace::synthetic {
namespace {

std::string begin_of(const Parameters& parameters) {
  std::ostringstream out;
  out << "{\"schema\": \"tarry-synth/1\", \"ticks_per_second\": " << kTicksPerSecond << ",\n";
  out << " \"parameters\": {";
  for (const ParameterInfo& info : parameter_table())
    out << '"' << info.name << "\": " << parameters.*info.value << ", ";
  out << "\n  \"patterns\": [";
  const char* comma = "";
  for (const Pattern& pattern : parameters.patterns) {
    out << comma << '"' << to_text(pattern) << '"';
    comma = ", ";
  }
  out << "]},\n \"values\": [\n";
  return out.str();
}

std::string text_of(const ExpectedValues& values) {
  std::ostringstream out;
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
  return out.str();
}

}  // namespace

base::Status write_expected(const Schedule& schedule, const std::vector<ExpectedValues>& values,
                            const std::filesystem::path& path) {
  TRY_ASSIGN(base::AtomicFile file, base::AtomicFile::open(path));
  TRY(file.write(begin_of(schedule.parameters())));
  const char* comma = "";
  for (const ExpectedValues& one : values) {
    TRY(file.write(comma + text_of(one)));
    comma = ",\n";
  }
  TRY(file.write("]}\n"));
  return file.commit();
}

}  // namespace tarry::trace::synthetic
