// SPDX-License-Identifier: BSD-3-Clause
// One experiment directory: it is made here without ever taking away something that is not an
// experiment, and here everybody learns what is in it, who works on it and what its manifest says.
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
  Archive,  // of OTF2
  Compressed,
  Summary,
  Analysis,
  Samples,
  Diagnosis,  // of the samples
};

enum class State : std::uint8_t {
  Running,     // the program is being recorded, or its recording is being finished
  Killed,      // `tarry record` was killed before the program ended
  Unfinished,  // the program ended, but its recording could not be finished; it can be tried again
  Complete,
};

class Experiment {
 public:
  // `directory` may be any directory; has(Part::Manifest) tells whether it is an experiment.
  explicit Experiment(std::filesystem::path directory) : directory_(std::move(directory)) {}
  // The experiment that `file` lies in.
  static Experiment around(const std::filesystem::path& file) {
    return Experiment(file.parent_path());
  }

  // Whether the directory could be made: an Error if something is there that would not be replaced,
  // or if it has no parent. Changes nothing. Thread: any.
  static base::Status check_creation(const std::filesystem::path& path, bool replace);
  // Makes the directory, whose parent must exist. With `replace`, an experiment that is there is
  // removed before, unless it is still being recorded; anything else that is there is an Error.
  static base::Result<Experiment> create(const std::filesystem::path& path, bool replace);
  // Makes a directory of this name or, if something has the name already, of the name with "-2",
  // "-3" and so on: recordings that begin in the same second have directories of their own. Its
  // parent must exist. Thread: any.
  static base::Result<Experiment> create_unused(const std::filesystem::path& path);

  // Absolute if it was created here.
  [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
  // Where the part is or would be; of the archive, its anchor.
  [[nodiscard]] std::filesystem::path path(Part part) const;
  [[nodiscard]] bool has(Part part) const;
  // The same after the folder that the part lies in was made, to write it. Writing it tells whether
  // that worked.
  [[nodiscard]] std::filesystem::path make_room(Part part) const;
  // Of all files, or of those of a part; files that cannot be read do not count.
  [[nodiscard]] std::uint64_t bytes() const;
  [[nodiscard]] std::uint64_t bytes(Part part) const;

  [[nodiscard]] State state() const;
  // What processes have recorded is still as they left it, whether or not they run.
  [[nodiscard]] bool is_unfinished() const;

  // The right to write the recording; an Error if somebody else has it, or still records.
  [[nodiscard]] base::Result<Lock> lock() const { return Lock::take(directory_); }

  [[nodiscard]] base::Status write(const Manifest& manifest) const {
    return write_manifest(directory_, manifest);
  }
  // Adds what the end of a recording tells to the manifest, if there is one.
  [[nodiscard]] base::Status complete_manifest(
      const trace::finish::FinishedArchive& archive) const {
    return experiment::complete_manifest(directory_, archive);
  }
  [[nodiscard]] RecordedManifest manifest() const { return read_manifest(directory_); }
  // Appends a line to tarry.log, with the time. Failing to is no error: the log is for people.
  void log(const std::string& text) const;

  // Takes this name, or one with a number behind it, beside the present one. False: that cannot be,
  // and the present name stays.
  bool rename(const std::string& name);
  // Removes it, as far as it can be removed.
  void remove() const;
  // The same for what the processes have left, which is in other parts by now.
  void remove_raw() const;

 private:
  std::filesystem::path directory_;
};

// "tarry-<program>-<ranks>x<threads>-<yyyymmdd-hhmmss>"; ranks that are not known yet are "n".
std::string default_name(const std::string& program, std::optional<std::uint32_t> ranks,
                         std::uint32_t threads, std::time_t start);

}  // namespace tarry::experiment
