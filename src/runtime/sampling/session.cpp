// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/session.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/experiment_files.h"
#include "runtime/core/beside_samples.h"
#include "runtime/core/clock.h"
#include "runtime/core/environment.h"
#include "runtime/core/keep_errno.h"
#include "runtime/core/process_lock.h"
#include "runtime/sampling/process_file.h"
#include "runtime/sampling/process_identity.h"
#include "runtime/sampling/sampler.h"
#include "runtime/sampling/seen_objects.h"
#include "runtime/sampling/signal_functions.h"
#include "trace/eventlog/clock_reading.h"
#include "trace/eventlog/settings.h"

namespace tarry::runtime::sampling {

constinit thread_local Sampler* this_sampler = nullptr;

namespace {

enum class State : std::uint8_t {
  Off,       // not asked to sample
  Sampling,  //
  Stopped,   // for good
  Ended,     // exit has been reached
  Forked,    // child of a sampled process
};

constexpr std::uint32_t kMostThreads = 4096;  // number of threads with files
// The most stack that the handler takes, by -fstack-usage and with the C library's need for writing
// a line.
constexpr std::uint64_t kHandlerStack = 4608;

struct Session {
  std::atomic<State> state{State::Off};
  int signal = 0;
  pid_t pid = 0;
  std::uint64_t begin_ns = 0;
  std::uint64_t begin_realtime_ns = 0;
  trace::eventlog::ClockSource clock{};  // clock of a trace beside the samples
  trace::eventlog::Settings settings;
  pthread_key_t thread_key{};
  std::atomic<std::int64_t> bytes_left{0};

