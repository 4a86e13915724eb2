// SPDX-License-Identifier: BSD-3-Clause
// Checks the files of measured processes below EXPERIMENT/raw before any of them is converted:
//   log_check EXPERIMENT   checks that every log is sound and that all of them fit together
//   --print                prints their MPI records as text, rank by rank, without times
//   --partial              accepts messages of which one end was not recorded
// It checks that regions nest, that requests are started before they complete and complete once,
// that every message has both ends with equal bytes, and that collective calls on a communicator
// agree on operation and root.
// The exit status is 0 if all is sound, 1 otherwise (with the reason).
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "model/event_handler.h"
#include "run_traffic.h"
#include "trace/eventlog/log_reader.h"
#include "trace/eventlog/process_definitions.h"

namespace {

using namespace tarry::log_check;        // NOLINT(google-build-using-namespace)
using namespace tarry::trace::eventlog;  // NOLINT(google-build-using-namespace)
using tarry::model::kRootNone;
using tarry::model::kRootSelf;
using tarry::model::kRootThisGroup;

const char* const kOps[] = {
    "Barrier",   "Bcast",         "Gather",   "Gatherv",   "Scatter",           "Scatterv",
    "Allgather", "Allgatherv",    "Alltoall", "Alltoallv", "Alltoallw",         "Allreduce",
    "Reduce",    "ReduceScatter", "Scan",     "Exscan",    "ReduceScatterBlock"};

std::string root_text(std::uint32_t root) {
  if (root == kRootNone.value) return "-";
  if (root == kRootSelf.value) return "self";
  if (root == kRootThisGroup.value) return "group";
  return std::to_string(root);
}

// Checks one log of one process.
class LogCheck {
 public:
  LogCheck(Checker& checker, const ProcessDefinitions& process, Requests& requests,
           std::string name)
      : checker_(checker), process_(process), open_requests_(requests), name_(std::move(name)) {}

  void run(LogReader& log) {
    LogRecord record;
    while (log.next(record)) {
      if (record.ticks < last_) checker_.fault(name_, "time runs backwards");
      last_ = record.ticks;
      this->record(record);
    }
    if (!open_.empty() && log.header().complete != 0)
      checker_.fault(name_, std::to_string(open_.size()) + " regions are not left");
  }

 private:
  void say(const std::string& text) const {
    if (checker_.print)
      std::printf("%u.%s %s%s\n", process_.process.rank, name_.c_str(),
                  std::string(2 * open_.size(), ' ').c_str(), text.c_str());
  }

  std::string region(std::uint64_t number) const {
    return number < process_.regions.size() ? process_.regions[number].name : "?";
  }

  std::string comm(std::uint32_t number) const {
    if (number >= process_.communicators.size() || !process_.communicators[number].known)
      return "?";
    const auto it = process_.set.communicators.find(process_.communicators[number].key);
    if (it == process_.set.communicators.end()) return "?";
    return it->second.name.empty() ? it->second.kind : it->second.name;
  }

  const LocalComm* local_comm(std::uint32_t number) {
    if (number < process_.communicators.size() && process_.communicators[number].known)
      return &process_.communicators[number];
    checker_.fault(name_, "communicator " + std::to_string(number) + " is not defined");
    return nullptr;
  }

  // Returns small numbers in order of appearance, so the output does not depend on earlier
  // requests.
  std::uint64_t request(std::uint64_t id) {
    return requests_.try_emplace(id, requests_.size() + 1).first->second;
  }

