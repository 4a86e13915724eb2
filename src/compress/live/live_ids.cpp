// SPDX-License-Identifier: BSD-3-Clause
#include "compress/live/live_ids.h"

#include <string>
#include <utility>

#include "compress/live/unresolved_frame.h"
#include "trace/recording/mpi_library.h"

namespace tarry::compress {

using model::CommId;
using model::RegionId;
using trace::recording::FunctionKey;
using trace::recording::LocalComm;
using trace::recording::NamedRegionKey;

namespace {

model::Region region_of(const Frame& frame) {
  model::Region region;
  region.name = frame.name;
  region.file = frame.file;
  region.role = model::RegionRole::Function;
  region.paradigm = model::Paradigm::Compiler;
  return region;
}

}  // namespace

void LiveIds::take(trace::recording::ProcessDefinitions&& definitions) {
  definitions_ = std::move(definitions);
  for (std::uint32_t number = 0; number < definitions_.communicators.size(); ++number) {
    const LocalComm& comm = definitions_.communicators[number];
    if (comm.known)
      communicators_.add_at(number, CommId{number},
                            {comm.rank, comm.remote_size != 0 ? comm.remote_size : comm.size});
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
  const std::uint32_t position = functions_.addresses.insert(address);
  if (position < functions_.regions.size()) return functions_.regions[position];
  const FunctionKey key = trace::recording::function_key(definitions_.modules, address);
  functions_.regions.push_back(add(region_of(unresolved_function(key))));
  return functions_.regions.back();
}

RegionId LiveIds::call_site(std::uint64_t address) {
  const std::uint32_t position = call_sites_.addresses.insert(address);
  if (position < call_sites_.regions.size()) return call_sites_.regions[position];
  const FunctionKey key = trace::recording::function_key(definitions_.modules, address);
  const bool is_of_program = !key.module.empty() && !trace::recording::is_mpi_library(key.module);
  call_sites_.regions.push_back(is_of_program ? add(region_of(unresolved_call_site(key)))
                                              : RegionId{});
  return call_sites_.regions.back();
}

std::int64_t LiveIds::datatype(std::int64_t number) {
  const auto known = static_cast<std::int64_t>(definitions_.datatypes.size());
  return number >= 0 && number < known ? number : model::MpiArguments::kUnknown;
}

}  // namespace tarry::compress