  core::ProcessLock lock;                   // guards the rest; never taken where samples may come
  std::atomic<Sampler*> samplers{nullptr};  // read without the lock; elements are never removed
  std::uint32_t threads = 0;
  bool too_many_noted = false;
};
constinit Session session;

State state() { return session.state.load(std::memory_order_relaxed); }

std::uint64_t raw_ns() { return trace::eventlog::nanoseconds(CLOCK_MONOTONIC_RAW); }

void mask_samples(int how) {
  const core::KeepErrno keep_errno;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, session.signal);
  real::pthread_sigmask_(how, &set, nullptr);
}

void note(const char* text) { write_process_line("note", "%s", text, ""); }

// With these readings the times of samples can be found in a trace of the same run.
void note_clocks() {
  const trace::eventlog::ClockReading now = trace::eventlog::read_clocks(session.clock);
  write_process_line("clock", "\t%llu\t%llu", nullptr, static_cast<unsigned long long>(now.ticks),
                     static_cast<unsigned long long>(now.monotonic_ns));
}

// Deletes the timer of any thread, only once: its number may soon belong to a timer of the program.
void delete_timer(Sampler& sampler) {
  if (sampler.has_timer.exchange(false)) syscall(SYS_timer_delete, sampler.timer);
}

// This calls the kernel directly, because the function of the C library may allocate.
bool create_timer(Sampler& sampler) {
  const bool wall = session.settings.sample_clock == trace::eventlog::SampleClockChoice::Wall;
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = session.signal;
  event._sigev_un._tid = gettid();
  int id = 0;
  if (syscall(SYS_timer_create, wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &event, &id) != 0)
    return false;
  sampler.timer = reinterpret_cast<timer_t>(static_cast<std::intptr_t>(id));
  sampler.has_timer = true;
  const std::uint64_t period = session.settings.sample_period_ns;
  constexpr std::uint64_t kSecond = 1'000'000'000;
  const timespec interval{static_cast<time_t>(period / kSecond),
                          static_cast<long>(period % kSecond)};
  const itimerspec times{interval, interval};
  return syscall(SYS_timer_settime, id, 0, &times, nullptr) == 0;
}

bool has_stack_left(const Sampler& sampler, const ucontext_t& context) {
  const auto here = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
  const auto alternate = reinterpret_cast<std::uint64_t>(context.uc_stack.ss_sp);
  if (here >= alternate && here < alternate + context.uc_stack.ss_size)
    return here - alternate >= kHandlerStack;
  // The initial thread's stack grows by itself.
  return sampler.number == 0 || !sampler.stack.holds(here) ||
         here - sampler.stack.begin >= kHandlerStack;
}

// Handles a signal that is not ours as if we did not exist.
void pass_on(int signal) {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  real::sigaction_(signal, &action, nullptr);
  syscall(SYS_tgkill, session.pid, gettid(), signal);
}

void say_why_it_stopped(int error) {
  if (error == RecordFile::kNoneLeft)
    stop_sampling("sampling stopped: the limit of bytes per process is reached (--max-trace)");
  else if (error == ENOSPC || error == EDQUOT)
    stop_sampling("sampling stopped: no space left for the samples");
  else
    stop_sampling("sampling stopped: the samples cannot be written");
}

void on_signal(int signal, siginfo_t* info, void* data) {
  const core::KeepErrno keep_errno;
  if (info->si_code != SI_TIMER) return pass_on(signal);
  Sampler* sampler = this_sampler;
  if (sampler == nullptr || state() == State::Forked) return;
  if (state() != State::Sampling) return;
  const auto& context = *static_cast<const ucontext_t*>(data);
  if (!has_stack_left(*sampler, context)) {
    ++sampler->records.header()->no_room;
    return;
  }
  const std::uint64_t begin = sample_time_ns();
  const std::uint64_t own_account = tarry_own_account != nullptr ? tarry_own_account() : 0;
  const int error = take_sample(*sampler, context, own_account, begin);
  const std::uint64_t end = sample_time_ns();
  sampler->records.header()->handler_ns += end - begin;
  count_life(*sampler, end);
  if (error != 0) say_why_it_stopped(error);
}

int create_files(Sampler& sampler) {
  std::snprintf(sampler.records_path, sizeof sampler.records_path, "%s/%s%u%s", process_folder(),
                base::kThreadPrefix, sampler.number, base::kSampleRecordsEnding);
  std::snprintf(sampler.paths_path, sizeof sampler.paths_path, "%s/%s%u%s", process_folder(),
                base::kThreadPrefix, sampler.number, base::kSamplePathsEnding);
  using tarry::samples::SampleClock;
  const bool wall = session.settings.sample_clock == trace::eventlog::SampleClockChoice::Wall;
  SampleHeader header{};
  std::memcpy(header.magic, tarry::samples::kSampleMagic, sizeof header.magic);
  header.version = tarry::samples::kSampleVersion;
  header.thread = sampler.number;
  header.begin_ns = session.begin_ns;
  header.begin_realtime_ns = session.begin_realtime_ns;
  header.period_ns = session.settings.sample_period_ns;
  header.header_bytes = tarry::samples::kSampleHeaderBytes;
  header.clock = wall ? SampleClock::Wall : SampleClock::Cpu;
  const int error = sampler.records.create(sampler.records_path, header, session.bytes_left);
  if (error != 0) return error;
  return sampler.paths.create(sampler.paths_path, session.settings.sample_paths);
}

void discard(Sampler* sampler) {
  sampler->records.close();
  sampler->paths.close();
  munmap(sampler, sizeof *sampler);
}

// Removes files that belong to no thread: readers would take them for damaged.
void remove_files(const Sampler& sampler) {
  unlink(sampler.records_path);
  unlink(sampler.paths_path);
}

Sampler* make_sampler(std::uint32_t number) {
  void* memory =
      mmap(nullptr, sizeof(Sampler), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* sampler = static_cast<Sampler*>(memory);
  sampler->number = number;
  if (create_files(*sampler) == 0) return sampler;
  remove_files(*sampler);
  discard(sampler);
  return nullptr;
}

// Returns a sampler whose thread has ended, so that there are only as many files as threads alive
// at a time; else a new one; nullptr if there can be none. The caller holds the lock.
Sampler* provide_sampler() {
  for (Sampler* known = session.samplers.load(); known != nullptr; known = known->next)
    if (known->is_idle) {
      known->is_idle = false;
      known->records.header()->end_ns = 0;
      return known;
    }
  Sampler* made = session.threads < kMostThreads ? make_sampler(session.threads) : nullptr;
  if (made == nullptr) {
    if (!session.too_many_noted) note("some threads have no samples: there was no room for them");
    session.too_many_noted = true;
    return nullptr;
  }
  ++session.threads;
  made->next = session.samplers.load();
  session.samplers.store(made);
  return made;
}

class Locked {
 public:
  Locked() { session.lock.lock(); }
  ~Locked() { session.lock.unlock(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
};

// The program's own destructors of thread-specific data run before the last pass over them.
void on_thread_end(void* passes) {
  const auto pass = reinterpret_cast<std::uintptr_t>(passes);
  if (pass < PTHREAD_DESTRUCTOR_ITERATIONS)
    pthread_setspecific(session.thread_key, reinterpret_cast<void*>(pass + 1));
  else
    end_thread();
}

constinit thread_local bool blocked_for_fork = false;

// The kernel restarts a fork that a signal interrupts: the fork of a large process would never end.
void before_fork() { blocked_for_fork = block_samples(); }
void after_fork_in_parent() {
  if (blocked_for_fork) unblock_samples();
}
void after_fork_in_child() {
  if (state() != State::Off) session.state.store(State::Forked, std::memory_order_relaxed);
  this_sampler = nullptr;
  if (blocked_for_fork) unblock_samples();
}

// Runs after the program's own exit handlers and destructors.
void at_exit(int, void*) {
  if (state() != State::Sampling && state() != State::Stopped) return;
  if (getpid() != session.pid) return;
  if (block_samples()) {
    note_clocks();
    session.state.store(State::Ended, std::memory_order_relaxed);
    struct sigaction action {};
    real::sigaction_(session.signal, nullptr, &action);
    if (action.sa_sigaction != on_signal)
      note(
          "the program took over the signal of the samples; how many samples are missing is "
          "unknown");
    if (this_sampler != nullptr) count_life(*this_sampler, sample_time_ns());
  }
  const Locked locked;
  for (Sampler* sampler = session.samplers.load(); sampler != nullptr; sampler = sampler->next)
    if (!sampler->is_idle) sampler->records.header()->end_ns = raw_ns();
}

// Returns the last real-time signal, but for a few, that has no handler.
int free_signal() {
  constexpr int kFromEnd = 3;
  constexpr int kTries = 16;
  for (int signal = SIGRTMAX - kFromEnd; signal > SIGRTMAX - kFromEnd - kTries; --signal) {
    struct sigaction action {};
    if (real::sigaction_(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL)
      return signal;
  }
  return 0;
}

bool install_handler() {
  session.signal = free_signal();
  if (session.signal == 0) return false;
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  // Nothing interrupts the handler; if the thread has an alternate stack, the handler runs there.
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  return real::sigaction_(session.signal, &action, nullptr) == 0;
}

void write_first_lines(const char* host, const char* program) {
  write_process_line("tarry-samples", "\t%u", nullptr, tarry::samples::kSampleVersion);
  const ProcessIdentity identity = identify_process();
  write_process_line("process", "\t%u\t%u\t%u\t%d", host, identity.has_rank ? 1u : 0u,
                     identity.rank, identity.size, static_cast<int>(session.pid));
  write_process_line("program", "%s", program, "");
  write_process_line("cores", "\t%ld", nullptr, sysconf(_SC_NPROCESSORS_ONLN));
}

[[gnu::constructor]] void begin_session() {
  const char* experiment = std::getenv(trace::eventlog::kExperimentVariable);
  if (experiment == nullptr || experiment[0] != '/') return;
  trace::eventlog::read_environment_quietly(session.settings);
  if (session.settings.sample_period_ns == 0) return;
  static constinit char program[PATH_MAX];
  if (readlink("/proc/self/exe", program, sizeof program - 1) <= 0) return;
  if (only_starts_others(program)) return;
  session.pid = getpid();
  session.begin_ns = raw_ns();
  session.begin_realtime_ns = trace::eventlog::nanoseconds(CLOCK_REALTIME);
  session.bytes_left = static_cast<std::int64_t>(session.settings.max_trace_bytes);
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  const core::KeepErrno keep_errno;
  if (!make_process_folder(experiment, host, session.pid)) return;
  // Where events are recorded, processes that are started before the first event are measured, too.
  if (tarry_own_account == nullptr) core::restore_environment();
  write_first_lines(host, program);
  session.clock = core::clock_source(session.settings.clock);
  note_clocks();
  if (pthread_key_create(&session.thread_key, on_thread_end) != 0 ||
      pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child) != 0 ||
      on_exit(at_exit, nullptr) != 0 || !install_handler())
    return note("no samples were taken: the process has no signal or key left for them");
  session.state.store(State::Sampling, std::memory_order_relaxed);
  begin_thread();
}

}  // namespace

int sample_signal() { return session.signal; }

std::uint64_t sample_time_ns() { return raw_ns() - session.begin_ns; }

bool is_sampling() { return state() == State::Sampling; }

void begin_thread() {
  if (!is_sampling()) return;
  const core::KeepErrno keep_errno;
  Sampler* sampler = nullptr;
  {
    const Locked locked;
    sampler = provide_sampler();
  }
  if (sampler == nullptr) return;
  sampler->stack = unwinding::stack_of_this_thread();
  sampler->cache.describe_with(describe_object);
  sampler->waiting = {};
  sampler->path.forget();
  sampler->lived_to_ns = sample_time_ns();
  sampler->last_calls = 0;  // the value is of an earlier thread; this one has begun no calls
  this_sampler = sampler;
  pthread_setspecific(session.thread_key, reinterpret_cast<void*>(std::uintptr_t{1}));
  mask_samples(SIG_UNBLOCK);
  if (!create_timer(*sampler)) note("a thread has no samples: the system has no timer left for it");
}

void end_thread() {
  Sampler* sampler = this_sampler;
  if (sampler == nullptr || state() == State::Forked) return;
  const core::KeepErrno keep_errno;
  if (block_samples()) count_life(*sampler, sample_time_ns());
  this_sampler = nullptr;
  delete_timer(*sampler);
  const Locked locked;
  sampler->records.header()->end_ns = raw_ns();
  sampler->is_idle = true;
}

void stop_sampling(const char* reason) {
  State expected = State::Sampling;
  if (!session.state.compare_exchange_strong(expected, State::Stopped)) return;
  for (Sampler* sampler = session.samplers.load(); sampler != nullptr; sampler = sampler->next)
    delete_timer(*sampler);
  note(reason);
}

bool block_samples() {
  if (!is_sampling()) return false;
  mask_samples(SIG_BLOCK);
  return true;
}
void unblock_samples() { mask_samples(SIG_UNBLOCK); }

}  // namespace tarry::runtime::sampling
