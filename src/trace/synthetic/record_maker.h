// SPDX-License-Identifier: BSD-3-Clause
// The records in the timelines of a case: those that a region's name and attributes imply, and
// those that are written out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "trace/synthetic/attributes.h"
#include "trace/synthetic/case_builder.h"

namespace tarry::trace::synthetic {

// Something between two times: a record, or a region with everything in it.
struct Piece {
  Ticks begin;
  Ticks end;
  std::vector<Event> events;
};
using Pieces = std::vector<Piece>;

struct Span {
  Ticks begin;
  std::optional<Ticks> end;  // none: "?", the leave is missing
};

Event event_at(Event::Kind kind, Ticks time);

class RecordMaker {
 public:
  // `rank` is the process whose requests are meant. The builder must outlive the RecordMaker.
  RecordMaker(CaseBuilder& builder, std::uint32_t rank) : builder_(builder), rank_(rank) {}

  // Adds the records that a region implies: see docs/formats/case.md. Records that belong to its
  // enter go to `early`, those that belong to its leave to `late`. Errors are noted in the
  // attributes.
  void implied(const std::string& name, Span when, Attributes& attributes, Pieces& early,
               Pieces& late);
  // Adds the records of "kind@time"; returns false if there is no such kind.
  bool made(const std::string& kind, Ticks at, Attributes& attributes, Pieces& out);

 private:
  void point_to_point(Span when, Ticks end, Attributes& attributes, Pieces& early, Pieces& late);
  void send(Attributes& attributes, Ticks at, Pieces& out);
  void receive(Attributes& attributes, Ticks at, Pieces& out);
  void nonblocking_collective(Attributes& attributes, std::optional<model::CollectiveOp> op,
                              Ticks at, Pieces& out);
  void complete(Attributes& attributes, Ticks at, model::RequestId id, Pieces& out);
  void remember(model::RequestId id, PendingRequest request);

  CaseBuilder& builder_;
  std::uint32_t rank_;
};

}  // namespace tarry::trace::synthetic
