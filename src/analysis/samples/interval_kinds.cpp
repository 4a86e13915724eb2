// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/samples/interval_kinds.h"

#include <algorithm>

namespace tarry::analysis {
namespace {

constexpr double kUnknownWeight = 8.0;  // it applies while no interval has two samples
constexpr double kLeastWeight = 1.0, kMostWeight = 1000.0;

double to_double(std::uint64_t count) { return static_cast<double>(count); }

}  // namespace

void KindSamples::add(const KindSamples& other) {
  for (const auto& [path, count] : other.by_path) by_path[path] += count;
  weight += other.weight;
  pairs += other.pairs;
  equal_pairs += other.equal_pairs;
}

// If intervals differ, samples of one interval agree more often than any two of the kind. That
// difference gives the weight (method of moments of the Dirichlet-multinomial distribution).
double KindSamples::prior_samples() const {
  if (pairs == 0) return kUnknownWeight;
  double equal = 0.0;
  for (const auto& [path, part] : by_path) equal += to_double(part) * to_double(part);
  equal /= to_double(weight) * to_double(weight);
  if (equal >= 1.0) return kMostWeight;
  const double within = to_double(equal_pairs) / to_double(pairs);
  const double alike = (within - equal) / (1.0 - equal);
  if (alike <= 0.0) return kMostWeight;
  return std::clamp((1.0 - alike) / alike, kLeastWeight, kMostWeight);
}

const KindSamples* IntervalKinds::find(const IntervalKind& kind) const {
  const auto found = kinds_.find(kind);
  return found != kinds_.end() ? &found->second : nullptr;
}

workers::Bytes IntervalKinds::pack() const {
  workers::Bytes out;
  for (const auto& [kind, samples] : kinds_) {
    workers::append(out, kind);
    workers::append(out, samples.weight);
    workers::append(out, samples.pairs);
    workers::append(out, samples.equal_pairs);
    workers::append(out, std::uint64_t{samples.by_path.size()});
    for (const auto& [path, part] : samples.by_path) {
      workers::append(out, part);
      workers::append(out, path.left);
      workers::append(out, std::uint64_t{path.entered.size()});
      workers::append_all(out, std::span<const model::RegionId>(path.entered));
    }
  }
  return out;
}

void IntervalKinds::add_packed(const workers::Bytes& message) {
  for (workers::MessageReader reader(message); !reader.at_end();) {
    const auto kind = reader.take<IntervalKind>();
    KindSamples samples;
    samples.weight = reader.take<std::uint64_t>();
    samples.pairs = reader.take<std::uint64_t>();
    samples.equal_pairs = reader.take<std::uint64_t>();
    for (auto paths = reader.take<std::uint64_t>(); paths != 0; --paths) {
      const auto part = reader.take<std::uint64_t>();
      SampledPath path;
      path.left = reader.take<std::uint32_t>();
      path.entered.resize(reader.take<std::uint64_t>());
      reader.take_all(std::span(path.entered));
      samples.by_path.emplace(std::move(path), part);
    }
    add(kind, samples);
  }
}

}  // namespace tarry::analysis
