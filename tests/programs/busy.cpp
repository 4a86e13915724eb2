// SPDX-License-Identifier: BSD-3-Clause
// Does all the time what is hard for who takes samples: allocates, forks, throws, handles signals,
// begins threads, loads libraries, and with MPI (WITH_MPI) exchanges messages meanwhile. What it
// prints must depend on neither the samples nor the time it takes. With `calls` it calls MPI from
// strange stacks as well (busy_calls.h), and its first rank says on the standard error output how
// often all ranks called MPI_Initialized and how much memory each gained at most.
// usage: busy [SECONDS [calls]]
#ifdef WITH_MPI
#define OMPI_SKIP_MPICXX
#define MPICH_SKIP_MPICXX
#include <mpi.h>

#include "busy_calls.h"
#endif

#include <dlfcn.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#define NOINLINE [[gnu::noinline]]

namespace {

volatile double sink;
volatile sig_atomic_t handled;

double now(clockid_t clock = CLOCK_MONOTONIC) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

NOINLINE void throw_from(int depth) {
  const std::string held(static_cast<std::size_t>(depth) + 30, 'x');
  if (depth == 0) throw std::runtime_error(held);
  throw_from(depth - 1);
  sink = sink + static_cast<double>(held.size());
}

long exceptions() {
  long caught = 0;
  for (int i = 0; i < 200; ++i) {
    try {
      throw_from(i % 30);
    } catch (const std::exception& error) {
      caught += static_cast<long>(std::strlen(error.what()));
    }
  }
  return caught;
}

long allocations() {
  std::vector<std::string> kept;
  std::size_t bytes = 0;
  for (int i = 0; i < 5000; ++i) {
    kept.emplace_back(static_cast<std::size_t>(i % 700), 'a');
    bytes += kept.back().size();
    if (kept.size() > 200) kept.erase(kept.begin(), kept.begin() + 150);
  }
  return static_cast<long>(bytes);
}

long children() {
  const long expected = exceptions() + allocations();
  const pid_t child = fork();
  if (child == 0) _exit(exceptions() + allocations() == expected ? 7 : 8);
  int status = 0;
  const pid_t ended = waitpid(child, &status, 0);
  const int shell = std::system("exit 3");
  return (ended == child ? WEXITSTATUS(status) : -1) * 10 + WEXITSTATUS(shell);
}

// Loads libraries that come and go; the code of one lies where that of another was.
long libraries() {
  long found = 0;
  if (void* library = dlopen("libcrypt.so.1", RTLD_NOW | RTLD_LOCAL)) {
    using Crypt = char*(const char*, const char*);
    auto* crypt = reinterpret_cast<Crypt*>(dlsym(library, "crypt"));
    found += std::strncmp(crypt("secret", "$1$salt"), "$1$salt$", 8) == 0 ? 1 : 0;
    dlclose(library);
  }
  if (void* library = dlopen("libz.so.1", RTLD_LAZY | RTLD_LOCAL)) {
    using Checksum = unsigned long(unsigned long, const unsigned char*, unsigned);
    auto* checksum = reinterpret_cast<Checksum*>(dlsym(library, "crc32"));
    const std::vector<unsigned char> bytes(1 << 20, 'a');
    found += checksum(0, bytes.data(), 1u << 20) == checksum(0, bytes.data(), 1u << 20) ? 10 : 0;
    dlclose(library);
  }
  return found;
}

void on_user_signal(int) { handled = handled + 1; }

long signals() {
  static char stack_memory[64 << 10];
  const stack_t stack{stack_memory, 0, sizeof stack_memory};
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = on_user_signal;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR1, &action, nullptr);
  handled = 0;
  for (int i = 0; i < 100; ++i) raise(SIGUSR1);
  return handled;
}

long threads() {
  long sums[4] = {};
  std::vector<std::thread> team;
  for (long& sum : sums) team.emplace_back([&sum] { sum = exceptions() + allocations(); });
  for (std::thread& thread : team) thread.join();
  return sums[0] + sums[1] + sums[2] + sums[3];
}

