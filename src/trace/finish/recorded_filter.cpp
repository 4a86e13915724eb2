// SPDX-License-Identifier: BSD-3-Clause
#include "trace/finish/recorded_filter.h"

#include "base/experiment_files.h"
#include "filter/parser.h"

namespace tarry::trace::finish {

filter::Filter recorded_filter(const std::filesystem::path& experiment) {
  const std::filesystem::path file = experiment / base::kFilterFile;
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return {};
  base::Result<filter::Filter> read = filter::read_filter(file.string());
  return read.ok() ? std::move(*read) : filter::Filter{};
}

}  // namespace tarry::trace::finish
