// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/fit_class.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "compressed/extrapolate/class_loops.h"
#include "compressed/extrapolate/class_times.h"
#include "compressed/extrapolate/fit_times.h"
#include "compressed/extrapolate/fit_vector.h"

namespace tarry::compressed {
namespace {

using base::Error;
using base::ErrorCode;

std::string values_text(const Sequence& values) {
  std::string out;
  std::size_t shown = 0;
  std::int64_t value = 0;
  if (values.is_constant(value)) return std::to_string(value);
  for (SequenceCursor cursor(values); !cursor.done() && shown < 8; ++shown)
    out += (shown == 0 ? "" : " ") + std::to_string(cursor.next());
  return "[" + out + (values.size() > 8 ? " ...]" : "]");
}

class ClassFit {
 public:
  // `faults` gets what cannot be fitted; nullptr: the first fault is enough.
  ClassFit(ClassCalls& calls, const CommonNames& names, const std::string& class_name,
           std::vector<ClassFault>* faults)
      : calls_(calls), names_(names), class_name_(class_name), faults_(faults) {}

  base::Result<ClassFormula> run() {
    ClassFormula out;
    out.events.resize(calls_.size());
    const CommonLoops loops = common_loops(calls_);
    if (loops.other) {
      // Calls that a trace lacks may be why its loops are others.
      const auto& [base, loop] = *loops.other;
      if (faults_ != nullptr && check_missing({}).ok())
        faults_->push_back({loop.first, loop.last, {}, 0});
      return Error{ErrorCode::Unsupported,
                   "the traces have other loops at " + place_text(loop.first), base_name(base), ""};
    }
    TRY(check_missing(loops.loops));
    TRY(fit_numbers(loops.loops, out));
    add_times(observed_paths(calls_), out);
    return out;
  }

 private:
  static void add_times(const std::vector<ObservedPath>& paths, ClassFormula& out) {
    for (const ObservedPath& path : paths) out.events[path.event].times.push_back(fit_times(path));
  }

  // Faults of loops go before those of the calls in them, whose values depend on the trips.
  base::Status fit_numbers(const std::vector<CommonLoop>& loops, ClassFormula& out) {
    std::optional<Error> first_error;
    std::vector<std::uint32_t> unfit;
    for (std::uint32_t event = 0; event < calls_.size(); ++event) {
      out.events[event].site = calls_.site(event);
      const base::Status fitted = fit_parameters(event, out.events[event]);
      if (fitted.ok()) continue;
      if (faults_ == nullptr) return fitted;
      if (!first_error) first_error = fitted.error();
      unfit.push_back(event);
    }
    for (const CommonLoop& loop : loops) {
      base::Result<VectorFormula> trips = fit_trips(loop);
      if (trips.ok()) {
        out.events[loop.first].loops.push_back({loop.last, std::move(*trips)});
        continue;
      }
      if (faults_ == nullptr) return trips.error();
      if (!first_error) first_error = trips.error();
      faults_->push_back(loop.fault());
    }
    if (!first_error) return base::kOk;
    if (faults_->empty()) add_unfit(unfit);
    return *first_error;
  }

  // Calls that begin nothing follow those that do.
  void add_unfit(const std::vector<std::uint32_t>& events) {
    const bool has_beginning = std::any_of(
        events.begin(), events.end(), [&](std::uint32_t event) { return begins_something(event); });
    for (const std::uint32_t event : events)
      if (!has_beginning || begins_something(event)) faults_->push_back({event, event, {}, 0});
  }
  [[nodiscard]] bool begins_something(std::uint32_t event) const {
    for (std::size_t base = 0; base < calls_.bases(); ++base) {
      const Event* const own = calls_.event(base, event);
      if (own == nullptr || own->of(Parameter::Kind).empty()) continue;
      const auto& kinds = std::get<Sequence>(own->of(Parameter::Kind).pairs().front().values);
      for (SequenceCursor cursor(kinds); !cursor.done();)
        if (!closes_request(static_cast<ActionKind>(cursor.next()))) return true;
    }
    return false;
  }

  [[nodiscard]] const std::string& base_name(std::size_t base) const {
    return calls_.view(base).base().name;
  }
  [[nodiscard]] const Extents& extents(std::size_t base) const {
    return calls_.view(base).grid().extents();
  }
  [[nodiscard]] std::string place_text(std::uint32_t event) const {
    return names_.text_of(calls_.site(event)) + " of the ranks '" + class_name_ + "'";
  }

  // An event that a trace lacks must be in a loop without trips there.
  base::Status check_missing(const std::vector<CommonLoop>& loops) {
    std::optional<Error> first_error;
    for (std::uint32_t event = 0; event < calls_.size(); ++event)
      for (std::size_t base = 0; base < calls_.bases(); ++base) {
        if (calls_.has(base, event)) continue;
        const bool is_explained =
            std::any_of(loops.begin(), loops.end(), [&](const CommonLoop& loop) {
              return loop.first <= event && event <= loop.last && !has_any(calls_, base, loop);
            });
        if (is_explained) continue;
        if (!first_error)
          first_error = Error{ErrorCode::Unsupported,
                              "the traces are not of one program, or its structure changes with "
                              "the number of ranks: there is no call of " +
                                  place_text(event),
                              base_name(base), "leave that trace out"};
        if (faults_ == nullptr) return *first_error;
        faults_->push_back({event, event, {}, 0});
        break;
      }
    if (first_error) return *first_error;
    return base::kOk;
  }

