// SPDX-License-Identifier: BSD-3-Clause
// Takes any text as a case: it is refused with an error or describes a trace that can be analyzed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "analysis/analyze.h"
#include "support/invariants.h"
#include "trace/synthetic/case_parser.h"
#include "trace/synthetic/memory_source.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tarry;
  auto parsed =
      trace::synthetic::parse_case({reinterpret_cast<const char*>(data), size}, "fuzz.case");
  if (!parsed.ok()) return 0;
  trace::synthetic::MemorySource source(std::move(parsed->definitions),
                                        std::move(parsed->timelines));
  analysis::Options options;
  options.threads = 1;
  const auto analysis = analysis::analyze(source, options);
  if (!analysis.ok()) return 0;
  const auto violations = testing::check_invariants(analysis->cube, source);
  for (const std::string& violation : violations) std::fprintf(stderr, "%s\n", violation.c_str());
  if (!violations.empty()) std::abort();
  return 0;
}
