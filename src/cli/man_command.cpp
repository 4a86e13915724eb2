// SPDX-License-Identifier: BSD-3-Clause
// tarry man: writes the manual pages. The verb is hidden; the build calls it for share/man/man1.
#include <fmt/core.h>

#include <filesystem>

#include "base/files.h"
#include "cli/command.h"
#include "cli/man_page.h"

namespace tarry::cli {
namespace {

namespace fs = std::filesystem;

class ManCommand final : public Command {
 public:
  std::string name() const override { return "man"; }
  std::string summary() const override { return "Write the manual pages"; }
  std::vector<std::string> description() const override {
    return {"Writes tarry.1 and a page for each command, in the man(7) macros."};
  }
  std::vector<Example> examples() const override {
    return {{"tarry man share/man/man1", "what the build does"},
            {"man -l share/man/man1/tarry-record.1", "read one without installing it"}};
  }
  bool hidden() const override { return true; }

  OptionTable options() override {
    return {{.names = "directory", .target = &directory_, .help = "Where to write them"}};
  }

  base::Result<int> run(const CommonOptions& /*common*/) override {
    std::error_code error;
    fs::create_directories(directory_, error);
    const Commands commands = make_commands();
    TRY(write("tarry", overview_page(commands)));
    for (const auto& command : commands)
      if (!command->hidden()) TRY(write("tarry-" + command->name(), man_page(*command)));
    return 0;
  }

 private:
  base::Status write(const std::string& page, const std::string& text) const {
    return base::write_file((fs::path(directory_) / (page + ".1")).string(), text);
  }

  std::string directory_;
};

}  // namespace

std::unique_ptr<Command> make_man_command() { return std::make_unique<ManCommand>(); }

}  // namespace tarry::cli
