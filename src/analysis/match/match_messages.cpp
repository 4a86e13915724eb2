// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/match_messages.h"

#include "analysis/match/message_order.h"
#include "base/hash.h"
#include "workers/agree.h"

namespace tarry::analysis {

using model::MpiCall;

namespace {

// The part of a send that the receiver must know.
struct SendNotice {
  Ticks enter;  // E(S)
  Ticks leave;  // L of the same region
  Ticks time;   // t(S)
  std::uint64_t bytes;
  CommId comm;
  Rank source;
  Rank destination;
  std::uint32_t tag;
  std::uint32_t index;  // of the record on its location
  Sibling location;
};

// The part of a receive that the sender must know. It is sent only if the receive was posted after
// the send began; otherwise the sender cannot have waited.
struct PostNotice {
  Ticks posted;  // E(Q)
  Ticks leave;   // L(Q)
  Rank source;
  std::uint32_t send, post;  // the records on their locations
  Sibling send_location, post_location;
  MessageOrder order;
};

// The sends of one channel in their order: a list through the notices of SendQueue.
struct Channel {
  CommId comm;
  Rank source;
  Rank destination;
  std::uint32_t tag = 0;
  std::uint32_t head = kNoIndex;
  std::uint32_t tail = kNoIndex;
};

// All sends that arrived here, by channel. The first one is taken first.
class SendQueue {
 public:
  // `incoming` must live as long as the queue.
  static base::Result<SendQueue> make(const std::vector<workers::Bytes>& incoming) {
    SendQueue queue(incoming);
    std::size_t total = 0;
    for (const workers::Bytes& message : incoming) {
      queue.starts_.push_back(total);
      total += workers::record_count<SendNotice>(message);
    }
    queue.starts_.push_back(total);
    if (total >= kNoIndex)
      return base::Error{base::ErrorCode::Unsupported,
                         "more than 4294967294 messages for one worker of the analysis", "",
                         "use more workers: -j, or mpirun -n K tarry analyze"};
    queue.next_.assign(total, kNoIndex);
    std::uint32_t index = 0;
    for (const workers::Bytes& message : incoming)
      for (std::size_t i = 0; i < workers::record_count<SendNotice>(message); ++i)
        queue.push(workers::record_at<SendNotice>(message, i), index++);
    return queue;
  }

  struct Taken {
    SendNotice notice;
    std::size_t from;  // worker
  };
  // Takes the oldest send of a channel. Returns false if there is none left.
  bool take(CommId comm, Rank source, Rank destination, std::uint32_t tag, Taken& taken) {
    if (slots_.empty()) return false;
    const std::uint32_t slot = slots_[find(comm, source, destination, tag)];
    if (slot == kNoIndex || channels_[slot].head == kNoIndex) return false;
    const std::uint32_t index = channels_[slot].head;
    channels_[slot].head = next_[index];
    ++taken_;
    std::size_t from = 0;
    while (index >= starts_[from + 1]) ++from;
    taken = {workers::record_at<SendNotice>((*incoming_)[from], index - starts_[from]), from};
    return true;
  }

  [[nodiscard]] std::size_t left() const { return next_.size() - taken_; }

 private:
  explicit SendQueue(const std::vector<workers::Bytes>& incoming) : incoming_(&incoming) {}

  void push(const SendNotice& notice, std::uint32_t index) {
    if ((channels_.size() + 1) * 2 > slots_.size()) grow();
    std::uint32_t& slot = slots_[find(notice.comm, notice.source, notice.destination, notice.tag)];
    if (slot == kNoIndex) {
      slot = static_cast<std::uint32_t>(channels_.size());
      channels_.push_back(
          {notice.comm, notice.source, notice.destination, notice.tag, index, index});
      return;
    }
    Channel& channel = channels_[slot];
    next_[channel.tail] = index;
    channel.tail = index;
  }

  [[nodiscard]] std::size_t find(CommId comm, Rank source, Rank destination,
                                 std::uint32_t tag) const {
    std::uint64_t hash = (std::uint64_t{source.value} << 32 | destination.value) ^
                         (std::uint64_t{comm.value} << 48) ^ (std::uint64_t{tag} << 20);
    hash = base::spread(hash);
    hash ^= hash >> 32;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      if (slots_[at] == kNoIndex) return at;
      const Channel& channel = channels_[slots_[at]];
      if (channel.source == source && channel.destination == destination && channel.tag == tag &&
          channel.comm == comm)
        return at;
    }
  }

