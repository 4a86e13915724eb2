// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/plugin_statistics.h"

#include <dlfcn.h>

#include <utility>

namespace tarry::compressed {
namespace {

using base::Error;
using base::ErrorCode;

constexpr double kLargest = 9.0e15;  // up to here every whole number is a double

std::string last_fault() {
  const char* const message = dlerror();
  return message == nullptr ? "" : message;
}

bool is_sound(const tarry_statistic& statistic) {
  return statistic.name != nullptr && statistic.unit != nullptr && statistic.start != nullptr &&
         statistic.end != nullptr && statistic.span <= TARRY_BETWEEN_CALLS;
}

}  // namespace

bool whole_number(double value, std::uint64_t& whole) {
  if (!(value >= 0) || value > kLargest) return false;
  whole = static_cast<std::uint64_t>(value + 0.5);
  return true;
}

base::Status PluginStatistics::load(const std::string& file) {
  // Without a slash the loader would search other folders.
  const std::string path = file.find('/') == std::string::npos ? "./" + file : file;
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return Error{ErrorCode::NotFound, "cannot load the statistics", file, last_fault()};
  void* const found = dlsym(library, "tarry_statistics");
  if (found == nullptr)
    return Error{ErrorCode::BadInput, "a library without statistics", file,
                 "it must export tarry_statistics; see include/tarry/statistics.h"};
  return add(reinterpret_cast<decltype(&tarry_statistics)>(found)(), file);
}

base::Status PluginStatistics::add(const tarry_statistic* const* ended_by_null,
                                   const std::string& file) {
  std::vector<const tarry_statistic*> all = all_;
  for (; ended_by_null != nullptr && *ended_by_null != nullptr; ++ended_by_null) {
    const tarry_statistic& statistic = **ended_by_null;
    if (statistic.version != TARRY_STATISTICS_VERSION)
      return Error{ErrorCode::Unsupported, "statistics made for another version of tarry", file,
                   "compile them again with its include/tarry/statistics.h"};
    if (!is_sound(statistic))
      return Error{ErrorCode::BadInput, "a statistic without a name, unit or function", file, ""};
    all.push_back(&statistic);
  }
  if (all.size() > kMost)
    return Error{ErrorCode::Usage, "too many statistics", file,
                 "there may be " + std::to_string(kMost)};
  all_ = std::move(all);
  return base::kOk;
}

std::vector<Statistic> PluginStatistics::statistics() const {
  std::vector<Statistic> out;
  for (const tarry_statistic* statistic : all_) out.push_back({statistic->name, statistic->unit});
  return out;
}

ThreadStatistics::ThreadStatistics(const PluginStatistics& plugins) : all_(plugins.all()) {
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (all_[i]->create != nullptr) states_[i] = all_[i]->create();
}

ThreadStatistics::~ThreadStatistics() {
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (all_[i]->destroy != nullptr) all_[i]->destroy(states_[i]);
}

void ThreadStatistics::take(std::uint32_t statistic, const tarry_statistics_call& call) {
  std::uint64_t whole = 0;
  if (whole_number(all_[statistic]->end(states_[statistic], &call), whole))
    values_[count_++] = {statistic, whole};
}

// Values between two calls belong to the later one.
std::span<const StatisticValue> ThreadStatistics::enter(const tarry_statistics_call& call) {
  count_ = 0;
  for (std::uint32_t i = 0; i < all_.size(); ++i)
    if (all_[i]->span == TARRY_IN_CALLS)
      all_[i]->start(states_[i], &call);
    else if (had_call_)
      take(i, call);
  had_call_ = false;  // false until this call ends
  is_inside_ = true;
  return {values_.data(), count_};
}

std::span<const StatisticValue> ThreadStatistics::leave(const tarry_statistics_call& call) {
  count_ = 0;
  for (std::uint32_t i = 0; i < all_.size() && is_inside_; ++i)
    if (all_[i]->span == TARRY_IN_CALLS) take(i, call);
  is_inside_ = false;
  return {values_.data(), count_};
}

void ThreadStatistics::go_on(const tarry_statistics_call& call) {
  had_call_ = true;
  for (std::uint32_t i = 0; i < all_.size(); ++i)
    if (all_[i]->span == TARRY_BETWEEN_CALLS) all_[i]->start(states_[i], &call);
}

}  // namespace tarry::compressed
