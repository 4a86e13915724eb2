// SPDX-License-Identifier: BSD-3-Clause
// The loops of a compressed trace as a tree. Ranks that go through the events in the same way are a
// class; each class has a tree of its own by the reading rule (compressed/model/trace.h), and the
// trees of all classes are laid over each other: loops that lie at the same place become one, with
// as many passes as each rank makes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "compressed/emit/formula.h"
#include "compressed/model/trace.h"

namespace tarry::emit {

// Ranks with the same events, loops, and kinds of actions.
struct RankClass {
  std::vector<std::uint32_t> ranks;  // ascending
  std::vector<std::uint32_t> events;
};

// The calls of a class at a place.
struct Part {
  std::uint32_t of = 0;                         // index of the class
  const compressed::Sequence* trips = nullptr;  // of a loop; nullptr: one pass
  Nest nest;                                    // loops around the place
};

struct Place {
  enum class Kind : std::uint8_t { Call, Loop, Branch };
  Kind kind = Kind::Call;
  std::uint32_t event = 0;  // of a call
  std::uint32_t loop = 0;   // number of a loop
  std::vector<Part> parts;  // classes that come here
  std::vector<Place> body;  // of a loop or a branch
};

struct Structure {
  std::vector<RankClass> classes;
  std::vector<Place> places;
  std::uint32_t loops = 0;
};

// The error is a loop whose length changes, which no loop of a language has. The trace must outlive
// the structure. Thread: any.
base::Result<Structure> structure_of(const compressed::Trace& trace);

}  // namespace tarry::emit
