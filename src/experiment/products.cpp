// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/products.h"

#include <algorithm>
#include <array>

#include "base/counted.h"

namespace tarry::experiment {
namespace {

// The parts that are made from event logs, in the order in which they are finished.
constexpr std::array kOfEvents = {Part::Compressed, Part::Archive, Part::Summary};

void tell_that_nothing_was_recorded(const Recorded& recorded) {
  recorded.tell(recorded.manifest.exit_status == 0
                    ? "no process recorded anything: no MPI_Init and no instrumented function was "
                      "reached"
                    : "nothing was recorded before that");
}

}  // namespace

base::Status Products::finish(Recorded& recorded) {
  recorded.has_events = keeps_events();
  if (recorded.has_events && !recorded.experiment.is_unfinished()) {
    tell_that_nothing_was_recorded(recorded);
    for (const Part part : kOfEvents) drop(part);
    drop(Part::Analysis);
    recorded.has_events = false;
  }
  const base::Status events = recorded.has_events ? finish_events(recorded) : base::kOk;
  const base::Status samples = finish_samples(recorded);
  return events.ok() ? samples : events;
}

base::Status Products::finish_events(Recorded& recorded) {
  for (const Part part : kOfEvents)
    if (Product* const product = find(part)) TRY(settle(part, product->gather(recorded), recorded));
  for (const Part part : kOfEvents)
    if (Product* const product = find(part)) TRY(settle(part, product->finish(recorded), recorded));
  return base::kOk;
}

base::Status Products::finish_samples(Recorded& recorded) {
  Product* const samples = find(Part::Samples);
  if (samples == nullptr) return base::kOk;
  if (!recorded.has_events && samples->is_wanted()) return samples->finish(recorded);
  const base::Status finished = recorded.has_events ? samples->finish(recorded) : base::kOk;
  if (!finished.ok()) samples->give_up(finished.error(), recorded);
  if (!finished.ok() || !recorded.has_events) drop(Part::Samples);
  return base::kOk;
}

// Gives the product up if another one is left. The archive is an exception: finishing it can be
// tried again.
base::Status Products::settle(Part part, base::Status status, const Recorded& recorded) {
  if (status.ok()) return base::kOk;
  const bool is_last = std::none_of(kOfEvents.begin(), kOfEvents.end(),
                                    [&](Part other) { return other != part && has(other); });
  if (is_last || part == Part::Archive) return status;
  find(part)->give_up(status.error(), recorded);
  drop(part);
  return base::kOk;
}

base::Status Products::conclude(Recorded& recorded) const {
  for (const auto& product : products_) TRY(product->conclude(recorded, *this));
  return base::kOk;
}

std::string Products::amount(const Recorded& recorded) const {
  const bool only_calls = has(Part::Compressed) && !has(Part::Archive);
  std::string out = base::counted(recorded.manifest.archive->events, !recorded.has_events ? "sample"
                                                                     : only_calls         ? "call"
                                                                                  : "event");
  const Product* const samples = find(Part::Samples);
  if (recorded.has_events && samples != nullptr && samples->is_wanted())
    out += " and " + base::counted(recorded.manifest.sampling->samples, "sample");
  return out;
}

Product* Products::find(Part part) const {
  const auto found = std::find_if(products_.begin(), products_.end(),
                                  [&](const auto& each) { return each->part() == part; });
  return found == products_.end() ? nullptr : found->get();
}

bool Products::keeps_events() const {
  return std::any_of(kOfEvents.begin(), kOfEvents.end(), [this](Part part) { return has(part); });
}

void Products::drop(Part part) {
  std::erase_if(products_, [&](const auto& each) { return each->part() == part; });
}

}  // namespace tarry::experiment
