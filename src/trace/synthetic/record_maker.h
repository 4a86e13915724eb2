// SPDX-License-Identifier: BSD-3-Clause
// The records in the timelines of a case: those that a region has by its name and attributes, and
// those that are written themselves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "trace/synthetic/attributes.h"
#include "trace/synthetic/case_builder.h"

namespace tarry::trace::synthetic {

// Something that takes place between two times: a record, or a region with all that is in it.
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
  // `rank` is the process whose requests are meant. The builder must outlive it.
  RecordMaker(CaseBuilder& builder, std::uint32_t rank) : builder_(builder), rank_(rank) {}

  // The records a region has without being asked: see docs/formats/case.md. What belongs to its
  // enter is added to `early`, to its leave to `late`. Errors are noted in the attributes.
  void implied(const std::string& name, Span when, Attributes& attributes, Pieces& early,
               Pieces& late);
  // Those of "kind@time"; false: there is no such kind.
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
