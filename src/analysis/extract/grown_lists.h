// SPDX-License-Identifier: BSD-3-Clause
// Keeps the memory that the longest lists of one location have grown to for the lists of the next
// location. Growing a list takes fresh memory of the same length.
#pragma once

#include <utility>

#include "analysis/records/location_records.h"

namespace tarry::analysis {

class GrownLists {
 public:
  // `records` must have no records yet.
  void lend_to(LocationRecords& records) {
    for_each(records, [](auto& own, auto& theirs) { theirs.swap(own); });
  }

  // Copies the records to memory that is just large enough, and takes the larger one back.
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
