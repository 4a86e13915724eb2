// SPDX-License-Identifier: BSD-3-Clause
// Particles that attract each other: every rank moves its share and sums the forces of all. Two
// tiny functions are called for every pair, so nearly all events of a full trace belong to them;
// functions that communicate are called once a step.
//
// usage: particles [particles [steps]]
#include <mpi.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace {

constexpr double kTimeStep = 1e-4;
constexpr double kSoftening = 1e-2;

struct Vector {
  double x = 0.0;
  double y = 0.0;
};

struct Share {
  std::size_t begin = 0;  // particles of this rank
  std::size_t end = 0;
  std::vector<int> counts;   // number of doubles of each rank
  std::vector<int> offsets;  // their begin
};

double squared_distance(const Vector& a, const Vector& b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  return dx * dx + dy * dy + kSoftening;
}

void add_attraction(const Vector& on, const Vector& by, Vector& force) {
  const double squared = squared_distance(on, by);
  const double strength = 1.0 / (squared * std::sqrt(squared));
  force.x += strength * (by.x - on.x);
  force.y += strength * (by.y - on.y);
}

Vector force_on(std::size_t particle, const std::vector<Vector>& places) {
  Vector force;
  for (const Vector& other : places) add_attraction(places[particle], other, force);
  return force;
}

void move(Vector& place, Vector& speed, const Vector& force) {
  speed.x += kTimeStep * force.x;
  speed.y += kTimeStep * force.y;
  place.x += kTimeStep * speed.x;
  place.y += kTimeStep * speed.y;
}

// All ranks learn the positions of all particles.
void exchange(const Share& share, std::vector<Vector>& places) {
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, &places[0].x, share.counts.data(),
                 share.offsets.data(), MPI_DOUBLE, MPI_COMM_WORLD);
}

void time_step(const Share& share, std::vector<Vector>& places, std::vector<Vector>& speeds) {
  std::vector<Vector> forces;
  for (std::size_t i = share.begin; i < share.end; ++i) forces.push_back(force_on(i, places));
  for (std::size_t i = share.begin; i < share.end; ++i)
    move(places[i], speeds[i - share.begin], forces[i - share.begin]);
  exchange(share, places);
}

Share deal_out(std::size_t particles) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  Share share;
  for (int r = 0; r < ranks; ++r) {
    const std::size_t begin = particles * r / ranks;
    const std::size_t end = particles * (r + 1) / ranks;
    share.offsets.push_back(static_cast<int>(2 * begin));
    share.counts.push_back(static_cast<int>(2 * (end - begin)));
    if (r != rank) continue;
    share.begin = begin;
    share.end = end;
  }
  return share;
}

std::vector<Vector> first_places(std::size_t particles) {
  std::vector<Vector> places(particles);
  for (std::size_t i = 0; i < particles; ++i) {
    const double angle = 2.4 * static_cast<double>(i);
    const double radius = std::sqrt(static_cast<double>(i + 1) / static_cast<double>(particles));
    places[i] = {radius * std::cos(angle), radius * std::sin(angle)};
  }
  return places;
}

double checksum(const std::vector<Vector>& places) {
  return std::accumulate(places.begin(), places.end(), 0.0, [](double sum, const Vector& place) {
    return sum + std::abs(place.x) + std::abs(place.y);
  });
}

void simulate(std::size_t particles, int steps) {
  const Share share = deal_out(particles);
  std::vector<Vector> places = first_places(particles);
  std::vector<Vector> speeds(share.end - share.begin);
  for (int step = 0; step < steps; ++step) time_step(share, places, speeds);
  if (share.begin == 0 && share.end > 0) std::printf("checksum %.12f\n", checksum(places));
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int particles = argc > 1 ? std::atoi(argv[1]) : 400;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 5;
  if (particles < 1 || steps < 1) {
    std::fprintf(stderr, "usage: particles [particles [steps]]\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  simulate(static_cast<std::size_t>(particles), steps);
  MPI_Finalize();
}