  void grow() {
    slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, kNoIndex);
    for (std::uint32_t i = 0; i < channels_.size(); ++i) {
      const Channel& channel = channels_[i];
      slots_[find(channel.comm, channel.source, channel.destination, channel.tag)] = i;
    }
  }

  const std::vector<workers::Bytes>* incoming_;
  std::vector<std::size_t> starts_;       // first index of each worker's notices
  std::pmr::vector<std::uint32_t> next_;  // by notice: the next of its channel
  std::pmr::vector<Channel> channels_;
  std::pmr::vector<std::uint32_t> slots_;  // hash table of channels
  std::size_t taken_ = 0;
};

// Matches in rounds, each for some of the receiving processes, because notices of all messages
// together would take more memory than anything else.
class MessageMatching {
 public:
  MessageMatching(std::vector<ProcessRecords>& processes, const model::Definitions& definitions,
                  const Partition& partition, workers::Transport& transport,
                  ClockError& clock_error, model::Anomalies& anomalies)
      : processes_(processes),
        definitions_(definitions),
        partition_(partition),
        transport_(transport),
        clock_error_(clock_error),
        anomalies_(anomalies) {}

  base::Status run() {
    agree_on_rounds();
    for (round_ = 0; round_ < rounds_; ++round_) TRY(match_round());
    return base::kOk;
  }

 private:
  static constexpr std::uint64_t kMostAtOnce = 1 << 16;  // sends of one worker
  static constexpr std::uint64_t kMostRounds = 4;        // each looks at all sends

  void agree_on_rounds() {
    workers::Bytes own;
    workers::append(own, count_of(&LocationRecords::sends));
    std::uint64_t most = 0;
    for (const workers::Bytes& sends : transport_.all_gather(own))
      most = std::max(most, workers::record_at<std::uint64_t>(sends, 0));
    rounds_ = static_cast<std::uint32_t>(std::min(most / kMostAtOnce + 1, kMostRounds));
  }

  base::Status match_round() {
    std::vector<workers::Bytes> messages;
    TRY(workers::do_together(transport_, [&] { messages = send_notices(); }));
    messages = transport_.exchange(std::move(messages));
    TRY(workers::do_together(transport_, [&]() -> base::Status {
      TRY_ASSIGN(SendQueue queue, SendQueue::make(messages));
      std::vector<workers::Bytes> answers = room_for<PostNotice>(&LocationRecords::posted);
      for (ProcessRecords& process : processes_)
        if (is_in_round(process.rank)) match_receives(process, queue, answers);
      anomalies_.add("messages sent and never received", queue.left());
      messages = std::move(answers);
      return base::kOk;
    }));
    messages = transport_.exchange(std::move(messages));
    return workers::do_together(transport_, [&] { hear_of_posts(messages); });
  }

  [[nodiscard]] bool is_in_round(Rank receiver) const { return receiver.value % rounds_ == round_; }

  template <class Record>
  [[nodiscard]] std::uint64_t count_of(std::pmr::vector<Record> LocationRecords::*records) const {
    std::uint64_t count = 0;
    for (const ProcessRecords& process : processes_)
      for (const LocationRecords& location : process.locations) count += (location.*records).size();
    return count;
  }

  // Returns messages, one to each worker, that take the records of a round without growing.
  template <class Notice, class Record>
  std::vector<workers::Bytes> room_for(std::pmr::vector<Record> LocationRecords::*records) const {
    std::vector<workers::Bytes> messages(transport_.size());
    const std::uint64_t each = count_of(records) / rounds_ / messages.size();
    for (workers::Bytes& message : messages) message.reserve(each * sizeof(Notice));
    return messages;
  }

  std::vector<workers::Bytes> send_notices() {
    std::vector<workers::Bytes> outgoing = room_for<SendNotice>(&LocationRecords::sends);
    for (const ProcessRecords& process : processes_) {
      for (const RecordRef ref : sends_in_order(process)) {
        const LocationRecords& location = process.locations[ref.location];
        const SendRecord& send = location.sends[ref.index];
        if (send.cancelled || !is_in_round(send.destination)) continue;
        const std::size_t to = partition_.worker_of(send.destination);
        if (to == Partition::kNobody) {
          anomalies_.add("messages sent to processes that are not in the trace");
          continue;
        }
        workers::append(
            outgoing[to],
            SendNotice{location.instances[send.instance].enter,
                       location.instances[send.instance].leave, send.time, send.bytes, send.comm,
                       process.rank, send.destination, send.tag, ref.index, ref.location});
      }
    }
    return outgoing;
  }

