// SPDX-License-Identifier: BSD-3-Clause
#include "trace/trace_stamp.h"

#include <string>

#include "base/experiment_files.h"
#include "base/files.h"
#include "base/hash.h"

namespace tarry::trace {

namespace fs = std::filesystem;

base::Result<std::uint64_t> trace_stamp(const model::Definitions& definitions,
                                        const fs::path& trace) {
  std::error_code failed;
  const fs::path file = fs::is_directory(trace, failed) ? trace / base::kArchiveFile : trace;
  TRY_ASSIGN(const std::string content, base::read_file(file));
  std::uint64_t stamp = base::fnv1a(content);
  fs::path beside = file;
  if (const auto text = base::read_file(beside.replace_extension(".def")); text.ok())
    stamp = base::fnv1a(stamp, base::fnv1a(*text));
  const fs::path folder = fs::path(file).replace_extension();
  for (const model::Location& location : definitions.locations) {
    const std::uintmax_t size =
        fs::file_size(folder / (std::to_string(location.trace_id) + ".evt"), failed);
    stamp = base::fnv1a(stamp, failed ? 0 : size);
  }
  return base::mixed(stamp);
}

}  // namespace tarry::trace
