// SPDX-License-Identifier: BSD-3-Clause
// Runs one case: diagnoses the samples with 1, 2, 3 and 5 workers and reports differences from what
// is expected, also in the picture and in the severity cube.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "base/files.h"
#include "diagnosis/dealt_samples.h"
#include "diagnosis/rendered.h"
#include "diagnosis/report/diagnosis_cube.h"
#include "diagnosis/report/explorer_diagnosis.h"
#include "diagnosis/report/html_diagnosis.h"
#include "diagnosis/report/json_diagnosis.h"
#include "report/json_report.h"
#include "samples/sample_text.h"

namespace tarry::testing {
namespace {

using Lines = std::vector<std::string>;

std::string first_word(const std::string& line) { return line.substr(0, line.find(' ')); }

bool has(const Lines& lines, const std::string& line) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

// Everything found must be expected. Phases must be expected only if the case expects some.
Lines mismatches(const Lines& found, const Lines& expected) {
  Lines made;
  for (const std::string& line : expected)
    if (!has(found, line)) made.push_back("missing: " + line);
  for (const std::string& line : found) {
    const std::string kind = first_word(line);
    const bool matters =
        kind == "finding" || kind == "unresolved" ||
        (kind == "phase" && std::any_of(expected.begin(), expected.end(), [](const auto& other) {
           return first_word(other) == "phase";
         }));
    if (matters && !has(expected, line)) made.push_back("not expected: " + line);
  }
  return made;
}

constexpr diagnosis::Wanted kAll{.picture = true, .severities = true, .path_times = true};

// Checks that the mean over ranks is the severity, and that no rank has a negative share.
Lines wrong_shares(const diagnosis::Diagnosis& made) {
  const double all = made.ranks > 1 ? made.ranks : made.threads;
  Lines lines;
  for (const diagnosis::DealtShare& dealt : made.severities.shares) {
    double sum = 0;
    bool is_negative = false;
    for (const diagnosis::DealtShare::Part& part : dealt.parts) {
      sum += part.seconds;
      is_negative = is_negative || part.seconds < 0;
    }
    if (is_negative || std::abs(sum / all - dealt.share.seconds) > 1e-9)
      lines.push_back("shares of " + std::to_string(dealt.share.seconds) + " s have a mean of " +
                      std::to_string(sum / all));
  }
  return lines;
}

// Checks that the times by phase, and those by row, are the sampled times of all locations.
Lines wrong_times(const diagnosis::Diagnosis& made) {
  std::map<diagnosis::FrameId, samples::Time> by_phase;
  for (const diagnosis::PathTime& time : made.path_times.by_phase)
    by_phase[time.frame] += time.self;
  std::map<diagnosis::FrameId, samples::Time> by_row;
  for (const diagnosis::RowTime& time : made.path_times.by_row) by_row[time.frame] += time.self;
  std::map<diagnosis::FrameId, samples::Time> by_location;
  for (const diagnosis::LocationTimes& location : made.severities.locations)
    for (const diagnosis::LocationTimes::PathTime& time : location.times)
      by_location[time.frame] += time.self;
  Lines lines;
  if (by_phase != by_location)
    lines.push_back("the sampled time by phase differs from that by location");
  if (by_row != by_location)
    lines.push_back("the sampled time by row differs from that by location");
  return lines;
}

// Returns the text of all reports.
std::string reports(const diagnosis::Diagnosis& made) {
  const diagnosis::ExplorerDiagnosis answers = explorer_diagnosis(made, "");
  std::string text = json_diagnosis(made, "") + html_diagnosis(made, "") + answers.whole;
  for (const auto& [row, times] : answers.rows) text += times;
  return text + report::json_report(diagnosis_cube(made, ""), {});
}

base::Result<Lines> check(const std::string& file) {
  TRY_ASSIGN(const std::string text, base::read_file(file));
  TRY_ASSIGN(const samples::SampleText made, samples::parse_samples(text, file));
  if (made.expectations.empty())
    return base::Error{base::ErrorCode::BadInput, "the case expects nothing", file, ""};
  Lines expected;
  for (const std::string& line : made.expectations)
    if (line != "none") expected.push_back(line);
  TRY_ASSIGN(const diagnosis::Diagnosis alone, diagnosed(made.samples, 1, kAll));
  const Lines lines = rendered(alone);
  Lines failures = mismatches(lines, expected);
  for (const std::string& line : wrong_shares(alone)) failures.push_back(line);
  for (const std::string& line : wrong_times(alone)) failures.push_back(line);
  for (const std::size_t workers : {2U, 3U, 5U}) {
    TRY_ASSIGN(const diagnosis::Diagnosis again, diagnosed(made.samples, workers, kAll));
    if (reports(again) != reports(alone))
      failures.push_back("other reports with " + std::to_string(workers) + " workers");
    if (rendered(again) != lines)
      for (const std::string& line : rendered(again))
        if (!has(lines, line))
          failures.push_back("only with " + std::to_string(workers) + " workers: " + line);
  }
  return failures;
}

int main(const char* file) {
  const base::Result<Lines> failures = check(file);
  if (!failures.ok()) std::fprintf(stderr, "%s\n", failures.error().message().c_str());
  if (!failures.ok()) return 1;
  for (const std::string& failure : *failures)
    std::fprintf(stderr, "%s: %s\n", file, failure.c_str());
  return failures->empty() ? 0 : 1;
}

}  // namespace
}  // namespace tarry::testing

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FILE.samples\n", argv[0]);
    return 2;
  }
  return tarry::testing::main(argv[1]);
}
