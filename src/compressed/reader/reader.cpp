// SPDX-License-Identifier: BSD-3-Clause
// Implements the C interface of include/tarry/reader.h. No exception leaves it.
#include <tarry/reader.h>

#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "compressed/format/format.h"
#include "compressed/format/trace_file.h"
#include "compressed/model/cursor.h"
#include "compressed/model/membership.h"
#include "compressed/model/path_times.h"

namespace compressed = tarry::compressed;
using compressed::Parameter;

struct tarry_reader {
  compressed::Trace trace;
  std::vector<std::vector<tarry_frame>> stacks;  // by site
  std::string error;
};

namespace {

// Returns -1 if the trace has no times.
double mean_of(const compressed::EventTimes* times,
               compressed::TimeHistogram compressed::EventTimes::*of) {
  return times == nullptr || (times->*of).count() == 0 ? -1 : (times->*of).mean();
}

}  // namespace

struct tarry_calls {
  tarry_calls(const tarry_reader& from, std::uint32_t rank)
      : reader(from),
        cursor(from.trace, rank),
        times(from.trace, rank),
        comms(compressed::memberships(from.trace.communicators, rank)) {}

  const tarry_reader& reader;
  compressed::Cursor cursor;
  compressed::PathTimes times;
  compressed::Memberships comms;
  compressed::CursorCall current;
  std::vector<tarry_action> actions;
  std::string error;
};

namespace {

std::int64_t world_rank(const compressed::Membership* comm, std::int64_t peer) {
  if (peer < 0) return peer;
  const auto found = comm == nullptr ? std::nullopt : comm->world_rank(peer);
  return found ? std::int64_t{*found} : TARRY_UNKNOWN;
}

tarry_action exported(const tarry_calls& calls, const compressed::Action& action) {
  const auto parameters = compressed::parameters_of(action.kind);
  const auto value = [&](Parameter parameter) -> std::int64_t {
    return std::find(parameters.begin(), parameters.end(), parameter) == parameters.end()
               ? TARRY_UNKNOWN
               : compressed::value_of(action, parameter);
  };
  const compressed::Membership* const comm = compressed::find(calls.comms, value(Parameter::Comm));
  return {.kind = static_cast<std::int32_t>(action.kind),
          .peer = world_rank(comm, value(Parameter::Peer)),
          .posted_peer = world_rank(comm, value(Parameter::PostedPeer)),
          .comm = comm == nullptr ? TARRY_UNKNOWN : std::int64_t{comm->communicator},
          .tag = value(Parameter::Tag),
          .posted_tag = value(Parameter::PostedTag),
          .bytes = value(Parameter::Bytes),
          .received = value(Parameter::Received),
          .request = value(Parameter::Request),
          .op = value(Parameter::Op),
          .root = value(Parameter::Root),
          .count = value(Parameter::Count),
          .datatype = value(Parameter::Datatype)};
}

int next(tarry_calls& calls, tarry_call& call) {
  if (!calls.cursor.next(calls.current)) {
    calls.error = calls.cursor.error();
    return calls.error.empty() ? 0 : -1;
  }
  const compressed::SiteId site = calls.reader.trace.events[calls.current.event].site;
  const auto& stack = calls.reader.stacks[site.index()];
  calls.actions.clear();
  for (const compressed::Action& action : calls.current.actions)
    calls.actions.push_back(exported(calls, action));
  const compressed::EventTimes* const times = calls.times.of(calls.current);
  call = {.event = calls.current.event,
          .function = calls.reader.trace.sites[site.index()].function.c_str(),
          .frame_count = static_cast<std::uint32_t>(stack.size()),
          .frames = stack.data(),
          .action_count = static_cast<std::uint32_t>(calls.actions.size()),
          .actions = calls.actions.data(),
          .before_ns = mean_of(times, &compressed::EventTimes::before),
          .duration_ns = mean_of(times, &compressed::EventTimes::duration)};
  return 1;
}

void open(tarry_reader& reader, const char* path) {
  auto read = compressed::read_trace(path);
  if (!read.ok()) {
    reader.error = read.error().message();
    return;
  }
  reader.trace = *std::move(read);
  for (const compressed::Site& site : reader.trace.sites) {
    reader.stacks.emplace_back();
    for (const compressed::FrameId id : site.stack) {
      const compressed::Frame& frame = reader.trace.frames[id.index()];
      reader.stacks.back().push_back({frame.name.c_str(), frame.file.c_str(), frame.line});
    }
  }
}

template <class Table>
bool has(const Table& table, std::int64_t index) {
  return index >= 0 && index < static_cast<std::int64_t>(table.size());
}

// The words of the format point into literals, which end with a zero.
const char* word(Parameter parameter, std::int64_t value) {
  const std::string_view found = value < 0 ? "" : compressed::word_of(parameter, value);
  return found.empty() ? "" : found.data();
}

}  // namespace

