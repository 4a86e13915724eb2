// SPDX-License-Identifier: BSD-3-Clause
// The tables of which the catalogue of metrics is made (metric.cpp). Ids, names and the tree are
// those of the Cube tools; docs/definitions.md defines each metric.
#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "model/metric.h"

namespace tarry::model {

// Times, counts and bytes that are in the trace, and its wait states.
std::span<const MetricInfo> measured_metrics();
// Delay costs and the classification of waits for messages: the same for both cost models.
std::span<const MetricInfo> cost_metrics();
// Critical path, performance impact and imbalance: there is only one of them.
std::span<const MetricInfo> path_metrics();

// Every wait that has delay costs, by what caused it and by what came of it: the classes, and below
// each the kinds of waits, which are those of the costs.
struct WaitClass {
  std::string_view id;    // "wait_direct"
  std::string_view name;  // "Direct waits"
  std::string_view parent;
  std::string_view meaning;
};
std::span<const MetricInfo> wait_class_roots();
std::span<const WaitClass> wait_classes();
// What is put behind id and name of a class.
std::span<const std::pair<std::string_view, std::string_view>> wait_kinds();

}  // namespace tarry::model
