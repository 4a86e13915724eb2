// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/collective.h"

#include <algorithm>
#include <string_view>

#include "model/metric.h"

namespace tarry::analysis {

using model::Ticks;

namespace {

namespace metric = model::metric;

constexpr WaitKind kind_of(std::string_view costs) {
#define TARRY_WAIT_KIND(kind, word, ...) \
  if (costs == #word) return WaitKind::kind;
#include "model/wait_kinds.def"
  return WaitKind::Other;
}

constexpr model::MetricId completion_of(CollectiveShape shape) {
#define TARRY_COLLECTIVE_COMPLETION(waiting, completion) \
  if (shape == CollectiveShape::waiting) return metric::completion;
#include "model/collective_patterns.def"
  return metric::none;
}

constexpr CollectivePattern kCollectivePatterns[] = {
#define TARRY_COLLECTIVE_PATTERN(shape, evaluate, wait, kind, place, costs) \
  {CollectiveShape::shape,                                                  \
   kind_of(#costs),                                                         \
   std::string_view(#kind) == "Waits",                                      \
   evaluate,                                                                \
   metric::wait,                                                            \
   completion_of(CollectiveShape::shape)},
#include "model/collective_patterns.def"
};

}  // namespace

const CollectivePattern* collective_pattern(model::CollectiveOp op) {
  for (const CollectivePattern& pattern : kCollectivePatterns)
    if (pattern.shape == info(op).shape) return &pattern;
  return nullptr;
}

void charge_wait(CollectiveMember& member, Ticks cause) {
  member.wait = base::positive_part(std::min(cause, member.end) - member.waiting_from);
  member.late_cause = cause > member.end;
}

void charge_completion(CollectiveMember& member, Ticks cause, Ticks first_end) {
  const Ticks waited_until = std::min(cause, member.end);
  member.completion = base::positive_part(member.end - std::max(first_end, waited_until));
}

}  // namespace tarry::analysis
