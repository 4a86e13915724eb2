// SPDX-License-Identifier: BSD-3-Clause
// Finds the parts of Tarry. The build tree has the shape of the installed one, so one rule fits
// both: everything is beside the folder of the running command.
#pragma once

#include <filesystem>

#include "base/result.h"

namespace tarry::cli {

struct Installation {
  std::filesystem::path root;  // holds bin/, lib/, include/

  [[nodiscard]] std::filesystem::path headers() const { return root / "include"; }
  [[nodiscard]] std::filesystem::path libraries() const { return root / "lib"; }
  // Returns the folder of the injected libraries, mpi.tsv and tarry-start.
  [[nodiscard]] std::filesystem::path runtime() const { return root / "lib" / "tarry"; }
  // Returns the page of the explorer, which is missing if it was not built.
  [[nodiscard]] std::filesystem::path explorer() const {
    return root / "share" / "tarry" / "explorer.html";
  }
  [[nodiscard]] std::filesystem::path fortran_modules() const { return runtime() / "fortran"; }
};

base::Result<Installation> find_installation();

}  // namespace tarry::cli
