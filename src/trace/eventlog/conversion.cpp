// SPDX-License-Identifier: BSD-3-Clause
// The text form of a conversion: converted.tsv. The last line says that it is complete.
#include "trace/eventlog/converter.h"
#include "trace/eventlog/tsv.h"

namespace tarry::trace::eventlog {
namespace {

constexpr std::string_view kConversionFirstLine = "tarry-conversion\t1";

std::string reading_text(const ClockReading& reading) {
  return '\t' + std::to_string(reading.ticks) + '\t' + std::to_string(reading.monotonic_ns) + '\t' +
         std::to_string(reading.realtime_ns);
}

using Fields = std::vector<std::string_view>;

bool parse_reading(const Fields& f, std::size_t at, ClockReading& reading) {
  return parse_number(f[at], reading.ticks) && parse_number(f[at + 1], reading.monotonic_ns) &&
         parse_number(f[at + 2], reading.realtime_ns);
}

bool parse_location(const Fields& f, Conversion& out) {
  ConvertedLocation location;
  if (f.size() != 6 || !parse_number(f[1], location.trace_id) ||
      !parse_number(f[2], location.events) || !parse_number(f[3], location.first) ||
      !parse_number(f[4], location.last))
    return false;
  location.name = unescape(f[5]);
  out.locations.push_back(std::move(location));
  return true;
}

bool parse_line(const Fields& f, Conversion& out) {
  if (f[0] == "location") return parse_location(f, out);
  if (f[0] == "clock" && f.size() == 8) {
    std::uint32_t source = 0;
    if (!parse_number(f[1], source) || !parse_reading(f, 2, out.begin) ||
        !parse_reading(f, 5, out.latest))
      return false;
    out.clock = static_cast<ClockSource>(source);
    return true;
  }
  if (f[0] == "late-functions" && f.size() == 2) return parse_number(f[1], out.late_functions);
  if (f[0] == "complete" && f.size() == 2) {
    out.complete = f[1] == "1";
    return true;
  }
  std::uint64_t count = 0;
  if (f[0] != "anomaly" || f.size() != 3 || !parse_number(f[1], count)) return false;
  out.anomalies.add(unescape(f[2]), count);
  return true;
}

}  // namespace

std::string Conversion::serialize() const {
  std::string out(kConversionFirstLine);
  out += "\nclock\t" + std::to_string(static_cast<std::uint32_t>(clock)) + reading_text(begin) +
         reading_text(latest) + '\n';
  for (const ConvertedLocation& location : locations)
    out += "location\t" + std::to_string(location.trace_id) + '\t' +
           std::to_string(location.events) + '\t' + std::to_string(location.first) + '\t' +
           std::to_string(location.last) + '\t' + escape(location.name) + '\n';
  out += "late-functions\t" + std::to_string(late_functions) + '\n';
  out += std::string("complete\t") + (complete ? "1" : "0") + '\n';
  for (const auto& [description, count] : anomalies.counts())
    out += "anomaly\t" + std::to_string(count) + '\t' + escape(description) + '\n';
  out += "end\n";
  return out;
}

base::Result<Conversion> Conversion::parse(std::string_view text) {
  const base::Error error{base::ErrorCode::BadInput, "not a complete conversion record", "", ""};
  std::string_view line;
  if (!next_line(text, line) || line != kConversionFirstLine) return error;
  Conversion out;
  while (next_line(text, line)) {
    if (line == "end") return out;
    if (!parse_line(split_fields(line), out)) return error;
  }
  return error;
}

}  // namespace tarry::trace::eventlog