#ifdef WITH_MPI

constexpr int kMost = 1 << 18;  // number of doubles, beyond what any MPI sends at once

int other_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return 1 - rank;
}

// Exchanges messages between two ranks, from one double to 2 MiB.
long messages() {
  static std::vector<double> sent(kMost, 1), received(kMost);
  const int other = other_rank();
  double sum = 0;
  for (int count = 1; count <= kMost; count *= 4) {
    MPI_Sendrecv(sent.data(), count, MPI_DOUBLE, other, 1, received.data(), count, MPI_DOUBLE,
                 other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum += received[static_cast<std::size_t>(count) - 1];
    MPI_Request requests[2];
    MPI_Irecv(received.data(), count, MPI_DOUBLE, other, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(sent.data(), count, MPI_DOUBLE, other, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    double total = 0;
    MPI_Allreduce(&received[static_cast<std::size_t>(count) - 1], &total, 1, MPI_DOUBLE, MPI_SUM,
                  MPI_COMM_WORLD);
    sum += total;
  }
  return static_cast<long>(sum);
}

// Exchanges messages while another thread is busy.
long messages_beside_thread() {
  std::atomic<bool> ends{false};
  std::thread other([&] {
    while (!ends) sink = static_cast<double>(exceptions() + allocations());
  });
  const long sum = messages();
  ends = true;
  other.join();
  return sum;
}

bool goes_on(double end) {
  int more = now() < end ? 1 : 0;
  MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return more != 0;
}

void begin(int* argc, char*** argv) {
  int provided = 0;
  MPI_Init_thread(argc, argv, *argc > 2 ? MPI_THREAD_MULTIPLE : MPI_THREAD_FUNNELED, &provided);
}

std::vector<long (*)()> call_parts(const char* program) {
  const std::string path(program);
  return busy::call_parts(path.substr(0, path.rfind('/')).c_str());
}

long resident_kib() {
  long pages = 0;
  long resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

void note_calls(long resident_before) {
  long numbers[] = {busy::initialized_calls(), 0};
  long gained = resident_kib() - resident_before;
  long most = 0;
  MPI_Reduce(&numbers[0], &numbers[1], 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&gained, &most, 1, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
  if (other_rank() == 1)
    std::fprintf(stderr, "busy: %ld calls, %ld KiB gained\n", numbers[1], most);
}

// Returns the total of all ranks on the first one; 0 on the others.
long total_of(long wrong) {
  long total = 0;
  MPI_Reduce(&wrong, &total, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  return total;
}

bool prints() { return other_rank() == 1; }

void finish() { MPI_Finalize(); }

#else

long messages_beside_thread() { return 0; }
bool goes_on(double end) { return now() < end; }
void begin(int*, char***) {}
std::vector<long (*)()> call_parts(const char*) { return {}; }
long resident_kib() { return 0; }
void note_calls(long) {}
long total_of(long wrong) { return wrong; }
bool prints() { return true; }
void finish() {}

#endif

}  // namespace

int main(int argc, char** argv) {
  begin(&argc, &argv);
  const double end = now() + (argc > 1 ? std::atof(argv[1]) : 0);
  std::vector<long (*)()> parts = {exceptions, allocations,           children, libraries, signals,
                                   threads,    messages_beside_thread};
  const bool calls = argc > 2;
  if (calls)
    for (const auto part : call_parts(argv[0])) parts.push_back(part);
  std::vector<long> expected;
  for (const auto part : parts) expected.push_back(part());
  const long resident = resident_kib();
  long wrong = 0;
  do {
    for (std::size_t i = 0; i < parts.size(); ++i) wrong += parts[i]() != expected[i];
  } while (goes_on(end));
  wrong = total_of(wrong);
  if (calls) note_calls(resident);
  if (prints()) {
    for (const long value : expected) std::printf("%ld ", value);
    std::printf("%ld wrong\n", wrong);
  }
  finish();
  return 0;
}
