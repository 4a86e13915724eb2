// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/spawn_command.h"

#include <limits.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/mpi/calls.h"
#include "runtime/mpi/job.h"
#include "runtime/mpi/preloadable.h"
#include "trace/eventlog/settings.h"

namespace tarry::runtime::mpi {
namespace {

// A launcher of MPICH gets each word in a line of its own, of 1024 bytes at most.
constexpr std::size_t kLongestWord = 900;

#ifdef OPEN_MPI
constexpr bool kSearchesCurrentFolder = true;
#else
constexpr bool kSearchesCurrentFolder = false;
#endif

// The value of a hint.
struct Hint {
  char text[PATH_MAX] = "";
  bool given = false;

  Hint(MPI_Info hints, const char* name) {
    int flag = 0;
    if (hints == MPI_INFO_NULL ||
        own::Info_get(hints, name, static_cast<int>(sizeof text - 1), text, &flag) != MPI_SUCCESS)
      return;
    given = flag != 0;
  }
};

// Returns whether the program is one that tarry-start can find and measure.
bool can_be_measured(const char* program, MPI_Info hints) {
  const Hint wd(hints, "wd");
  const Hint wdir(hints, "wdir");
  const bool is_searched = Hint(hints, "path").given && std::strchr(program, '/') == nullptr;
  const bool needs_no_mpi = Hint(hints, "ompi_non_mpi").given;
  if (is_searched || needs_no_mpi) return false;
  const char* const folder = wd.given ? wd.text : wdir.given ? wdir.text : "";
  return is_preloadable(program, folder, kSearchesCurrentFolder);
}

int length_of(char** words) {
  int length = 0;
  if (words != nullptr)
    while (words[length] != nullptr) ++length;
  return length;
}

}  // namespace

MeasuredSpawn::~MeasuredSpawn() {
  for (int i = 0; i < count_; ++i) std::free(arguments_[i]);
  std::free(arguments_);
  std::free(programs_);
  std::free(words_);
}

const char* MeasuredSpawn::prepare(const SpawnPrograms& given, CommKey job, int rank) {
  const core::OnOwnAccount on_own_account;
  if (given.count < 1 || given.programs == nullptr) return "arguments that make no sense";
  for (int i = 0; i < given.count; ++i) {
    if (given.programs[i] == nullptr) return "arguments that make no sense";
    const MPI_Info hints = given.hints == nullptr ? MPI_INFO_NULL : given.hints[i];
    if (!can_be_measured(given.programs[i], hints))
      return "a program that was not found on the host of the call, or cannot be measured";
  }
  const char* why = "no memory";
  const auto count = static_cast<std::size_t>(given.count);
  programs_ = static_cast<char**>(std::calloc(count + 1, sizeof(char*)));
  arguments_ = static_cast<char***>(std::calloc(count + 1, sizeof(char**)));
  if (programs_ == nullptr || arguments_ == nullptr || !copy_words(job, rank, &why)) return why;
  for (int i = 0; i < given.count; ++i)
    if (!add(given, i)) return why;
  return nullptr;
}

// The words end with the variable of the job and "--".
bool MeasuredSpawn::copy_words(CommKey job, int rank, const char** why) {
  const char* const given = std::getenv(trace::eventlog::kStartWordsVariable);
  JobText text;
  if (given == nullptr) {
    *why = "an environment that lacks a variable of tarry-start";
    return false;
  }
  if (!name_next_job(job, rank, text)) {
    *why = "too many generations";
    return false;
  }
  const std::size_t length = std::strlen(given);
  if (length < 3 || std::strcmp(given + length - 3, "\n--") != 0) return false;
  const std::size_t size = length + sizeof text.text + 64;
  words_ = static_cast<char*>(std::malloc(size));
  if (words_ == nullptr) return false;
  std::snprintf(words_, size, "%.*s\n--set\n%s=%s\n--", static_cast<int>(length - 3), given,
                trace::eventlog::kJobVariable, text.text);
  word_count_ = 1;
  std::size_t longest = 0;
  char* begin = words_;
  for (char* at = words_; *at != '\0'; ++at)
    if (*at == '\n') {
      *at = '\0';
      ++word_count_;
      longest = static_cast<std::size_t>(at - begin) > longest
                    ? static_cast<std::size_t>(at - begin)
                    : longest;
      begin = at + 1;
    }
  *why = "a setting that is too long";
  return longest <= kLongestWord;
}

bool MeasuredSpawn::add(const SpawnPrograms& given, int number) {
  char** const old = given.arguments == MPI_ARGVS_NULL ? MPI_ARGV_NULL : given.arguments[number];
  const int old_count = old == MPI_ARGV_NULL ? 0 : length_of(old);
  const auto size = static_cast<std::size_t>(word_count_ + old_count + 1);
  char** const made = static_cast<char**>(std::calloc(size, sizeof(char*)));
  if (made == nullptr) return false;
  arguments_[number] = made;
  ++count_;
  programs_[number] = words_;
  char* word = words_;
  int at = 0;
  for (int i = 1; i < word_count_; ++i) {
    word += std::strlen(word) + 1;
    made[at++] = word;
  }
  made[at++] = given.programs[number];
  for (int i = 0; i < old_count; ++i) made[at++] = old[i];
  return true;
}

}  // namespace tarry::runtime::mpi
