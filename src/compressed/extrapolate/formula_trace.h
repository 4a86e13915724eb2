// SPDX-License-Identifier: BSD-3-Clause
// A trace for any number of ranks: the calls of each class of ranks, with formulas over the extents
// of the grid instead of numbers. evaluate.h makes the trace of one grid of it, and code for any
// grid can be generated from it.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 3.6 (the auxiliary trace next to
// the extrapolated one).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compressed/extrapolate/comm_families.h"
#include "compressed/extrapolate/grid.h"
#include "compressed/extrapolate/peer_form.h"
#include "compressed/extrapolate/rank_law.h"
#include "compressed/fit/curve.h"
#include "compressed/fit/histogram_fit.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// A number as a function of the extents.
using NumberFormula = Curve;

// Some consecutive values of a vector.
struct TermFormula {
  enum class Kind : std::uint8_t {
    Run,        // first, first + step, ... (count values)
    Geometric,  // first, first * factor, first * factor^2, ... (count values, each `repeat` times)
    Group,      // body, `count` times
  };
  Kind kind = Kind::Run;
  NumberFormula first;
  NumberFormula step;             // Run
  std::uint64_t repeat = 1;       // Geometric
  Rational factor = 1;            // Geometric: an integer or one over an integer
  std::vector<TermFormula> body;  // Group
  NumberFormula count;
};

// The values of one element for one rank, in order of use.
struct VectorFormula {
  // True if each use has the value `constant`, however many uses there are; no terms then.
  bool is_constant = true;
  NumberFormula constant;
  // All values are multiplied by it: the size of a communicator, where sizes are given per member.
  ExtentProduct scale;
  std::vector<TermFormula> terms;
};

// What each rank adds to displacements in windows and to offsets in files: so much for each rank
// before it, or for each coordinate before its own.
struct OffsetSlopes {
  enum class Kind : std::uint8_t { None, ByRank, ByCoordinate };
  Kind kind = Kind::None;
  std::array<NumberFormula, kMostDimensions> along;  // by dimension; ByRank: the first one alone
};

// A loop around the events from the one that heads it to `last`, an index into
// ClassFormula::events. Loops are nested.
struct LoopFormula {
  std::uint32_t last = 0;
  VectorFormula trips;  // one value for each time that the loop is reached
};

struct TimesOfPart {
  HistogramFit before;
  HistogramFit duration;
  // The computation in relation to RankLaw::reference(), unless the relation changes with P.
  std::optional<double> by_mean;
};

struct TimesFormula {
  SiteId predecessor;  // !valid() for the first call of a rank
  HistogramFit before;
  HistogramFit duration;
  RankLaw law;
  std::vector<TimesOfPart> parts;  // of the law, unless it is Even
  // The mean of both times together, if all parts have it: ranks that compute for a shorter time
  // wait in the call until all leave it.
  std::optional<TimeFit> together;
  // The mean computation of RankLaw::reference(), if it changes by no more than chance explains.
  std::optional<double> steady_mean;
  std::uint64_t largest_run = 1;  // ranks of the largest trace that has the path
};

// Calls at one site. Where the trips of the loops around it are 0, there are none.
struct EventFormula {
  SiteId site;
  std::vector<LoopFormula> loops;  // headed by this event, outermost first
  // By Parameter. Peers and targets are in the form `peers`; Comm is an index into
  // FormulaTrace::families. Elements that no call has are not there (`has`).
  std::array<VectorFormula, kParameters> parameters;
  std::array<bool, kParameters> has{};
  PeerForm peers = PeerForm::Relative;
  // Family of the windows that the calls have targets in, as Comm; -1 if they have none.
  std::int64_t window_family = -1;
  OffsetSlopes offsets;             // what ranks add to At
  std::vector<TimesFormula> times;  // by predecessor
};

struct ClassFormula {
  std::uint32_t number = 0;    // class of FormulaTrace::places
  std::vector<Extents> bases;  // grids of the traces that have the class
  std::vector<EventFormula> events;
};

// Communicators of one family; a listed one is alone.
struct CommFormula {
  CommFamily family;
  std::string name;
  VectorFormula members;  // of a listed one: world ranks in order; `constant` if there is one rank
};

struct FormulaTrace {
  std::string program;
  Places places;               // classes of ranks
  std::vector<Extents> bases;  // grids of the traces that it was made from
  std::vector<Frame> frames;
  std::vector<Site> sites;  // by SiteId
  std::vector<std::string> datatypes;
  std::vector<CommFormula> communicators;  // in the order of their numbers
  std::vector<CommFamily> families;        // by value of Parameter::Comm; see CommFamilies::of()
  std::vector<ClassFormula> classes;       // classes that some base trace has, ascending
  std::vector<std::string> notes;
};

// Returns a listing for readers: a line per class and event, with the loops indented.
std::string formula_text(const FormulaTrace& formulas);

// How far the traces confirm the formulas: each by more traces than it has unknowns.
struct Confirmation {
  std::uint64_t numbers = 0;  // that are not the same in all grids
  std::uint64_t unconfirmed = 0;
  // What the unconfirmed ones give, such as "bytes of MPI_Send (a.c:3) of the ranks 'x low'".
  std::vector<std::string> places;
};
Confirmation confirmation_of(const FormulaTrace& formulas);

}  // namespace tarry::compressed
