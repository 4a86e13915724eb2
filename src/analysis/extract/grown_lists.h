// SPDX-License-Identifier: BSD-3-Clause
// The room that the longest lists of one location have grown to, kept for those of the next one:
// growing takes as much fresh memory again as a list is long.
#pragma once

#include <utility>

#include "analysis/records/location_records.h"

namespace tarry::analysis {

class GrownLists {
 public:
  // `records` has no records yet.
  void lend_to(LocationRecords& records) {
    for_each(records, [](auto& own, auto& theirs) { theirs.swap(own); });
  }

  // The records are copied to where they have just enough room.
  void take_back(LocationRecords& records) {
    for_each(records, [](auto& own, auto& theirs) {
      auto exact = theirs;
      own = std::move(theirs);
      own.clear();
      theirs = std::move(exact);
    });
  }

 private:
  template <class Visit>
  void for_each(LocationRecords& records, Visit visit) {
    visit(instances_, records.instances);
    visit(sends_, records.sends);
    visit(receives_, records.receives);
    visit(posted_, records.posted);
    visit(collectives_, records.collectives);
  }

  decltype(LocationRecords::instances) instances_;
  decltype(LocationRecords::sends) sends_;
  decltype(LocationRecords::receives) receives_;
  decltype(LocationRecords::posted) posted_;
  decltype(LocationRecords::collectives) collectives_;
};

}  // namespace tarry::analysis
