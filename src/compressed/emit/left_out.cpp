// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/left_out.h"

#include "base/counted.h"

namespace tarry::emit {

using replay::CallRole;

CallRole benchmark_role(const std::string& function) {
  return function == "MPI_Win_test" ? CallRole::OneSided : replay::call_role(function);
}

bool is_made(CallRole role, bool acts, bool remote) {
  if (role == CallRole::OneSided || role == CallRole::OnFile) return acts && remote;
  return role == CallRole::Polls || role == CallRole::Communicates ||
         (role == CallRole::Computes && acts);
}

void LeftOut::add_place(const std::string& function) {
  if (function == "MPI_Comm_rank" || function == "MPI_Comm_size") return;
  const CallRole role = benchmark_role(function);
  if (function == "MPI_Win_test")
    ++places_[function + " is left out: it found that the epoch had not ended"];
  else if (role == CallRole::OneSided || role == CallRole::OnFile)
    ++places_[function +
              " is left out: one-sided operations and files are generated from a trace that says"
              " all of them"];
  else if (role == CallRole::Unsupported)
    ++places_[function + " is left out: it is not generated"];
  else if (role == CallRole::Synchronises && function.find("robe") != std::string::npos)
    ++places_[function + " is left out: the receive behind it waits as long"];
  else if (role == CallRole::Synchronises)
    ++places_[function + " is left out: communicators are made at the beginning"];
  else
    ++places_[function + " is left out: it does not communicate"];
}

std::vector<std::string> LeftOut::notes() const {
  std::vector<std::string> out;
  for (const auto& [what, count] : places_)
    out.push_back(what + " (" + base::counted(count, "place") + ").");
  if (tests_in_vain_ > 0)
    out.push_back(
        "Tests that found nothing ready are left out, as no loop makes as many as the "
        "traced run did (" +
        base::counted(tests_in_vain_, "call") + ").");
  return out;
}

}  // namespace tarry::emit
