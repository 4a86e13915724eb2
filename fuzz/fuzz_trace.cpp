// SPDX-License-Identifier: BSD-3-Clause
// Takes any bytes as the files of an archive: reading and analyzing it must end without a crash,
// and the result must be a sound cube.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "analysis/analyze.h"
#include "packed_files.h"
#include "support/invariants.h"
#include "trace/otf2/archive_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tarry;
  fuzz::unpack({reinterpret_cast<const char*>(data), size}, fuzz::kArchiveFiles, fuzz::scratch());
  const auto source = trace::otf2::open_archive(fuzz::scratch());
  if (!source.ok()) return 0;
  analysis::Options options;
  options.threads = 1;
  const auto analysis = analysis::analyze(**source, options);
  if (!analysis.ok()) return 0;
  const auto violations = testing::check_invariants(analysis->cube, **source);
  for (const std::string& violation : violations) std::fprintf(stderr, "%s\n", violation.c_str());
  if (!violations.empty()) std::abort();
  return 0;
}
