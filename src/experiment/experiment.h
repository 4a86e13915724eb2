// SPDX-License-Identifier: BSD-3-Clause
// One experiment directory. This class makes it, and never removes a directory that is not an
// experiment. It knows which parts the experiment has, who works on it and what its manifest says.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "experiment/lock.h"
#include "experiment/manifest.h"

namespace tarry::experiment {

enum class Part : std::uint8_t {
  Manifest,
  Archive,  // the OTF2 archive
  Compressed,
  Summary,
  Analysis,
  Samples,
  Diagnosis,  // the severity cube that `tarry diagnose` makes from the samples
};

enum class State : std::uint8_t {
  Running,     // the program is being recorded, or its recording is being finished
  Killed,      // `tarry record` was killed before the program ended
  Unfinished,  // the program ended, but its recording could not be finished; `tarry analyze` tries
               // again
  Complete,
};

class Experiment {
 public:
  // `directory` may be any directory; has(Part::Manifest) tells whether it is an experiment.
  explicit Experiment(std::filesystem::path directory) : directory_(std::move(directory)) {}
  // Returns the experiment that `file` lies in.
  static Experiment around(const std::filesystem::path& file) {
    return Experiment(file.parent_path());
  }

  // Checks whether create() could make the directory, and changes nothing. An Error says that
  // something is there that would not be replaced, or that the parent is missing. Thread: any.
  static base::Status check_creation(const std::filesystem::path& path, bool replace);
  // Makes the directory, whose parent must exist. With `replace`, an existing experiment is removed
  // before, unless it is still being recorded. Anything else that has the name is an Error.
  static base::Result<Experiment> create(const std::filesystem::path& path, bool replace);
  // Makes a directory of this name or, if the name is taken, of the name with "-2", "-3" and so on,
  // so that recordings that begin in the same second have directories of their own. The parent must
  // exist. Thread: any.
  static base::Result<Experiment> create_unused(const std::filesystem::path& path);

  // The path is absolute if create() or create_unused() made the directory.
  [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
  // Returns where the part is or would be. The path of the archive is that of its anchor.
  [[nodiscard]] std::filesystem::path path(Part part) const;
  [[nodiscard]] bool has(Part part) const;
  // Makes the folder in which the part is to be written, and returns path(part). If the folder
  // cannot be made, writing the part fails.
  [[nodiscard]] std::filesystem::path make_room(Part part) const;
  // Returns the size of all files, or of the files of a part. Unreadable files do not count.
  [[nodiscard]] std::uint64_t bytes() const;
  [[nodiscard]] std::uint64_t bytes(Part part) const;

  [[nodiscard]] State state() const;
  // Returns true if raw/ still holds what the processes recorded, whether or not they run.
  [[nodiscard]] bool is_unfinished() const;

  // Takes the right to write the recording. An Error says that another process has it or that the
  // program is still being recorded.
  [[nodiscard]] base::Result<Lock> lock() const { return Lock::take(directory_); }

  [[nodiscard]] base::Status write(const Manifest& manifest) const {
    return write_manifest(directory_, manifest);
  }
  // Adds to the manifest what finishing the recording has found out. Without a manifest, nothing
  // happens.
  [[nodiscard]] base::Status complete_manifest(
      const trace::finish::FinishedArchive& archive) const {
    return experiment::complete_manifest(directory_, archive);
  }
  [[nodiscard]] RecordedManifest manifest() const { return read_manifest(directory_); }
  // Appends a line with the time to tarry.log. A failure is ignored, because the log is for people.
  void log(const std::string& text) const;

  // Renames the directory within its parent, with a number behind the name if the name is taken.
  // Returns false if that failed; the directory then keeps its name.
  bool rename(const std::string& name);
  // Removes the directory as far as possible.
  void remove() const;
  // Removes, as far as possible, what other parts were made of, raw/ first. It is the last step of
  // a recording: whoever is killed before it leaves all that is needed to finish again.
  void remove_raw() const;

 private:
  std::filesystem::path directory_;
};

// Returns "tarry-<program>-<ranks>x<threads>-<yyyymmdd-hhmmss>", with "n" for an unknown number of
// ranks.
std::string default_name(const std::string& program, std::optional<std::uint32_t> ranks,
                         std::uint32_t threads, std::time_t start);

}  // namespace tarry::experiment
