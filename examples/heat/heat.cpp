// SPDX-License-Identifier: BSD-3-Clause
// 2-D heat equation with MPI and OpenMP, and a load imbalance that can be switched on.
//
// The plate is cut into strips of rows, one per rank. Each step exchanges the rows at the strip
// borders, relaxes the strip, and then relaxes the hot rows again, which only the last rank owns
// (--imbalance F: F times the work of everyone's relaxation; --hot-ranks N: shared by the last N).
// All ranks agree on the residual at the end of that routine, so the ranks without hot rows wait
// there: that is what a wait-state analysis has to find. The printed checksum does not depend on
// timing.
#include <mpi.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>
#include <vector>

namespace {

constexpr int kSweeps = 10;  // relaxations per step, to have some work

struct Options {
  int size = 256;          // rows and columns of the plate
  int steps = 40;          // time steps
  double imbalance = 0.0;  // extra work of the hot rank, in units of everyone's work
  int hot_ms = 0;          // extra time of the hot rank per step, slept instead of computed
  int hot_ranks = 1;       // the last ranks that share both equally
};

// One rank's strip: `rows` rows of `columns` cells between two halo rows.
struct Strip {
  int rank = 0;
  int ranks = 1;
  int rows = 0;
  int columns = 0;
  std::vector<double> now;
  std::vector<double> next;

  [[nodiscard]] double* row(std::vector<double>& cells, int index) const {
    return cells.data() + static_cast<std::size_t>(index) * static_cast<std::size_t>(columns);
  }
};

void usage() {
  std::fprintf(stderr,
               "usage: heat [--size N] [--steps N] [--imbalance F] [--hot-ms MS]\n"
               "            [--hot-ranks N]\n"
               "  --imbalance F  the last rank relaxes its rows F times more than the others\n"
               "  --hot-ms MS    the last rank is MS milliseconds slower per step (it sleeps)\n"
               "  --hot-ranks N  the last N ranks share both equally\n");
  std::exit(2);
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 >= argc) usage();
    const char* name = argv[i];
    const char* value = argv[i + 1];
    if (std::strcmp(name, "--size") == 0)
      options.size = std::atoi(value);
    else if (std::strcmp(name, "--steps") == 0)
      options.steps = std::atoi(value);
    else if (std::strcmp(name, "--imbalance") == 0)
      options.imbalance = std::atof(value);
    else if (std::strcmp(name, "--hot-ms") == 0)
      options.hot_ms = std::atoi(value);
    else if (std::strcmp(name, "--hot-ranks") == 0)
      options.hot_ranks = std::atoi(value);
    else
      usage();
  }
  if (options.size < 4 || options.steps < 1 || options.imbalance < 0 || options.hot_ranks < 1)
    usage();
  return options;
}

Strip make_strip(const Options& options) {
  Strip strip;
  MPI_Comm_rank(MPI_COMM_WORLD, &strip.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &strip.ranks);
  const int first = options.size * strip.rank / strip.ranks;
  const int last = options.size * (strip.rank + 1) / strip.ranks;
  strip.rows = last - first;
  strip.columns = options.size;
  const auto cells =
      static_cast<std::size_t>(strip.rows + 2) * static_cast<std::size_t>(strip.columns);
  strip.now.assign(cells, 0.0);
  strip.next.assign(cells, 0.0);
  for (int r = 1; r <= strip.rows; ++r)  // a warm left edge
    strip.row(strip.now, r)[0] = strip.row(strip.next, r)[0] = 1.0 + (first + r) % 7;
  return strip;
}

// Sends the rank's own border rows to both neighbors and fills the halo rows with theirs.
void exchange_halo(Strip& strip) {
  const int up = strip.rank > 0 ? strip.rank - 1 : MPI_PROC_NULL;
  const int down = strip.rank + 1 < strip.ranks ? strip.rank + 1 : MPI_PROC_NULL;
  MPI_Request requests[4];
  MPI_Irecv(strip.row(strip.now, 0), strip.columns, MPI_DOUBLE, up, 1, MPI_COMM_WORLD,
            &requests[0]);
  MPI_Irecv(strip.row(strip.now, strip.rows + 1), strip.columns, MPI_DOUBLE, down, 2,
            MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(strip.row(strip.now, 1), strip.columns, MPI_DOUBLE, up, 2, MPI_COMM_WORLD,
            &requests[2]);
  MPI_Isend(strip.row(strip.now, strip.rows), strip.columns, MPI_DOUBLE, down, 1, MPI_COMM_WORLD,
            &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

// Relaxes the strip once, from `now` to `next`, and returns the largest change of a cell.
double relax_rows(Strip& strip) {
  double change = 0.0;
  const int rows = strip.rows;
  const int columns = strip.columns;
  double* const now = strip.now.data();
  double* const next = strip.next.data();
#pragma omp parallel for reduction(max : change) schedule(static)
  for (int r = 1; r <= rows; ++r) {
    const double* const middle = now + static_cast<std::ptrdiff_t>(r) * columns;
    const double* const above = middle - columns;
    const double* const below = middle + columns;
    double* const out = next + static_cast<std::ptrdiff_t>(r) * columns;
    for (int c = 1; c + 1 < columns; ++c) {
      out[c] = 0.25 * (above[c] + below[c] + middle[c - 1] + middle[c + 1]);
      change = std::fmax(change, std::fabs(out[c] - middle[c]));
    }
  }
  return change;
}

// Only the last ranks own hot rows and relax them again; all others wait for the residual.
double relax_hot_rows(Strip& strip, const Options& options, double change) {
  if (strip.rank + options.hot_ranks >= strip.ranks) {
    const int repeats = static_cast<int>(options.imbalance * kSweeps / options.hot_ranks + 0.5);
    for (int i = 0; i < repeats; ++i) change = std::fmax(change, relax_rows(strip));
    if (options.hot_ms > 0) {
      const long microseconds = 1000L * options.hot_ms / options.hot_ranks;
      const timespec pause{microseconds / 1000000, microseconds % 1000000 * 1000};
      nanosleep(&pause, nullptr);
    }
  }
  double residual = 0.0;
  MPI_Allreduce(&change, &residual, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return residual;
}

double time_step(Strip& strip, const Options& options) {
  exchange_halo(strip);
  double change = 0.0;
  for (int sweep = 0; sweep < kSweeps; ++sweep) change = std::fmax(change, relax_rows(strip));
  const double residual = relax_hot_rows(strip, options, change);
  std::swap(strip.now, strip.next);
  return residual;
}

double checksum(Strip& strip) {
  double sum = 0.0;
  for (int r = 1; r <= strip.rows; ++r) {
    const double* const row = strip.row(strip.now, r);
    for (int c = 0; c < strip.columns; ++c) sum += row[c];
  }
  double total = 0.0;
  MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  return total;
}

void solve(const Options& options) {
  Strip strip = make_strip(options);
  double residual = 0.0;
  for (int step = 0; step < options.steps; ++step) residual = time_step(strip, options);
  const double total = checksum(strip);
  if (strip.rank == 0)
    std::printf("heat: %d ranks, residual %.9e, checksum %.9e\n", strip.ranks, residual, total);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  solve(parse(argc, argv));
  MPI_Finalize();
  return 0;
}
