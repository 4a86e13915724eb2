// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/scaled_times.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "compressed/model/cursor.h"
#include "compressed/replay/call_role.h"

namespace tarry::emit {
namespace {

using compressed::EventFormula;
using compressed::FormulaTrace;
using compressed::TimeFit;
using compressed::TimesFormula;

constexpr double kShareThatMatters = 0.99;
constexpr double kLeastRatio = 1.2;

ScaledTime time_of(const TimeFit& fit) {
  switch (fit.model) {
    case compressed::TimeModel::Constant:
      return {fit.b, 0, 0};
    case compressed::TimeModel::Inverse:
      return {0, fit.a, 0};
    case compressed::TimeModel::Linear:
      return {fit.b, 0, fit.a};
    case compressed::TimeModel::InverseOffset:
      return {fit.b, fit.a, 0};
  }
  return {};
}

ScaledTime& operator+=(ScaledTime& sum, const ScaledTime& other) {
  sum.constant += other.constant;
  sum.inverse += other.inverse;
  sum.linear += other.linear;
  return sum;
}

ScaledTime operator*(double by, const ScaledTime& time) {
  return {by * time.constant, by * time.inverse, by * time.linear};
}

double at(const ScaledTime& time, double ranks) {
  return std::max(0.0, time.constant + time.inverse / ranks + time.linear * ranks);
}

std::string number_text(double value) {
  char out[32];
  std::snprintf(out, sizeof out, std::abs(value) >= 1e6 ? "%.4g" : "%.0f", value);
  return out;
}

std::string text_of(const ScaledTime& time) {
  std::string text;
  const auto add = [&](double factor, const char* behind) {
    const std::string number = number_text(factor);
    if (number == "0" || number == "-0") return;
    text = text.empty() ? number : plus(text, number);
    text += behind;
  };
  add(time.constant, "");
  add(time.inverse, " / size");
  if (std::abs(time.linear) >= 1) add(time.linear, " * size");
  return text.empty() ? "0" : text;
}

// The times and calls of the events of one class.
struct Measured {
  ScaledTime mean;
  double calls = 0;  // of one rank
};

}  // namespace

ScaledTimes scaled_times(const Skeleton& skeleton, const FormulaTrace& formulas) {
  const auto ranks = static_cast<double>(formulas.bases.back().ranks());
  std::map<const EventFormula*, Measured> measured;
  double all = 0;
  for (std::uint32_t i = 0; i < skeleton.formulas.size(); ++i) {
    // Events of the class by those of the skeleton.
    std::map<std::uint32_t, const EventFormula*> of_class;
    std::size_t next = 0;
    for (std::uint32_t e = 0; e < skeleton.trace.events.size(); ++e)
      if (skeleton.trace.events[e].ranks.contains(i)) of_class[e] = skeleton.formulas[i][next++];
    compressed::Cursor cursor(skeleton.trace, i);
    std::map<std::pair<std::uint32_t, compressed::SiteId>, double> paths;
    for (compressed::CursorCall call; cursor.next(call);) ++paths[{call.event, call.predecessor}];
    for (const auto& [path, calls] : paths) {
      const EventFormula* const event = of_class[path.first];
      const std::string& function = skeleton.trace.sites[event->site.index()].function;
      if (replay::call_role(function) == replay::CallRole::Starts) continue;
      for (const TimesFormula& times : event->times) {
        if (times.predecessor != path.second || times.before.empty()) continue;
        Measured& to = measured[event];
        to.mean += calls * time_of(times.before.mean());
        to.calls += calls;
        all += calls * at(time_of(times.before.mean()), ranks);
      }
    }
  }
  std::vector<std::pair<double, const EventFormula*>> order;
  for (auto& [event, each] : measured) {
    order.emplace_back(at(each.mean, ranks), event);
    each.mean = 1.0 / each.calls * each.mean;
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  ScaledTimes out;
  double left = all * kShareThatMatters;
  for (const auto& [sum, event] : order) {
    if (left <= 0 || sum <= 0) break;
    out[event] = measured[event].mean;
    left -= sum;
  }
  return out;
}

std::vector<Value> values_of(const ScaledTimes& times, const Skeleton& skeleton, Scale& scale) {
  std::vector<Value> out(skeleton.trace.events.size());
  const auto ranks = static_cast<double>(scale.formulas().bases.back().ranks());
  std::vector<std::size_t> next(skeleton.formulas.size(), 0);
  for (std::size_t e = 0; e < out.size(); ++e) {
    const RankSet& classes = skeleton.trace.events[e].ranks;
    std::vector<std::pair<std::uint32_t, ScaledTime>> by_class;
    double least = INFINITY, most = 0;
    ScaledTime sum;
    for (const std::uint32_t i : classes.ranks()) {
      const auto found = times.find(skeleton.formulas[i][next[i]++]);
      const ScaledTime time = found == times.end() ? ScaledTime{} : found->second;
      by_class.emplace_back(i, time);
      least = std::min(least, at(time, ranks));
      most = std::max(most, at(time, ranks));
      sum += time;
    }
    if (most <= 0) continue;
    const auto choice = [&](const RankSet& of, const ScaledTime& time) {
      const std::int64_t symbol = scale.symbols().expression(text_of(time));
      out[e].choices.push_back({of, {{symbol}, {}, false, false}});
    };
    if (most < least * kLeastRatio) {
      choice(classes, 1.0 / static_cast<double>(by_class.size()) * sum);
      continue;
    }
    for (const auto& [i, time] : by_class) choice(RankSet::of_sorted({i}), time);
  }
  return out;
}

}  // namespace tarry::emit
