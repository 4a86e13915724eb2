// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/replay/match_messages.h"

#include "analysis/parallel/agree.h"

namespace tarry::analysis {

using model::MpiCall;

namespace {

// What the receiver must know of a send.
struct SendNotice {
  Ticks enter;  // E(S)
  Ticks leave;  // L of the same region
  Ticks time;   // t(S)
  std::uint64_t bytes;
  CommId comm;
  Rank source;
  Rank destination;
  std::uint32_t tag;
  std::uint32_t process;  // the sender's place on its worker
  RecordRef record;
};

// What the sender must know of the receive: only sent where the receive was posted after the send
// began, for otherwise the sender cannot have waited.
struct PostNotice {
  Ticks posted;  // E(Q)
  Ticks leave;   // L(Q)
  std::uint32_t process;
  RecordRef record;
  std::uint32_t posting_process;  // the receiver's place on its worker
  RecordRef post;
};

// The sends of one channel, in order, as a list through SendQueue's notices.
struct Channel {
  CommId comm;
  Rank source;
  Rank destination;
  std::uint32_t tag = 0;
  std::uint32_t head = kNoIndex;
  std::uint32_t tail = kNoIndex;
};

// All sends that arrived here, by channel, first come first served.
class SendQueue {
 public:
  // `incoming` must live as long as the queue.
  static base::Result<SendQueue> make(const std::vector<Bytes>& incoming) {
    SendQueue queue(incoming);
    std::size_t total = 0;
    for (const Bytes& message : incoming) {
      queue.starts_.push_back(total);
      total += record_count<SendNotice>(message);
    }
    queue.starts_.push_back(total);
    if (total >= kNoIndex)
      return base::Error{base::ErrorCode::Unsupported,
                         "more than 4294967294 messages for one worker of the analysis", "",
                         "use more workers: -j, or mpirun -n K tarry analyze"};
    queue.next_.assign(total, kNoIndex);
    std::uint32_t index = 0;
    for (const Bytes& message : incoming)
      for (std::size_t i = 0; i < record_count<SendNotice>(message); ++i)
        queue.push(record_at<SendNotice>(message, i), index++);
    return queue;
  }

  struct Taken {
    SendNotice notice;
    std::size_t from;  // worker
  };
  // The oldest send of a channel; false if there is none (left).
  bool take(CommId comm, Rank source, Rank destination, std::uint32_t tag, Taken& taken) {
    if (slots_.empty()) return false;
    const std::uint32_t slot = slots_[find(comm, source, destination, tag)];
    if (slot == kNoIndex || channels_[slot].head == kNoIndex) return false;
    const std::uint32_t index = channels_[slot].head;
    channels_[slot].head = next_[index];
    ++taken_;
    std::size_t from = 0;
    while (index >= starts_[from + 1]) ++from;
    taken = {record_at<SendNotice>((*incoming_)[from], index - starts_[from]), from};
    return true;
  }

  [[nodiscard]] std::size_t left() const { return next_.size() - taken_; }

 private:
  explicit SendQueue(const std::vector<Bytes>& incoming) : incoming_(&incoming) {}

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
    hash *= 0x9E3779B97F4A7C15ull;
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

