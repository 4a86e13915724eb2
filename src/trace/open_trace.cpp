// SPDX-License-Identifier: BSD-3-Clause
#include "trace/open_trace.h"

#include "trace/synthetic/case_parser.h"
#include "trace/synthetic/generated_source.h"
#include "trace/synthetic/memory_source.h"

namespace tarry::trace {

base::Result<std::unique_ptr<model::TraceSource>> open_trace(const std::filesystem::path& path,
                                                             const otf2::ReadOptions& options) {
  if (path.extension() == ".case") {
    TRY_ASSIGN(synthetic::Case made, synthetic::read_case(path));
    return std::unique_ptr<model::TraceSource>(std::make_unique<synthetic::MemorySource>(
        std::move(made.definitions), std::move(made.timelines)));
  }
  if (path.extension() == ".synth") {
    TRY_ASSIGN(synthetic::Parameters parameters, synthetic::read_parameters(path));
    TRY_ASSIGN(parameters, synthetic::complete(std::move(parameters)));
    return std::unique_ptr<model::TraceSource>(
        std::make_unique<synthetic::GeneratedSource>(std::move(parameters)));
  }
  return otf2::open_archive(path, options);
}

}  // namespace tarry::trace
