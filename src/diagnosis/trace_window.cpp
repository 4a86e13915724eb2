// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/trace_window.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "diagnosis/evidence/activations.h"
#include "diagnosis/evidence/thresholds.h"
#include "diagnosis/mpi_span.h"
#include "diagnosis/symptom_paths.h"

namespace tarry::diagnosis {
namespace {

using samples::ThreadSamples;

struct Part {
  Time begin{0};
  Time end{0};
  Time loss{0};         // loss of an average rank
  Time phase_begin{0};  // begin of the phase for an imbalance; else `begin`
};

// One visit of the symptom.
struct Visit {
  Time begin{0};
  Time end{0};
};

// Returns by frame the path of the symptom that it is or is below.
std::vector<FrameId> symptom_of_frames(const Diagnosis& diagnosis, const Finding& finding) {
  const samples::CallingContextTree& paths = diagnosis.paths;
  std::vector<FrameId> out(paths.size());
  for (const FrameId path : symptom_paths(diagnosis, finding)) out[path.index()] = path;
  for (std::uint32_t at = 1; at < paths.size(); ++at) {  // callers come before what they call
    const FrameId caller = out[paths.parent(FrameId{at}).index()];
    if (caller.valid()) out[at] = caller;
  }
  return out;
}

// `each_sample`: calls are so short that an apparent single call is several.
std::vector<Visit> visits_of(const Diagnosis& diagnosis, const Finding& finding,
                             const ThreadSamples& thread, bool each_sample) {
  const std::vector<FrameId> symptom = symptom_of_frames(diagnosis, finding);
  const std::vector<Stay> stays = stays_of(thread);
  const Activations activations(diagnosis.paths, diagnosis.initial, {});
  std::vector<Visit> out;
  FrameId before;
  for (std::size_t at = 0; at < stays.size(); ++at) {
    const FrameId here = symptom[stays[at].leaf.index()];
    const samples::Sample& sample = thread.samples[at];
    const bool goes_on = here.valid() && here == before && !each_sample &&
                         activations.depth_that_stayed(diagnosis.paths, thread.samples[at - 1],
                                                       sample) >= diagnosis.paths.depth(here);
    if (goes_on)
      out.back().end = stays[at].end;
    else if (here.valid())
      out.push_back({stays[at].begin, stays[at].end});
    before = here;
  }
  return out;
}

// Returns the first phase that ends after `time`.
std::size_t phase_at(const Diagnosis& diagnosis, Time time) {
  const auto found =
      std::upper_bound(diagnosis.phases.begin(), diagnosis.phases.end(), time,
                       [](Time moment, const Phase& phase) { return moment < phase.end; });
  return static_cast<std::size_t>(found - diagnosis.phases.begin());
}

std::vector<Part> calls_as_parts(const Diagnosis& diagnosis,
                                 const std::vector<ThreadSamples>& threads,
                                 const Finding& finding) {
  std::vector<Part> out;
  for (const ThreadSamples& thread : threads)
    for (const Visit& visit :
         visits_of(diagnosis, finding, thread, finding.issue == Issue::FrequentCommunication)) {
      const std::size_t phase = phase_at(diagnosis, TimeRange{visit.begin, visit.end}.middle());
      if (phase == diagnosis.phases.size() || diagnosis.phases[phase].kind != finding.phase_kind)
        continue;
      const Time loss = (visit.end - visit.begin) / static_cast<Time::rep>(threads.size());
      out.push_back({visit.begin, visit.end, loss, visit.begin});
    }
  return out;
}

// The sums of the visits of all threads in one phase.
struct PhaseWait {
  Time sum{0};
  Time least = Time::max();
  Time first_begin = Time::max();
};

void add_thread(const Diagnosis& diagnosis, const std::vector<Visit>& visits,
                std::vector<PhaseWait>& waits) {
  std::vector<Time> own(waits.size());
  for (const Visit& visit : visits)
    for (std::size_t at = phase_at(diagnosis, visit.begin);
         at < waits.size() && diagnosis.phases[at].begin < visit.end; ++at) {
      const Time begin = std::max(visit.begin, diagnosis.phases[at].begin);
      own[at] += std::min(visit.end, diagnosis.phases[at].end) - begin;
      waits[at].first_begin = std::min(waits[at].first_begin, begin);
    }
  for (std::size_t at = 0; at < waits.size(); ++at) {
    waits[at].sum += own[at];
    waits[at].least = std::min(waits[at].least, own[at]);
  }
}

// Returns the part of a phase that is in `span`, or all of it if that part is empty.
MpiSpan within(const MpiSpan& span, const Phase& phase) {
  const MpiSpan out{std::max(phase.begin, span.begin), std::min(phase.end, span.end)};
  return out.begin < out.end ? out : MpiSpan{phase.begin, phase.end};
}

// Returns the phases with a loss as parts, without time outside of `span`. A part that is too long
// begins where the first rank waits.
std::vector<Part> phases_as_parts(const Diagnosis& diagnosis,
                                  const std::vector<ThreadSamples>& threads, const Finding& finding,
                                  const MpiSpan& span, Time longest) {
  std::vector<PhaseWait> waits(diagnosis.phases.size());
  for (const ThreadSamples& thread : threads)
    add_thread(diagnosis, visits_of(diagnosis, finding, thread, false), waits);
  std::vector<Part> out;
  for (std::size_t at = 0; at < waits.size(); ++at) {
    const Phase& phase = diagnosis.phases[at];
    if (phase.kind != finding.phase_kind) continue;
    const Time loss = waits[at].sum / static_cast<Time::rep>(threads.size()) - waits[at].least;
    if (loss <= Time{0}) continue;
    const MpiSpan own = within(span, phase);
    const bool fits = own.end - own.begin <= longest;
    out.push_back(
        {fits ? own.begin : std::max(own.begin, waits[at].first_begin), own.end, loss, own.begin});
  }
  return out;
}

// Returns phases as parts when the time of the loss in them is unknown.
std::vector<Part> whole_phases(const Diagnosis& diagnosis, const Finding& finding,
                               const MpiSpan& span) {
  std::vector<Part> out;
  for (const Phase& phase : diagnosis.phases) {
    const MpiSpan own = within(span, phase);
    if (phase.kind == finding.phase_kind) out.push_back({own.begin, own.end, {}, own.begin});
  }
  return out;
}

Time loss_of(const std::vector<Part>& parts) {
  return std::accumulate(parts.begin(), parts.end(), Time{0},
                         [](Time sum, const Part& part) { return sum + part.loss; });
}

// Returns the parts within some span of `longest` that have the largest loss together. No part is
// longer than `longest`.
std::vector<Part> worst_within(std::vector<Part> parts, Time longest) {
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::vector<std::size_t> by_end(parts.size());
  std::iota(by_end.begin(), by_end.end(), std::size_t{0});
  std::stable_sort(by_end.begin(), by_end.end(),
                   [&](std::size_t a, std::size_t b) { return parts[a].end < parts[b].end; });
  Time inside{0};
  Time most{-1};
  std::size_t best = 0;
  std::size_t next = 0;  // in by_end: the first part that ends too late
  for (std::size_t first = 0; first < parts.size(); ++first) {
    for (; next < by_end.size() && parts[by_end[next]].end - parts[first].begin <= longest; ++next)
      if (by_end[next] >= first) inside += parts[by_end[next]].loss;
    if (inside > most) {
      most = inside;
      best = first;
    }
    inside -= parts[first].loss;
  }
  std::vector<Part> out;
  for (std::size_t at = best; at < parts.size(); ++at)
    if (parts[at].end - parts[best].begin <= longest) out.push_back(parts[at]);
  return out;
}

// Returns a window around `parts`, whose free time is within `span`.
TraceWindow window_around(const MpiSpan& span, const std::vector<Part>& parts, Time length) {
  TraceWindow out;
  Time end = parts.front().end;
  for (const Part& part : parts) end = std::max(end, part.end);
  const Time begin = parts.front().begin;
  const Time last = std::max(span.end, end);
  out.begin = begin - std::max(Time{0}, length - (end - begin)) / 2;
  out.begin = std::max(std::min(out.begin, last - length), std::min(span.begin, begin));
  out.end = std::min(out.begin + length, last);
  out.left_out = std::max(Time{0}, out.begin - parts.front().phase_begin);
  return out;
}

// Returns the loss of those parts that lie in the window as a whole.
double seconds_within(const TraceWindow& window, const std::vector<Part>& parts) {
  Time sum{0};
  for (const Part& part : parts)
    if (part.begin >= window.begin && part.end <= window.end) sum += part.loss;
  return std::chrono::duration<double>(sum).count();
}

// Returns the window of the parts with the largest loss together, without seconds.
TraceWindow window_of(const MpiSpan& span, const std::vector<Part>& parts, Time length) {
  const Time longest = length / kWindowOfLoss;
  std::vector<Part> fitting;
  std::copy_if(parts.begin(), parts.end(), std::back_inserter(fitting),
               [&](const Part& part) { return part.end - part.begin <= longest; });
  if (!fitting.empty() && 2 * loss_of(fitting) >= loss_of(parts))
    return window_around(span, worst_within(std::move(fitting), longest), length);
  const auto worst = std::max_element(parts.begin(), parts.end(),
                                      [](const Part& a, const Part& b) { return a.loss < b.loss; });
  const Time whole = kWindowOfLoss * (worst->end - worst->begin);
  TraceWindow out = window_around(span, {*worst}, std::max(whole, length));
  out.is_longer = out.end - out.begin > length;
  return out;
}

}  // namespace

TraceWindow trace_window(const Diagnosis& diagnosis, const std::vector<ThreadSamples>& threads,
                         const Finding& finding, Time length) {
  CHECK(length > Time{0}, "a window has a length");
  CHECK(!threads.empty() && !diagnosis.phases.empty(),
        "a run with a finding has threads and phases");
  CHECK(finding.symptom.index() < diagnosis.paths.size(), "the finding is one of the diagnosis");
  const MpiSpan span = mpi_span(diagnosis, threads, finding);
  std::vector<Part> parts =
      is_imbalance(finding.issue)
          ? phases_as_parts(diagnosis, threads, finding, span, length / kWindowOfLoss)
          : calls_as_parts(diagnosis, threads, finding);
  if (parts.empty())  // the loss is too short to be seen in single phases
    parts = whole_phases(diagnosis, finding, span);
  CHECK(!parts.empty(), "a finding is of phases that the diagnosis has");
  TraceWindow out = window_of(span, parts, length);
  out.seconds = seconds_within(out, parts);
  return out;
}

}  // namespace tarry::diagnosis