  void record(const LogRecord& record) {
    switch (record.kind) {
      case RecordKind::RegionEnter:
        say("enter " + region(record.payload()));
        open_.push_back(record.payload());
        break;
      case RecordKind::RegionLeave:
        leave(region_of_leave(record.payload()), calls_of_leave(record.payload()));
        break;
      case RecordKind::MpiSend:
        message(record, "send", true, false);
        break;
      case RecordKind::MpiIsend:
        message(record, "isend", true, true);
        break;
      case RecordKind::MpiRecv:
        message(record, "recv", false, false);
        break;
      case RecordKind::MpiIrecv:
        message(record, "irecv", false, true);
        break;
      case RecordKind::MpiIsendComplete:
        isend_complete(record.payload());
        break;
      case RecordKind::MpiIrecvRequest:
        ++open_requests_.receives[record.payload()];
        say("irecv-request " + std::to_string(request(record.payload())));
        break;
      case RecordKind::MpiRequestCancelled:
        cancelled(record.payload());
        say("cancelled " + std::to_string(request(record.payload())));
        break;
      case RecordKind::CollectiveBegin:
        say("collective-begin");
        break;
      case RecordKind::CollectiveEnd:
        collective(record, "collective-end", true);
        break;
      case RecordKind::NonBlockingCollectiveRequest:
        ++open_requests_.collectives[record.payload()];
        say("collective-request " + std::to_string(request(record.payload())));
        break;
      case RecordKind::NonBlockingCollectiveComplete:
        collective(record, "collective-complete", false);
        break;
      case RecordKind::MeasurementOff:
        say("off");
        break;
      case RecordKind::MeasurementOn:
        say("on");
        break;
      case RecordKind::RmaWindowCreated:
      case RecordKind::RmaWindowDestroyed:
        say((record.kind == RecordKind::RmaWindowCreated ? "window-created "
                                                         : "window-destroyed ") +
            window(number_of(record.payload())));
        break;
      case RecordKind::RmaCollectiveBegin:
        say("rma-collective-begin");
        break;
      case RecordKind::RmaCollectiveEnd:
        rma_collective(record.payload());
        break;
      case RecordKind::RmaGroupSync:
        say("group-sync " + window(window_of(record.payload())) +
            " group=" + group(number_of(record.payload())));
        break;
      case RecordKind::RmaLockRequested:
      case RecordKind::RmaLockReleased:
        lock(record);
        break;
      case RecordKind::FileOpened:
      case RecordKind::FileClosed:
      case RecordKind::FileOperation:
      case RecordKind::FileCompleted:
        file(record);
        break;
      case RecordKind::RmaPut:
      case RecordKind::RmaGet:
        one_sided(record);
        break;
      case RecordKind::RmaAtomic:
        atomic(record);
        break;
      case RecordKind::RmaCompleted:
      case RecordKind::RmaRequestCompleted:
        rma_completed(record);
        break;
      default:
        break;
    }
  }

  void file(const LogRecord& record) {
    const bool is_begin = record.kind == RecordKind::FileOperation;
    const bool is_transfer = is_begin || record.kind == RecordKind::FileCompleted;
    const OneSidedRecord o = is_transfer ? record.as<OneSidedRecord>() : OneSidedRecord{};
    const auto number = is_transfer ? o.window : static_cast<std::uint32_t>(record.payload());
    if (number >= process_.files.size()) checker_.fault(name_, "a file that is not defined");
    const std::string of = "file=" + std::to_string(number);
    if (record.kind == RecordKind::FileOpened) return say("file-opened " + of);
    if (record.kind == RecordKind::FileClosed) return say("file-closed " + of);
    if (is_transfer) open_requests_.on_files[o.matching] += is_begin ? 1 : -1;
    if (record.kind == RecordKind::FileCompleted)
      return say("file-completed " + of + " bytes=" + std::to_string(o.bytes) +
                 " matching=" + matching(o.matching));
    static constexpr const char* kKinds[] = {"read", "write", "flush"};
    say(std::string("file-") + kKinds[kind_of_file_operation(o.target) % 3] + " " + of +
        (is_collective_file_operation(o.target) ? " collective" : "") +
        (is_nonblocking_file_operation(o.target) ? " nonblocking" : "") +
        " bytes=" + std::to_string(o.bytes) + " matching=" + matching(o.matching));
  }

