// SPDX-License-Identifier: BSD-3-Clause
#include "cli/output_check.h"

#include "base/experiment_files.h"
#include "experiment/experiment.h"

namespace tarry::cli {

namespace fs = std::filesystem;

namespace {

bool are_same(const fs::path& one, const fs::path& other) {
  std::error_code error;
  return fs::equivalent(one, other, error) && !error;
}

bool is_file_of(const fs::path& output, const fs::path& input) {
  if (are_same(output, input)) return true;
  if (input.extension() != ".otf2") return false;
  std::error_code ignored;
  fs::path stem = input;
  stem.replace_extension();
  return are_same(fs::canonical(output, ignored).parent_path(), stem) ||
         are_same(output, fs::path(stem) += ".def") ||
         are_same(output, input.parent_path() / base::kManifestFile);
}

}  // namespace

base::Status check_output(const fs::path& output, const fs::path& input) {
  std::error_code ignored;
  if (!fs::is_regular_file(output, ignored) || !is_file_of(output, input)) return base::kOk;
  return base::Error{base::ErrorCode::Usage, "the output would replace a file of the input",
                     output.string(), "name another with -o"};
}

base::Status check_no_part(const fs::path& output, const fs::path& input) {
  TRY(check_output(output, input));
  const experiment::Experiment around = experiment::Experiment::around(fs::absolute(input));
  using experiment::Part;
  for (const Part part : {Part::Manifest, Part::Archive, Part::Compressed, Part::Summary,
                          Part::Analysis, Part::Samples, Part::Diagnosis})
    TRY(check_output(output, around.path(part)));
  return base::kOk;
}

}  // namespace tarry::cli
