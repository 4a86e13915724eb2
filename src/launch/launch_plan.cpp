// SPDX-License-Identifier: BSD-3-Clause
#include "launch/launch_plan.h"

#include "base/parse_number.h"
#include "launch/launch_syntax.h"

namespace tarry::launch {
namespace {

using IsProgram = std::function<bool(const std::string&)>;

std::optional<std::uint32_t> number(std::string_view text) {
  const auto value = base::number_in<std::uint32_t>(text);
  return value != 0 ? value : std::nullopt;
}

bool is_assignment(const std::string& word) {
  const std::size_t equals = word.find('=');
  return equals != std::string::npos && equals > 0 &&
         word.find('/') >= equals;  // ./a=b is a program
}

// Goes once over the command line. `program_` collects what the options so far say about the
// program.
class Planner {
 public:
  Planner(const std::vector<std::string>& words, const IsProgram& is_program)
      : words_(words), is_program_(is_program) {
    plan_.words = words;
  }

  base::Result<LaunchPlan> plan() {
    TRY(one_program());
    while (separator_ < words_.size()) {  // options of the same launcher follow a ':'
      at_ = separator_ + 1;
      separator_ = words_.size();
      program_ = {};
      options_of(*launcher_);
      TRY(one_program());
    }
    return std::move(plan_);
  }

 private:
  // Goes from wrappers and launchers, if any, to the program itself.
  base::Status one_program() {
    while (at_ < words_.size()) {
      const LaunchSyntax* syntax = find_syntax(words_[at_]);
      const bool second_launcher =
          syntax != nullptr && syntax->kind == SyntaxKind::Launcher && plan_.has_launcher;
      if (syntax == nullptr || second_launcher) return found();
      if (syntax->kind == SyntaxKind::Launcher) {
        plan_.has_launcher = true;
        plan_.launcher = words_[at_];
        launcher_ = syntax;
      }
      ++at_;
      options_of(*syntax);
      at_ += static_cast<std::size_t>(syntax->positionals);
    }
    const std::string last = words_.empty() ? "tarry record" : words_.front();
    return base::Error{base::ErrorCode::Usage, "no program given after '" + last + "'", "",
                       "tarry record mpirun -n 4 ./program"};
  }

  base::Status found() {
    program_.word = at_;
    program_.name = words_[at_];
    plan_.programs.push_back(program_);
    if (launcher_ != nullptr && launcher_->many_programs)
      for (separator_ = at_; separator_ < words_.size() && words_[separator_] != ":";) ++separator_;
    else
      separator_ = words_.size();
    return base::kOk;
  }

  void options_of(const LaunchSyntax& syntax) {
    for (; at_ < words_.size(); ++at_) {
      const std::string& word = words_[at_];
      if (word == "--") {
        ++at_;
        return;
      }
      if (syntax.assignments && is_assignment(word)) continue;
      if (word.size() < 2 || word[0] != '-') return;
      option(syntax, word);
    }
  }

  // Leaves at_ at the last word that belongs to the option.
  void option(const LaunchSyntax& syntax, const std::string& word) {
    const bool is_long = word.starts_with("--");
    std::string name = word.substr(is_long ? 2 : 1);
    const std::size_t equals = name.find('=');
    if (equals != std::string::npos) {
      note(syntax, name.substr(0, equals), name.substr(equals + 1));
    } else if (in_list(syntax.two_values, name)) {
      at_ += 2;
    } else if (in_list(syntax.one_value, name)) {
      ++at_;
      if (at_ < words_.size()) note(syntax, name, words_[at_]);
    } else if (syntax.attached && !is_long && name.size() > 1) {
      note(syntax, name.substr(0, 1), name.substr(1));
    } else if (!in_list(syntax.no_value, name) && next_is_value()) {
      ++at_;
    }
  }

  // Decides about an unknown option: the next word is its value if it is neither an option nor a
  // program.
  [[nodiscard]] bool next_is_value() const {
    if (at_ + 2 >= words_.size()) return false;  // a word must remain for the program
    const std::string& next = words_[at_ + 1];
    return next[0] != '-' && find_syntax(next) == nullptr && !is_program_(next);
  }

  void note(const LaunchSyntax& syntax, const std::string& name, const std::string& value) {
    if (in_list(syntax.ranks, name)) program_.ranks = number(value);
    if (in_list(syntax.directory, name)) program_.directory = value;
  }

  const std::vector<std::string>& words_;
  const IsProgram& is_program_;
  LaunchPlan plan_;
  PlannedProgram program_;
  const LaunchSyntax* launcher_ = nullptr;
  std::size_t at_ = 0;
  std::size_t separator_ = 0;
};

}  // namespace

std::optional<std::uint32_t> LaunchPlan::ranks() const {
  if (!has_launcher) return 1;
  std::uint32_t sum = 0;
  for (const PlannedProgram& program : programs) {
    if (!program.ranks) return std::nullopt;
    sum += *program.ranks;
  }
  return sum;
}

std::vector<std::string> LaunchPlan::with_prefixes(
    const std::vector<std::vector<std::string>>& prefixes) const {
  std::vector<std::string> out;
  std::size_t next = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (next < programs.size() && programs[next].word == i) {
      out.insert(out.end(), prefixes[next].begin(), prefixes[next].end());
      ++next;
    }
    out.push_back(words[i]);
  }
  return out;
}

base::Result<LaunchPlan> plan_launch(const std::vector<std::string>& words,
                                     const IsProgram& is_program) {
  return Planner(words, is_program).plan();
}

}  // namespace tarry::launch
