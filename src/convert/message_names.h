// SPDX-License-Identifier: BSD-3-Clause
// Gives both ends of a message the same name: the n-th send and the n-th receive of one sender,
// receiver, communicator and tag belong together. Receives count in the order of their completion.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "model/definitions.h"
#include "model/event_handler.h"

namespace tarry::convert {

class MessageNames {
 public:
  explicit MessageNames(const model::Definitions& definitions) : definitions_(definitions) {}

  // `rank` is that of the process which has the record. Returns an empty text if the communicator
  // does not tell the partner.
  std::string of_send(model::Rank rank, const model::MessageRecord& message);
  std::string of_receive(model::Rank rank, const model::MessageRecord& message);

  // Returns the world rank of the partner, !valid() if the communicator does not tell.
  [[nodiscard]] model::Rank partner(model::Rank rank, const model::MessageRecord& message) const;

 private:
  using Key = std::tuple<model::Rank, model::Rank, model::CommId, std::uint32_t>;
  static std::string name(const Key& key, std::uint64_t number);

  const model::Definitions& definitions_;
  std::map<Key, std::uint64_t> sends_, receives_;
};

}  // namespace tarry::convert
