// SPDX-License-Identifier: BSD-3-Clause
#include "compress/live/live_ids.h"

#include <utility>

#include "compress/live/unresolved_frame.h"

namespace tarry::compress {

using model::CommId;
using model::RegionId;
using trace::recording::FunctionKey;
using trace::recording::LocalComm;
using trace::recording::NamedRegionKey;

void LiveIds::take(trace::recording::ProcessDefinitions&& definitions) {
  definitions_ = std::move(definitions);
  for (std::uint32_t number = 0; number < definitions_.communicators.size(); ++number) {
    const LocalComm& comm = definitions_.communicators[number];
    if (comm.known)
      communicators_.add_at(number, CommId{number}, comm.rank,
                            comm.remote_size != 0 ? comm.remote_size : comm.size);
  }
}

RegionId LiveIds::add(model::Region&& region) {
  regions_.push_back(std::move(region));
  return RegionId{static_cast<std::uint32_t>(regions_.size() - 1)};
}

RegionId LiveIds::region(std::uint64_t number) {
  if (number < by_number_.size() && by_number_[number].valid()) return by_number_[number];
  if (number >= definitions_.regions.size()) return {};
  const NamedRegionKey& key = definitions_.regions[number];
  if (key.name.empty()) return {};
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
  if (by_number_.size() <= number) by_number_.resize(number + 1);
  return by_number_[number] = add(std::move(region));
}

CommId LiveIds::comm(std::uint32_t number) {
  return communicators_.find(CommId{number}) != nullptr ? CommId{number} : CommId{};
}

RegionId LiveIds::function(std::uint64_t address) {
  const std::uint32_t position = addresses_.insert(address);
  if (position < by_address_.size()) return by_address_[position];
  const FunctionKey key = trace::recording::function_key(definitions_.modules, address);
  const Frame frame = unresolved_function(key);
  model::Region region;
  region.name = frame.name;
  region.file = frame.file;
  region.role = model::RegionRole::Function;
  region.paradigm = model::Paradigm::Compiler;
  by_address_.push_back(add(std::move(region)));
  return by_address_.back();
}

}  // namespace tarry::compress
