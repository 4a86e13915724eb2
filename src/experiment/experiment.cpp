// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/experiment.h"

#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/experiment_files.h"
#include "trace/finish/archive_finisher.h"

namespace tarry::experiment {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFinishedRawFolder = "raw-finished";  // raw/ while it is being removed

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

base::Status remove_replaced(const fs::path& path) {
  std::error_code error;
  if (is_experiment(path)) {
    TRY_ASSIGN(const Lock lock, Lock::take(path));
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

const char* name_of(Part part) {
  switch (part) {
    case Part::Manifest:
      return base::kManifestFile;
    case Part::Archive:
      return base::kArchiveFile;
    case Part::Compressed:
      return base::kCompressedFile;
    case Part::Summary:
      return base::kSummaryFile;
    case Part::Analysis:
      return base::kAnalysisFile;
    case Part::Samples:
      return base::kSamplesFolder;
    case Part::Diagnosis:
      return base::kDiagnosisFile;
  }
  return "";
}

std::uint64_t bytes_below(const fs::path& path) {
  std::error_code error;
  if (fs::is_regular_file(path, error)) return fs::file_size(path, error);
  std::uint64_t bytes = 0;
  for (fs::recursive_directory_iterator it(path, error), end; !error && it != end;
       it.increment(error))
    if (const std::uint64_t size = it->is_regular_file(error) ? it->file_size(error) : 0; !error)
      bytes += size;
  return bytes;
}

}  // namespace

std::string default_name(const std::string& program, std::optional<std::uint32_t> ranks,
                         std::uint32_t threads, std::time_t start) {
  std::tm local{};
  localtime_r(&start, &local);
  std::array<char, 32> when{};
  std::strftime(when.data(), when.size(), "%Y%m%d-%H%M%S", &local);
  return "tarry-" + fs::path(program).filename().string() + "-" +
         (ranks ? std::to_string(*ranks) : "n") + "x" + std::to_string(threads) + "-" + when.data();
}

base::Status Experiment::check_creation(const fs::path& path, bool replace) {
  TRY_ASSIGN(const fs::path absolute, absolute_path(path));
  if (is_there(absolute)) return check_replaced(absolute, replace);
  if (!is_there(absolute.parent_path())) return cannot_make(path, ENOENT);
  return base::kOk;
}

base::Result<Experiment> Experiment::create(const fs::path& path, bool replace) {
  TRY(check_creation(path, replace));
  TRY_ASSIGN(fs::path absolute, absolute_path(path));
  if (is_there(absolute)) TRY(remove_replaced(absolute));
  if (::mkdir(absolute.c_str(), 0777) == 0) return Experiment(std::move(absolute));
  return cannot_make(path, errno);
}

base::Result<Experiment> Experiment::create_unused(const fs::path& path) {
  TRY_ASSIGN(const fs::path first, absolute_path(path));
  fs::path made = first;
  for (unsigned number = 2; ::mkdir(made.c_str(), 0777) != 0; ++number) {
    if (errno != EEXIST) return cannot_make(path, errno);
    made = first.string() + "-" + std::to_string(number);
  }
  return Experiment(std::move(made));
}

fs::path Experiment::path(Part part) const { return directory_ / name_of(part); }

fs::path Experiment::make_room(Part part) const {
  fs::path file = path(part);
  std::error_code ignored;
  fs::create_directory(file.parent_path(), ignored);
  return file;
}

bool Experiment::has(Part part) const {
  std::error_code ignored;
  return fs::exists(path(part), ignored);
}

std::uint64_t Experiment::bytes() const {
  return bytes_below(directory_) - bytes_below(directory_ / base::kRawFolder) -
         bytes_below(directory_ / base::kSummaryFolder);
}

std::uint64_t Experiment::bytes(Part part) const {
  const std::uint64_t own = bytes_below(path(part));
  if (part != Part::Archive) return own;
  return own + bytes_below(directory_ / base::kArchiveDefinitionsFile) +
         bytes_below(directory_ / base::kArchiveFolder);
}

State Experiment::state() const {
  if (is_being_recorded(directory_)) return State::Running;
  if (!manifest().is_run_over) return State::Killed;
  return is_unfinished() ? State::Unfinished : State::Complete;
}

bool Experiment::is_unfinished() const { return trace::finish::is_unfinished(directory_); }

void Experiment::log(const std::string& text) const {
  std::ofstream file(directory_ / base::kLogFile, std::ios::app);
  file << iso_time(std::time(nullptr)) << ' ' << text << '\n';
}

bool Experiment::rename(const std::string& name) {
  const base::Result<Experiment> target = create_unused(directory_.parent_path() / name);
  if (!target.ok()) return false;
  std::error_code error;
  fs::rename(directory_, target->directory_, error);  // replaces the empty directory
  if (error) {
    fs::remove(target->directory_, error);
    return false;
  }
  directory_ = target->directory_;
  return true;
}

void Experiment::remove() const {
  std::error_code ignored;
  fs::remove_all(directory_, ignored);
}

void Experiment::remove_raw() const {
  // If this ends halfway, the rest must not look like a recording of fewer processes.
  std::error_code error;
  const fs::path finished = directory_ / kFinishedRawFolder;
  if (is_unfinished()) {
    fs::remove_all(finished, error);
    fs::rename(directory_ / base::kRawFolder, finished, error);
    if (error) return;
  }
  if (!fs::exists(finished, error)) return;
  fs::remove_all(directory_ / base::kSummaryFolder, error);
  fs::remove_all(finished, error);
}

}  // namespace tarry::experiment
