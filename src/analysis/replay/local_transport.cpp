// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/replay/local_transport.h"

#include <barrier>

namespace tarry::analysis {
namespace {

struct Shared {
  explicit Shared(std::size_t size)
      : messages(size, std::vector<Bytes>(size)), barrier(static_cast<std::ptrdiff_t>(size)) {}
  std::vector<std::vector<Bytes>> messages;  // [to][from]
  std::barrier<> barrier;
};

class LocalTransport : public Transport {
 public:
  LocalTransport(std::shared_ptr<Shared> shared, std::size_t rank)
      : shared_(std::move(shared)), rank_(rank) {}

  std::size_t size() const override { return shared_->messages.size(); }
  std::size_t rank() const override { return rank_; }

  std::vector<Bytes> exchange(std::vector<Bytes> outgoing) override {
    for (std::size_t to = 0; to < size(); ++to)
      shared_->messages[to][rank_] = std::move(outgoing[to]);
    shared_->barrier.arrive_and_wait();
    std::vector<Bytes> incoming(size());
    incoming.swap(shared_->messages[rank_]);
    shared_->barrier.arrive_and_wait();
    return incoming;
  }

  std::vector<Bytes> all_gather(const Bytes& own) override {
    return exchange(std::vector<Bytes>(size(), own));
  }

 private:
  std::shared_ptr<Shared> shared_;
  std::size_t rank_;
};

}  // namespace

std::vector<std::unique_ptr<Transport>> make_local_transports(std::size_t size) {
  auto shared = std::make_shared<Shared>(size);
  std::vector<std::unique_ptr<Transport>> made;
  for (std::size_t rank = 0; rank < size; ++rank)
    made.push_back(std::make_unique<LocalTransport>(shared, rank));
  return made;
}

}  // namespace tarry::analysis