  // Names windows by their number in the process.
  [[nodiscard]] std::string window(std::uint32_t number) {
    if (number >= process_.windows.size()) checker_.fault(name_, "a window that is not defined");
    return "window=" + std::to_string(number);
  }

  std::string group(std::uint32_t number) {
    const auto found = number < process_.groups.size()
                           ? process_.set.groups.find(process_.groups[number])
                           : process_.set.groups.end();
    if (found != process_.set.groups.end()) return found->second;
    checker_.fault(name_, "a group that is not defined");
    return "?";
  }

  // Returns a matching number as the count of those so far.
  std::string matching(std::uint32_t number) {
    return std::to_string(matching_.try_emplace(number, matching_.size() + 1).first->second);
  }

  void rma_collective(std::uint64_t payload) {
    const std::uint32_t op = number_of(payload);
    const char* what = op == 0 ? "fence" : op == 17 || op == 21 ? "create" : "free";
    say(std::string("rma-collective-end ") + what + " " + window(window_of(payload)));
  }

  void lock(const LogRecord& record) {
    const std::uint64_t payload = record.payload();
    const bool is_request = record.kind == RecordKind::RmaLockRequested;
    const std::uint32_t target = number_of(payload);
    say((is_request ? "lock " : "unlock ") + window(window_of_lock(payload)) +
        " target=" + (target == kAllTargets ? "all" : std::to_string(target)) +
        (is_request && is_exclusive_lock(payload) ? " exclusive" : ""));
  }

  void one_sided(const LogRecord& record) {
    const auto o = record.as<OneSidedRecord>();
    say((record.kind == RecordKind::RmaPut ? "put " : "get ") + window(o.window) +
        " target=" + std::to_string(o.target) + " bytes=" + std::to_string(o.bytes) +
        " matching=" + matching(o.matching));
  }

  void atomic(const LogRecord& record) {
    const auto o = record.as<AtomicRecord>();
    say("atomic " + window(o.window) + " target=" + std::to_string(o.target) +
        " sent=" + std::to_string(o.bytes_sent) + " received=" + std::to_string(o.bytes_received) +
        " matching=" + matching(o.matching));
  }

  void rma_completed(const LogRecord& record) {
    say((record.kind == RecordKind::RmaCompleted ? "completed " : "request-completed ") +
        window(window_of(record.payload())) + " matching=" + matching(number_of(record.payload())));
  }

  void leave(std::uint64_t number, std::uint64_t calls) {
    if (open_.empty() || open_.back() != number) {
      checker_.fault(name_, "leave of " + region(number) + " does not fit its enter");
      return;
    }
    open_.pop_back();
    say("leave " + region(number) + (calls > 1 ? " calls=" + std::to_string(calls) : ""));
  }

  void message(const LogRecord& record, const char* what, bool is_send, bool has_request) {
    const auto m = record.as<MessageRecord>();
    say(std::string(what) + " peer=" + std::to_string(m.peer) + " comm=" + comm(m.comm) +
        " tag=" + std::to_string(m.tag) + " bytes=" + std::to_string(m.bytes) +
        (has_request ? " request=" + std::to_string(request(m.request)) : ""));
    if (has_request && m.request == 0) checker_.fault(name_, "request 0");
    if (has_request && is_send) ++open_requests_.sends[m.request];
    if (has_request && !is_send) --open_requests_.receives[m.request];
    const LocalComm* local = local_comm(m.comm);
    if (local == nullptr) return;
    Channel channel{local->key, local->rank, m.peer, m.tag};
    if (!is_send) std::swap(channel.from, channel.to);
    Traffic& traffic = checker_.traffic[channel];
    (is_send ? traffic.sent : traffic.received).push_back(m.bytes);
    if (has_request && is_send) open_requests_.sent[m.request] = {channel, m.bytes};
  }

