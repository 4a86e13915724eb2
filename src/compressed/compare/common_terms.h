// SPDX-License-Identifier: BSD-3-Clause
// Numbers under which the functions, places, datatypes and communicators of two traces mean the
// same. Each trace numbers its own in the order of first use.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compressed/model/membership.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// The terms of one of the traces. The trace must outlive it.
struct TermsOfTrace {
  const Trace* trace = nullptr;
  std::vector<std::uint32_t> functions;  // by SiteId
  // By SiteId: functions, where those that a replay takes for each other are one.
  std::vector<std::uint32_t> effects;
  std::vector<std::uint32_t> places;     // by SiteId: function and stack
  std::vector<std::uint32_t> datatypes;  // by value of Parameter::Datatype
  // By index into Trace::communicators. Of several with the same members, the first of one trace
  // is the first of the other.
  std::vector<std::uint32_t> communicators;
  std::vector<Memberships> memberships;  // by rank
};

struct CommonTerms {
  TermsOfTrace first;
  TermsOfTrace second;
  std::vector<std::string> names;  // of functions, places, datatypes and communicators, by term
};

CommonTerms common_terms(const Trace& first, const Trace& second);

}  // namespace tarry::compressed
