// SPDX-License-Identifier: BSD-3-Clause
#include "cli/experiment_directory.h"

#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/experiment_files.h"
#include "cli/live_recording.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

bool is_experiment(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path / base::kManifestFile, ignored);
}

base::Status check_replaced(const fs::path& path, bool replace) {
  std::error_code error;
  const bool empty = fs::is_directory(path, error) && fs::is_empty(path, error);
  const bool experiment = is_experiment(path);
  if (!replace)
    return base::Error{base::ErrorCode::Exists, "the experiment directory exists already",
                       path.string(),
                       experiment || empty ? "--force replaces it, -o names another one"
                                           : "it is not an experiment, so even --force would not "
                                             "replace it; name another one with -o"};
  if (fs::is_symlink(path, error) || (!empty && !experiment))
    return base::Error{base::ErrorCode::Exists, "not an experiment directory, so not replaced",
                       path.string(), "name another one with -o"};
  return base::kOk;
}

base::Status remove_experiment(const fs::path& path) {
  std::error_code error;
  if (is_experiment(path)) {
    TRY_ASSIGN(const RecordingLock lock, RecordingLock::take(path));
  }
  fs::remove_all(path, error);
  if (error)
    return base::Error{base::ErrorCode::Io, "cannot remove the old experiment", path.string(),
                       error.message()};
  return base::kOk;
}

base::Error cannot_make(const fs::path& path, int code) {
  const char* hint = code == ENOENT   ? "its parent directory must exist"
                     : code == EACCES ? "choose a place that you may write to with -o"
                     : code == ENOSPC ? "free some space or choose another place with -o"
                                      : "choose another place with -o";
  return {base::ErrorCode::Io,
          std::string("cannot make the experiment directory (") + std::strerror(code) + ")",
          path.string(), hint};
}

base::Result<fs::path> absolute_path(const fs::path& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error).lexically_normal();
  if (error)
    return base::Error{base::ErrorCode::Io, "cannot make the experiment directory", path.string(),
                       error.message()};
  return absolute;
}

}  // namespace

std::string default_experiment_name(const std::string& program, std::optional<std::uint32_t> ranks,
                                    std::uint32_t threads, std::time_t start) {
  std::tm local{};
  localtime_r(&start, &local);
  std::array<char, 32> when{};
  std::strftime(when.data(), when.size(), "%Y%m%d-%H%M%S", &local);
  return "tarry-" + fs::path(program).filename().string() + "-" +
         (ranks ? std::to_string(*ranks) : "n") + "x" + std::to_string(threads) + "-" + when.data();
}

base::Status check_experiment_directory(const fs::path& path, bool replace) {
  TRY_ASSIGN(const fs::path absolute, absolute_path(path));
  if (is_there(absolute)) return check_replaced(absolute, replace);
  if (!is_there(absolute.parent_path())) return cannot_make(path, ENOENT);
  return base::kOk;
}

base::Result<fs::path> make_experiment_directory(const fs::path& path, bool replace) {
  TRY(check_experiment_directory(path, replace));
  TRY_ASSIGN(fs::path absolute, absolute_path(path));
  if (is_there(absolute)) TRY(remove_experiment(absolute));
  if (::mkdir(absolute.c_str(), 0777) == 0) return absolute;
  return cannot_make(path, errno);
}

base::Result<fs::path> make_unused_directory(const fs::path& path) {
  TRY_ASSIGN(const fs::path first, absolute_path(path));
  fs::path made = first;
  for (unsigned number = 2; ::mkdir(made.c_str(), 0777) != 0; ++number) {
    if (errno != EEXIST) return cannot_make(path, errno);
    made = first.string() + "-" + std::to_string(number);
  }
  return made;
}

}  // namespace tarry::cli