  void match_receives(ProcessRecords& process, SendQueue& queue,
                      std::vector<workers::Bytes>& answers) {
    late_posts_.clear();
    for (const RecordRef ref : receives_in_order(process)) {
      const LocationRecords& poster = process.locations[ref.location];
      const PostedReceive& posted = poster.posted[ref.index];
      if (posted.receive == kNoIndex) {
        // It may have taken a message of a channel that is not known. Later receives of this
        // channel may then be off by one.
        if (!posted.cancelled) anomalies_.add("receives posted and never completed");
        continue;
      }
      LocationRecords& location = process.locations[posted.receive_location];
      ReceiveRecord& receive = location.receives[posted.receive];
      SendQueue::Taken taken;
      if (!queue.take(receive.comm, receive.source, process.rank, receive.tag, taken)) {
        anomalies_.add("messages received without a send");
        continue;
      }
      const SendNotice& send = taken.notice;
      receive.bytes = send.bytes;
      receive.send = {send.location, send.index};
      receive.send_time = send.time;
      if (definitions_.communicators[receive.comm.index()].has_one_member()) continue;
      match(location, receive, send);
      const Instance& posting = poster.instances[posted.instance];
      if (posting.enter > send.enter)
        late_posts_.push_back({{posting.enter, posting.leave, send.source, send.index, ref.index,
                                send.location, ref.location, MessageOrder::AsSent},
                               taken.from,
                               {posted.receive_location, posted.receive}});
    }
    tell_orders(process);
    for (const LatePost& late : late_posts_) workers::append(answers[late.to], late.notice);
  }

  // Says of receives that were posted late whether they are in wrong order.
  void tell_orders(const ProcessRecords& process) {
    for (std::size_t l = 0; l < process.locations.size() && !late_posts_.empty(); ++l) {
      const auto orders = message_orders(process.locations[l]);
      for (LatePost& late : late_posts_)
        if (late.receive.location == l) late.notice.order = orders[late.receive.index];
    }
  }

  void match(LocationRecords& location, ReceiveRecord& receive, const SendNotice& send) {
    receive.matched = true;
    const Instance& instance = location.instances[receive.instance];
    const PollRecord* const poll = location.poll_before(receive.instance);
    if (send.enter > (poll != nullptr ? poll->begin : instance.enter)) {
      receive.late_sender = static_cast<std::uint32_t>(location.late_senders.size());
      location.late_senders.push_back({send.enter, send.leave, {send.location, send.index}});
    }
    // A receive may be given up before its message is sent.
    const bool is_received =
        instance.call != MpiCall::RequestFree && instance.call != MpiCall::Pause;
    if (!is_received || send.time <= instance.leave) return;
    clock_error_.add(send.time - instance.leave);
    anomalies_.add("messages received before they were sent (clock error)");
  }

  void hear_of_posts(const std::vector<workers::Bytes>& notices) {
    for (const workers::Bytes& message : notices)
      for (std::size_t i = 0; i < workers::record_count<PostNotice>(message); ++i) {
        const auto post = workers::record_at<PostNotice>(message, i);
        LocationRecords& location =
            processes_[partition_.place_of(post.source)].locations[post.send_location];
        location.sends[post.send].late_receiver =
            static_cast<std::uint32_t>(location.late_receivers.size());
        location.late_receivers.push_back(
            {post.posted, post.leave, {post.post_location, post.post}, post.order});
      }
  }

  // What the sender of a message will be told, by its worker.
  struct LatePost {
    PostNotice notice;
    std::size_t to;
    RecordRef receive;
  };

  std::vector<ProcessRecords>& processes_;
  const model::Definitions& definitions_;
  const Partition& partition_;
  workers::Transport& transport_;
  ClockError& clock_error_;
  model::Anomalies& anomalies_;
  std::uint32_t rounds_ = 1, round_ = 0;
  std::pmr::vector<LatePost> late_posts_;  // of the process whose receives are matched
};

}  // namespace

base::Status match_messages(std::vector<ProcessRecords>& processes,
                            const model::Definitions& definitions, const Partition& partition,
                            workers::Transport& transport, ClockError& clock_error,
                            model::Anomalies& anomalies) {
  return MessageMatching(processes, definitions, partition, transport, clock_error, anomalies)
      .run();
}

}  // namespace tarry::analysis
