// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/counter_fields.h"

#include "trace/eventlog/tsv.h"

namespace tarry::trace::eventlog {

std::string counter_fields(const model::Counter& counter) {
  const auto number = [](auto value) { return std::to_string(static_cast<unsigned>(value)); };
  return escape(counter.name) + '\t' + escape(counter.unit) + '\t' + number(counter.type) + '\t' +
         number(counter.mode) + '\t' + number(counter.origin) + '\t' +
         (counter.has_binary_base ? "2" : "10") + '\t' + std::to_string(counter.exponent) + '\t' +
         escape(counter.description);
}

bool parse_counter(const std::vector<std::string_view>& f, model::Counter& counter) {
  unsigned type = 0;
  unsigned mode = 0;
  unsigned origin = 0;
  if (f.size() != 8 || !parse_number(f[2], type) || !parse_number(f[3], mode) ||
      !parse_number(f[4], origin) || !parse_number(f[6], counter.exponent) || type > 255 ||
      mode > 255 || origin > 255 || (f[5] != "2" && f[5] != "10"))
    return false;
  counter.name = unescape(f[0]);
  counter.unit = unescape(f[1]);
  counter.type = static_cast<model::CounterType>(type);
  counter.mode = static_cast<model::CounterMode>(mode);
  counter.origin = static_cast<model::CounterOrigin>(origin);
  counter.has_binary_base = f[5] == "2";
  counter.description = unescape(f[7]);
  return true;
}

}  // namespace tarry::trace::eventlog