  const std::vector<Bytes>* incoming_;
  std::vector<std::size_t> starts_;       // first index of each worker's notices
  std::pmr::vector<std::uint32_t> next_;  // by notice: the next of its channel
  std::pmr::vector<Channel> channels_;
  std::pmr::vector<std::uint32_t> slots_;  // hash table of channels
  std::size_t taken_ = 0;
};

std::vector<Bytes> send_notices(const std::vector<ProcessRecords>& processes,
                                const Partition& partition, std::size_t workers,
                                model::Anomalies& anomalies) {
  std::vector<Bytes> outgoing(workers);
  for (std::uint32_t p = 0; p < processes.size(); ++p) {
    const ProcessRecords& process = processes[p];
    for (const RecordRef ref : sends_in_order(process)) {
      const LocationRecords& location = process.locations[ref.location];
      const SendRecord& send = location.sends[ref.index];
      if (send.cancelled) continue;
      const std::size_t to = partition.worker_of(send.destination);
      if (to == Partition::kNobody) {
        anomalies.add("messages sent to processes that are not in the trace");
        continue;
      }
      append(outgoing[to],
             SendNotice{location.instances[send.instance].enter,
                        location.instances[send.instance].leave, send.time, send.bytes, send.comm,
                        process.rank, send.destination, send.tag, p, ref});
    }
  }
  return outgoing;
}

// A communicator of one member makes nobody wait (definitions 0.6).
bool has_one_member(const model::Communicator& comm) {
  return comm.is_self || (!comm.is_inter && comm.members.size() == 1);
}

void match_receives(ProcessRecords& process, std::uint32_t place,
                    const model::Definitions& definitions, SendQueue& queue,
                    std::vector<Bytes>& answers, model::Anomalies& anomalies) {
  for (const RecordRef ref : receives_in_order(process)) {
    const LocationRecords& poster = process.locations[ref.location];
    const PostedReceive& posted = poster.posted[ref.index];
    if (posted.receive == kNoIndex) {
      // It may have taken a message: from then on its channel, whichever that is, may be off by
      // one.
      if (!posted.cancelled) anomalies.add("receives posted and never completed");
      continue;
    }
    LocationRecords& location = process.locations[posted.receive_location];
    ReceiveRecord& receive = location.receives[posted.receive];
    SendQueue::Taken send;
    if (!queue.take(receive.comm, receive.source, process.rank, receive.tag, send)) {
      anomalies.add("messages received without a send");
      continue;
    }
    receive.bytes = send.notice.bytes;
    if (has_one_member(definitions.communicators[receive.comm.index()])) continue;
    receive.matched = true;
    receive.send_enter = send.notice.enter;
    receive.send_time = send.notice.time;
    const Instance& instance = location.instances[receive.instance];
    if (send.notice.enter > instance.enter) {
      receive.late_sender = static_cast<std::uint32_t>(location.late_senders.size());
      location.late_senders.push_back(
          {send.notice.leave,
           {static_cast<std::uint32_t>(send.from), send.notice.process, send.notice.record}});
    }
    // A receive may be given up before its message is sent.
    const bool is_received =
        instance.call != MpiCall::RequestFree && instance.call != MpiCall::Pause;
    if (is_received && send.notice.enter > instance.leave)
      anomalies.add("messages received before they were sent (clock error)");
    const Instance& posting = poster.instances[posted.instance];
    if (posting.enter > send.notice.enter)
      append(answers[send.from], PostNotice{posting.enter, posting.leave, send.notice.process,
                                            send.notice.record, place, ref});
  }
}

}  // namespace

base::Status match_messages(std::vector<ProcessRecords>& processes,
                            const model::Definitions& definitions, const Partition& partition,
                            Transport& transport, model::Anomalies& anomalies) {
  std::vector<Bytes> outgoing, answers(transport.size());
  TRY(do_together(transport, [&] {
    outgoing = send_notices(processes, partition, transport.size(), anomalies);
    return base::kOk;
  }));
  const std::vector<Bytes> incoming = transport.exchange(std::move(outgoing));
  TRY(do_together(transport, [&]() -> base::Status {
    TRY_ASSIGN(SendQueue queue, SendQueue::make(incoming));
    for (std::uint32_t p = 0; p < processes.size(); ++p)
      match_receives(processes[p], p, definitions, queue, answers, anomalies);
    anomalies.add("messages sent and never received", queue.left());
    return base::kOk;
  }));

  const std::vector<Bytes> answered = transport.exchange(std::move(answers));
  for (std::uint32_t from = 0; from < answered.size(); ++from) {
    for (std::size_t i = 0; i < record_count<PostNotice>(answered[from]); ++i) {
      const PostNotice notice = record_at<PostNotice>(answered[from], i);
      LocationRecords& location = processes[notice.process].locations[notice.record.location];
      location.sends[notice.record.index].late_receiver =
          static_cast<std::uint32_t>(location.late_receivers.size());
      location.late_receivers.push_back(
          {notice.posted, notice.leave, {from, notice.posting_process, notice.post}});
    }
  }
  return base::kOk;
}

}  // namespace tarry::analysis
