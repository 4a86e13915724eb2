// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/live/live_ids.h"

#include <string>
#include <utility>

#include "compressed/live/unresolved_frame.h"

namespace tarry::compressed {

using model::CommId;
using model::RegionId;
using trace::eventlog::FunctionKey;
using trace::eventlog::LocalComm;
using trace::eventlog::NamedRegionKey;

namespace {

model::Region function_region(const Frame& frame) {
  model::Region region;
  region.name = frame.name;
  region.file = frame.file;
  region.role = model::RegionRole::Function;
  region.paradigm = model::Paradigm::Compiler;
  return region;
}

}  // namespace

void LiveIds::take(trace::eventlog::ProcessDefinitions&& definitions) {
  definitions_ = std::move(definitions);
  for (std::uint32_t number = 0; number < definitions_.communicators.size(); ++number) {
    const LocalComm& comm = definitions_.communicators[number];
    if (comm.known)
      communicators_.add_at(number, CommId{number},
                            {comm.rank, comm.remote_size != 0 ? comm.remote_size : comm.size});
  }
}

RegionId LiveIds::add(model::Region&& region, RegionOrigin origin) {
  regions_.push_back(std::move(region));
  origins_.push_back(origin);
  return RegionId{static_cast<std::uint32_t>(regions_.size() - 1)};
}

RegionId LiveIds::region(std::uint64_t number) {
  if (number < by_number_.size() && by_number_[number].valid()) return by_number_[number];
  if (number >= definitions_.regions.size()) return {};
  const NamedRegionKey& key = definitions_.regions[number];
  if (key.name.empty()) return {};
  if (by_number_.size() <= number) by_number_.resize(number + 1);
  if (key.paradigm != model::Paradigm::Mpi) return by_number_[number] = make(key, number);
  // The place of a call is a frame of its own.
  const auto [function, is_new] = mpi_functions_.try_emplace(key.name);
  if (is_new) {
    NamedRegionKey anywhere = key;
    anywhere.file.clear();
    anywhere.offset = 0;
    function->second = make(anywhere, number);
  }
  return by_number_[number] = function->second;
}

RegionId LiveIds::make(const NamedRegionKey& key, std::uint64_t number) {
  model::Region region;
  region.role = key.role;
  region.paradigm = key.paradigm;
  if (key.offset != 0) {
    const Frame frame = unresolved_place(key.name, {key.file, key.offset});
    region.name = frame.name;
    region.file = frame.file;
  } else {
    region.name = key.name;
    region.file = key.file;
    region.begin_line = key.line;
  }
  return add(std::move(region), {false, number});
}

CommId LiveIds::comm(std::uint32_t number) {
  return communicators_.find(CommId{number}) != nullptr ? CommId{number} : CommId{};
}

RegionId LiveIds::function(std::uint64_t payload) {
  const std::uint32_t position = functions_.payloads.insert(payload);
  if (position < functions_.regions.size()) return functions_.regions[position];
  const FunctionKey key = trace::eventlog::function_key(definitions_, payload);
  functions_.regions.push_back(add(function_region(unresolved_function(key)), {true, payload}));
  return functions_.regions.back();
}

RegionId LiveIds::call_site(std::uint64_t number) {
  if (number >= definitions_.regions.size()) return {};
  const NamedRegionKey& key = definitions_.regions[number];
  if (key.paradigm != model::Paradigm::Mpi || key.offset == 0) return {};
  if (call_sites_.size() <= number) call_sites_.resize(number + 1);
  RegionId& site = call_sites_[number];
  if (!site.valid())
    site = add(function_region(unresolved_call_site({key.file, key.offset})), {false, number});
  return site;
}

std::int64_t LiveIds::datatype(std::int64_t number) {
  const auto known = static_cast<std::int64_t>(definitions_.datatypes.size());
  return number >= 0 && number < known ? number : model::MpiArguments::kUnknown;
}

}  // namespace tarry::compressed