tarry_reader* tarry_reader_open(const char* path) {
  auto* const reader = new (std::nothrow) tarry_reader;
  if (reader == nullptr) return nullptr;
  try {
    open(*reader, path == nullptr ? "" : path);
  } catch (const std::exception&) {
    delete reader;
    return nullptr;
  }
  return reader;
}

void tarry_reader_close(tarry_reader* reader) { delete reader; }

const char* tarry_reader_error(const tarry_reader* reader) {
  return reader == nullptr ? "no memory" : reader->error.c_str();
}

uint32_t tarry_reader_ranks(const tarry_reader* reader) {
  return reader == nullptr ? 0 : reader->trace.ranks;
}

const char* tarry_reader_program(const tarry_reader* reader) {
  return reader == nullptr ? "" : reader->trace.program.c_str();
}

uint32_t tarry_reader_comms(const tarry_reader* reader) {
  return reader == nullptr ? 0 : static_cast<uint32_t>(reader->trace.communicators.size());
}

const char* tarry_reader_comm_name(const tarry_reader* reader, int64_t comm) {
  if (reader == nullptr || !has(reader->trace.communicators, comm)) return "";
  return reader->trace.communicators[static_cast<std::size_t>(comm)].name.c_str();
}

uint32_t tarry_reader_comm_size(const tarry_reader* reader, int64_t comm) {
  if (reader == nullptr || !has(reader->trace.communicators, comm)) return 0;
  const auto& found = reader->trace.communicators[static_cast<std::size_t>(comm)];
  return found.is_self ? 1 : static_cast<uint32_t>(found.members.size());
}

const char* tarry_reader_datatype_name(const tarry_reader* reader, int64_t datatype) {
  if (reader == nullptr || !has(reader->trace.datatypes, datatype)) return "";
  return reader->trace.datatypes[static_cast<std::size_t>(datatype)].c_str();
}

uint32_t tarry_reader_statistics(const tarry_reader* reader) {
  return reader == nullptr ? 0 : static_cast<uint32_t>(reader->trace.statistics.size());
}

const char* tarry_reader_statistic_name(const tarry_reader* reader, int64_t statistic) {
  if (reader == nullptr || !has(reader->trace.statistics, statistic)) return "";
  return reader->trace.statistics[static_cast<std::size_t>(statistic)].name.c_str();
}

const char* tarry_reader_statistic_unit(const tarry_reader* reader, int64_t statistic) {
  if (reader == nullptr || !has(reader->trace.statistics, statistic)) return "";
  return reader->trace.statistics[static_cast<std::size_t>(statistic)].unit.c_str();
}

tarry_values tarry_reader_measured(const tarry_reader* reader, int64_t statistic, uint32_t event) {
  tarry_values out{};
  if (reader == nullptr || !has(reader->trace.events, event)) return out;
  for (const compressed::EventStatistic& each : reader->trace.events[event].statistics) {
    const compressed::TimeHistogram& values = each.values;
    if (each.statistic != statistic || values.count() == 0) continue;
    out.smallest = out.count == 0 ? values.smallest() : std::min(out.smallest, values.smallest());
    out.largest = std::max(out.largest, values.largest());
    out.count += values.count();
    out.sum += values.sum();
  }
  return out;
}

const char* tarry_kind_name(int32_t kind) { return word(Parameter::Kind, kind); }
const char* tarry_op_name(int64_t op) { return word(Parameter::Op, op); }

tarry_calls* tarry_calls_open(const tarry_reader* reader, uint32_t rank) {
  if (rank >= tarry_reader_ranks(reader)) return nullptr;
  try {
    return new tarry_calls(*reader, rank);
  } catch (const std::exception&) {
    return nullptr;
  }
}

void tarry_calls_close(tarry_calls* calls) { delete calls; }

void tarry_calls_set_seed(tarry_calls* calls, uint64_t seed) {
  if (calls != nullptr) calls->cursor.set_seed(seed);
}

int tarry_calls_next(tarry_calls* calls, tarry_call* call) {
  if (calls == nullptr || call == nullptr) return -1;
  try {
    return next(*calls, *call);
  } catch (const std::exception&) {
    calls->error.assign("no memory");  // short enough to need no memory
    return -1;
  }
}

const char* tarry_calls_error(const tarry_calls* calls) {
  return calls == nullptr ? "no calls are open" : calls->error.c_str();
}
