// SPDX-License-Identifier: BSD-3-Clause
#include "trace/open_trace.h"

#include <utility>

#include "clocks/corrected_source.h"
#include "clocks/corrections_file.h"
#include "trace/otf2/anchor.h"
#include "trace/otf2/archive_reader.h"
#include "trace/synthetic/case_parser.h"
#include "trace/synthetic/generated_source.h"
#include "trace/synthetic/memory_source.h"
#include "trace/trace_stamp.h"

namespace tarry::trace {
namespace {

namespace fs = std::filesystem;
using Opened = std::unique_ptr<model::TraceSource>;

base::Result<Opened> open_as_recorded(const fs::path& path, bool with_offsets) {
  if (path.extension() == ".case") {
    TRY_ASSIGN(synthetic::Case made, synthetic::read_case(path));
    return Opened(std::make_unique<synthetic::MemorySource>(std::move(made.definitions),
                                                            std::move(made.timelines)));
  }
  if (path.extension() == ".synth") {
    TRY_ASSIGN(synthetic::Parameters parameters, synthetic::read_parameters(path));
    TRY_ASSIGN(parameters, synthetic::complete(std::move(parameters)));
    return Opened(std::make_unique<synthetic::GeneratedSource>(std::move(parameters)));
  }
  return otf2::open_archive(path, {.correct_clocks = with_offsets});
}

}  // namespace

base::Result<Opened> open_trace(const fs::path& path, TimeCorrection correction) {
  TRY_ASSIGN(Opened trace, open_as_recorded(path, correction != TimeCorrection::None));
  const fs::path file = clocks::corrections_beside(path);
  std::error_code ignored;
  if (correction != TimeCorrection::Full || !fs::exists(file, ignored)) return trace;
  TRY_ASSIGN(const std::uint64_t stamp, trace_stamp(trace->definitions(), path));
  TRY_ASSIGN(clocks::Corrections corrections, clocks::read_corrections(file, stamp));
  if (corrections.empty()) return trace;
  return Opened(
      std::make_unique<clocks::CorrectedSource>(std::move(trace), std::move(corrections)));
}

base::Result<bool> has_measured_times(const fs::path& path) {
  if (path.extension() == ".case" || path.extension() == ".synth") return false;
  TRY_ASSIGN(const otf2::Anchor anchor, otf2::read_anchor(path));
  return anchor.has_measured_times;
}

base::Status keep_corrections(const fs::path& path, const model::TraceSource& trace,
                              const clocks::Corrections& corrections) {
  const fs::path file = clocks::corrections_beside(path);
  if (corrections.empty()) {
    std::error_code failed;
    fs::remove(file, failed);
    if (failed)
      return base::Error{base::ErrorCode::Io, "corrections that hold no longer cannot be removed",
                         file.string(), "remove the file"};
    return base::kOk;
  }
  TRY_ASSIGN(const std::uint64_t stamp, trace_stamp(trace.definitions(), path));
  return clocks::write_corrections(file, corrections, stamp);
}

}  // namespace tarry::trace
