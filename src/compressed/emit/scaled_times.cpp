// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/scaled_times.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "compressed/emit/computation.h"
#include "compressed/emit/law_text.h"
#include "compressed/model/cursor.h"
#include "compressed/replay/call_role.h"

namespace tarry::emit {
namespace {

using compressed::EventFormula;
using compressed::FormulaTrace;
using compressed::RankLaw;
using compressed::TimeFit;
using compressed::TimesFormula;

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
  ScaledLoad load;
  double calls = 0;  // of one rank
};

ScaledTime reference_time(const TimesFormula& times) {
  if (times.steady_mean) return {*times.steady_mean, 0, 0};
  const std::optional<std::size_t> part = times.law.reference();
  return time_of((part ? times.parts[*part].before : times.before).mean());
}

ScaledTime time_of_part(const TimesFormula& times, const compressed::TimesOfPart& part) {
  if (part.by_mean) return *part.by_mean * reference_time(times);
  return time_of((part.before.empty() ? times.before : part.before).mean());
}

// Adds the times of some calls.
void add(ScaledLoad& load, double calls, const TimesFormula& times) {
  const ScaledTime mean = calls * time_of(times.before.mean());
  load.mean += mean;
  if (times.law.kind == RankLaw::Kind::Even) {
    load.even += mean;
    return;
  }
  auto known = std::find_if(load.more.begin(), load.more.end(), [&](const ScaledParts& each) {
    return each.law.text() == times.law.text();
  });
  if (known == load.more.end())
    known = load.more.insert(known, {times.law, std::vector<ScaledTime>(times.parts.size())});
  for (std::size_t i = 0; i < times.parts.size(); ++i)
    known->parts[i] += calls * time_of_part(times, times.parts[i]);
}

void divide(ScaledLoad& load, double calls) {
  load.mean = 1.0 / calls * load.mean;
  load.even = 1.0 / calls * load.even;
  for (ScaledParts& each : load.more)
    for (ScaledTime& part : each.parts) part = 1.0 / calls * part;
}

std::string text_of(const ScaledLoad& load) {
  std::string text = text_of(load.even);
  for (const ScaledParts& each : load.more) {
    std::vector<std::string> parts;
    for (const ScaledTime& part : each.parts) {
      parts.push_back(text_of(part));
      if (parts.back().find(' ') != std::string::npos) parts.back() = "(" + parts.back() + ")";
    }
    const std::string law = law_text(each.law, parts);
    text = text == "0" ? law : plus(text, law);
  }
  return text;
}

}  // namespace

ScaledTimes scaled_times(const Skeleton& skeleton, const FormulaTrace& formulas) {
  const auto ranks = static_cast<double>(formulas.bases.back().ranks());
  std::map<const EventFormula*, Measured> measured;
  double all = 0;
  for (std::uint32_t i = 0; i < skeleton.formulas.size(); ++i) {
    // Events of the class by those of the skeleton.
    std::map<std::uint32_t, const EventFormula*> of_class;
    std::map<compressed::SiteId, compressed::SiteId>
        sites;  // of the formulas, by those of the skeleton
    std::size_t next = 0;
    for (std::uint32_t e = 0; e < skeleton.trace.events.size(); ++e) {
      if (!skeleton.trace.events[e].ranks.contains(i)) continue;
      of_class[e] = skeleton.formulas[i][next++];
      sites[skeleton.trace.events[e].site] = of_class[e]->site;
    }
    compressed::Cursor cursor(skeleton.trace, i);
    std::map<std::pair<std::uint32_t, compressed::SiteId>, double> paths;
    for (compressed::CursorCall call; cursor.next(call);) ++paths[{call.event, call.predecessor}];
    for (const auto& [path, calls] : paths) {
      const EventFormula* const event = of_class[path.first];
      const std::string& function = skeleton.trace.sites[event->site.index()].function;
      if (replay::call_role(function) == replay::CallRole::Starts) continue;
      const auto known = sites.find(path.second);
      const compressed::SiteId predecessor = known == sites.end() ? path.second : known->second;
      for (const TimesFormula& times : event->times) {
        if (times.predecessor != predecessor || times.before.empty()) continue;
        Measured& to = measured[event];
        add(to.load, calls, times);
        to.calls += calls;
        all += calls * at(time_of(times.before.mean()), ranks);
      }
    }
  }
  std::vector<std::pair<double, const EventFormula*>> order;
  for (auto& [event, each] : measured) {
    order.emplace_back(at(each.load.mean, ranks), event);
    divide(each.load, each.calls);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  ScaledTimes out;
  double left = all * kShareThatMatters;
  for (const auto& [sum, event] : order) {
    if (left <= 0 || sum <= 0) break;
    out[event] = std::move(measured[event].load);
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
    std::vector<std::pair<std::uint32_t, ScaledLoad>> by_class;
    double least = INFINITY, most = 0;
    bool are_even = true;
    ScaledTime sum;
    for (const std::uint32_t i : classes.ranks()) {
      const auto found = times.find(skeleton.formulas[i][next[i]++]);
      const ScaledLoad load = found == times.end() ? ScaledLoad{} : found->second;
      by_class.emplace_back(i, load);
      least = std::min(least, at(load.mean, ranks));
      most = std::max(most, at(load.mean, ranks));
      are_even &= load.more.empty();
      sum += load.mean;
    }
    if (most <= 0) continue;
    const auto choice = [&](const RankSet& of, const std::string& time) {
      const std::int64_t symbol = scale.symbols().expression(time);
      out[e].choices.push_back({of, {{symbol}, {}, false, false}});
    };
    if (are_even && most < least * kLeastRatio) {
      choice(classes, text_of(1.0 / static_cast<double>(by_class.size()) * sum));
      continue;
    }
    for (const auto& [i, load] : by_class) choice(RankSet::of_sorted({i}), text_of(load));
  }
  return out;
}

}  // namespace tarry::emit