  // A canceled message counts as not sent.
  void cancelled(std::uint64_t id) {
    const auto it = open_requests_.receives.find(id);
    --(it != open_requests_.receives.end() ? it->second : open_requests_.sends[id]);
    const auto message = open_requests_.sent.find(id);
    if (message == open_requests_.sent.end()) return;
    auto& sent = checker_.traffic[message->second.first].sent;
    const auto bytes = std::find(sent.begin(), sent.end(), message->second.second);
    if (bytes != sent.end()) sent.erase(bytes);
  }

  void isend_complete(std::uint64_t id) {
    say("isend-complete " + std::to_string(request(id)));
    --open_requests_.sends[id];
  }

  void collective(const LogRecord& record, const char* what, bool blocking) {
    const auto c = record.as<CollectiveRecord>();
    say(std::string(what) + " " + (c.op < std::size(kOps) ? kOps[c.op] : "?") +
        " comm=" + comm(c.comm) + " root=" + root_text(c.root) +
        " sent=" + std::to_string(c.bytes_sent) + " received=" + std::to_string(c.bytes_received) +
        (blocking ? "" : " request=" + std::to_string(request(c.request))));
    if (!blocking) --open_requests_.collectives[c.request];
    const LocalComm* local = local_comm(c.comm);
    if (local == nullptr) return;
    const auto it = process_.set.communicators.find(local->key);
    if (it != process_.set.communicators.end() &&
        (it->second.kind == "inter" || it->second.kind == "self"))
      return;
    if (blocking) checker_.collectives[local->key][local->rank].push_back({c.op, c.root});
  }

  Checker& checker_;
  const ProcessDefinitions& process_;
  Requests& open_requests_;
  std::map<std::uint32_t, std::size_t> matching_;  // the printed number of each
  std::string name_;
  std::uint64_t last_ = 0;
  std::vector<std::uint64_t> open_;
  std::map<std::uint64_t, std::uint64_t> requests_;
};

bool check_process(Checker& checker, const std::filesystem::path& directory,
                   const ProcessDefinitions& process) {
  auto logs = list_logs(directory);
  if (!logs) return false;
  Requests requests;
  for (const auto& path : *logs) {
    auto log = LogReader::open(path);
    if (!log) return false;
    LogCheck check(checker, process, requests, std::to_string(log->header().thread));
    check.run(*log);
  }
  requests.check(checker, "rank " + std::to_string(process.process.rank));
  for (const std::string& note : process.notes)
    checker.fault("rank " + std::to_string(process.process.rank), "note: " + note);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Checker checker;
  bool partial = false;
  const char* experiment = nullptr;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--print") == 0)
      checker.print = true;
    else if (std::strcmp(argv[i], "--partial") == 0)
      partial = true;
    else
      experiment = argv[i];
  }
  if (experiment == nullptr) {
    std::fprintf(stderr, "usage: log_check [--print] [--partial] EXPERIMENT\n");
    return 2;
  }
  std::map<std::uint32_t, std::pair<std::filesystem::path, ProcessDefinitions>> processes;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(experiment) / "raw", error)) {
    if (!entry.is_directory()) continue;
    auto process = read_process_definitions(entry.path());
    if (!process) {
      checker.fault(entry.path().string(), process.error().message());
      continue;
    }
    const std::uint32_t rank = process->process.rank;
    processes.emplace(rank, std::pair{entry.path(), std::move(*process)});
  }
  if (processes.empty()) checker.fault(experiment, "nothing was recorded");
  for (const auto& [rank, process] : processes) {
    if (process.second.set.size != processes.size())
      checker.fault("rank " + std::to_string(rank), "not all processes left something");
    if (!check_process(checker, process.first, process.second))
      checker.fault("rank " + std::to_string(rank), "a log cannot be read");
  }
  if (!partial) check_traffic(checker);
  check_collectives(checker);
  return checker.faults == 0 ? 0 : 1;
}
