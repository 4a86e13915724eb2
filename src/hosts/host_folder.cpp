// SPDX-License-Identifier: BSD-3-Clause
// See host_folder.h.
#include "hosts/host_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/experiment_files.h"
#include "base/files.h"

namespace tarry::hosts {

namespace fs = std::filesystem;

bool sees_experiment(const fs::path& experiment, const std::string& start_ns) {
  const base::Result<std::string> manifest = base::read_file(experiment / base::kManifestFile);
  return manifest.ok() && manifest->find(start_ns) != std::string::npos;
}

fs::path host_folder(const std::string& start_ns) {
  std::error_code error;
  fs::path parent = fs::temp_directory_path(error);
  if (error) parent = "/tmp";
  return parent / ("tarry-" + start_ns + "-" + std::to_string(geteuid()));
}

bool make_host_folder(const fs::path& folder) {
  if (mkdir(folder.c_str(), 0700) == 0) return true;
  struct stat found {};
  return errno == EEXIST && lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
         found.st_uid == geteuid();
}

}  // namespace tarry::hosts