  base::Result<VectorFormula> fit_trips(const CommonLoop& loop) {
    std::vector<Sequence> made(calls_.bases());
    std::vector<ObservedVector> observed;
    for (std::size_t base = 0; base < calls_.bases(); ++base) {
      const CommonLoop::OfBase& own = loop.bases[base];
      if (!own.is_reached) continue;
      if (own.trips == nullptr) {
        made[base].append(own.each);
        made[base].seal();
      }
      observed.push_back({extents(base), own.trips == nullptr ? &made[base] : own.trips});
    }
    return fitted(observed, "trips", loop.first, NumberKind::Amount);
  }

  [[nodiscard]] base::Result<VectorFormula> fitted(const std::vector<ObservedVector>& observed,
                                                   const std::string& what, std::uint32_t event,
                                                   NumberKind kind) const {
    if (auto found = fit_vector(observed, kind)) return std::move(*found);
    std::string values;
    for (const ObservedVector& each : observed)
      values += (values.empty() ? "" : ", ") + values_text(*each.values) + " on " +
                extents_text(each.extents);
    return Error{ErrorCode::Unsupported,
                 "no formula explains " + what + " of " + place_text(event) + ": " + values, "",
                 ""};
  }

  // Returns what the traces have for a parameter. Traces without values are left out.
  std::vector<ObservedVector> observed(std::uint32_t event, Parameter parameter, PeerForm form) {
    std::vector<ObservedVector> out;
    for (std::size_t base = 0; base < calls_.bases(); ++base) {
      const Event* const own = calls_.event(base, event, form);
      if (own == nullptr || own->of(parameter).empty()) continue;
      const auto& values = std::get<Sequence>(own->of(parameter).pairs().front().values);
      if (!values.empty()) out.push_back({extents(base), &values});
    }
    return out;
  }

  base::Status fit_parameters(std::uint32_t event, EventFormula& out) {
    const std::optional<OffsetSlopes>& offsets = calls_.offsets(calls_.site(event));
    if (!offsets)
      return Error{ErrorCode::Unsupported,
                   "no formula explains how " + std::string(parameter_name(Parameter::At)) +
                       " of " + place_text(event) + " changes from rank to rank",
                   "", ""};
    out.offsets = *offsets;
    for (std::size_t p = 0; p < kParameters; ++p) {
      const auto parameter = static_cast<Parameter>(p);
      if (parameter == Parameter::Peer || parameter == Parameter::PostedPeer ||
          parameter == Parameter::Target)
        continue;
      const auto values = observed(event, parameter, PeerForm::Relative);
      out.has[p] = !values.empty();
      if (values.empty()) continue;
      TRY_ASSIGN(out.parameters[p],
                 fitted(values, std::string(parameter_name(parameter)), event,
                        parameter == Parameter::Root ? NumberKind::Position : NumberKind::Amount));
    }
    return fit_peers(event, out);
  }

  base::Status fit_peers(std::uint32_t event, EventFormula& out) {
    const auto windows = calls_.window_family(calls_.site(event));
    if (windows.are_several)
      return Error{ErrorCode::Unsupported,
                   "windows of several communicators are used at " + place_text(event), "", ""};
    out.window_family = windows.family;
    std::optional<Error> first_error;
    bool has_form = false;
    for (const PeerForm form : kPeerForms) {
      if ((calls_.forms(calls_.site(event)) >> static_cast<unsigned>(form) & 1) == 0) continue;
      has_form = true;
      bool explains = true;
      for (const Parameter parameter :
           {Parameter::Peer, Parameter::PostedPeer, Parameter::Target}) {
        const auto p = static_cast<std::size_t>(parameter);
        const auto values = observed(event, parameter, form);
        out.has[p] = !values.empty();
        if (values.empty()) continue;
        base::Result<VectorFormula> peers =
            fitted(values, std::string(parameter_name(parameter)), event, NumberKind::Position);
        explains = explains && peers.ok();
        if (!peers.ok() && !first_error) first_error = peers.error();
        if (peers.ok()) out.parameters[p] = std::move(*peers);
      }
      out.peers = form;
      if (explains) return base::kOk;
    }
    if (!has_form)
      return Error{
          ErrorCode::Unsupported,
          "the partners of " + place_text(event) + " are equal in other forms in each trace", "",
          ""};
    return *first_error;
  }

  ClassCalls& calls_;
  const CommonNames& names_;
  const std::string& class_name_;
  std::vector<ClassFault>* faults_;
};

}  // namespace

base::Result<ClassFormula> fit_class(ClassCalls& calls, const CommonNames& names,
                                     const std::string& class_name,
                                     std::vector<ClassFault>* faults) {
  return ClassFit(calls, names, class_name, faults).run();
}

}  // namespace tarry::compressed
