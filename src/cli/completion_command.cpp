// SPDX-License-Identifier: BSD-3-Clause
// tarry completion: prints scripts with which shells complete the command line of tarry. The verb
// is hidden; the build calls it for share/bash-completion and share/zsh.
#include <fmt/core.h>

#include "cli/command.h"
#include "cli/completion.h"

namespace tarry::cli {
namespace {

class CompletionCommand final : public Command {
 public:
  std::string name() const override { return "completion"; }
  std::string summary() const override { return "Print the completion for a shell"; }
  std::vector<std::string> description() const override {
    return {"Prints a script that completes commands and options of tarry."};
  }
  std::vector<Example> examples() const override {
    return {{"source <(tarry completion bash)", "complete in this shell"},
            {"tarry completion zsh > ~/.zsh/_tarry", "for a folder in zsh's fpath"}};
  }
  bool hidden() const override { return true; }

  OptionTable options() override {
    return {{.names = "shell",
             .target = &shell_,
             .help = "The shell: bash or zsh",
             .choices = {"bash", "zsh"}}};
  }

  base::Result<int> run(const CommonOptions& /*common*/) override {
    const Commands commands = make_commands();
    fmt::print("{}", shell_ == "bash" ? bash_completion(commands) : zsh_completion(commands));
    return 0;
  }

 private:
  std::string shell_;
};

}  // namespace

std::unique_ptr<Command> make_completion_command() { return std::make_unique<CompletionCommand>(); }

}  // namespace tarry::cli
