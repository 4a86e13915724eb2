// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/picture_data.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "diagnosis/report/finding_phases.h"
#include "report/text_escape.h"

namespace tarry::diagnosis {
namespace {

using Json = nlohmann::ordered_json;

class PictureWriter {
 public:
  explicit PictureWriter(const Diagnosis& diagnosis) : diagnosis_(diagnosis) {}

  Json run(const std::string& program) {
    const Picture& picture = diagnosis_.picture;
    Json made{{"run",
               {{"program", report::valid_utf8(program)},
                {"seconds", diagnosis_.seconds},
                {"period_s", std::chrono::duration<double>(diagnosis_.period).count()},
                {"row", diagnosis_.ranks > 1 ? "rank" : "thread"},
                {"rows", picture.plan.all}}},
              {"columns", picture.plan.columns}};
    made["rows"] = Json::array();
    for (const PictureRow& row : picture.rows)
      made["rows"].push_back({{"number", row.number}, {"cells", cells(row)}});
    made["cells"] = std::move(cells_);
    made["marks"] = Json::array();
    for (const Mark& mark : picture.plan.marks)
      made["marks"].push_back({mark.phase_kind, frame(mark.frame), mark.is_symptom ? 1 : 0});
    made["findings"] = Json::array();
    for (const Finding& finding : diagnosis_.findings)
      made["findings"].push_back(finding_json(finding));
    made["phases"] = phases();
    made["frames"] = std::move(frames_);
    made["labels"] = Json::array();
    for (std::size_t label = 0; label < kLabels; ++label)
      made["labels"].push_back(name_of(static_cast<Label>(label)));
    return made;
  }

 private:
  // Returns the number of a frame in the data and adds it with its callers; -1 for no frame and for
  // the root.
  int frame(FrameId id) {
    if (!id.valid() || id == samples::CallingContextTree::kRoot) return -1;
    const auto known = frame_numbers_.find(id);
    if (known != frame_numbers_.end()) return known->second;
    const int parent = frame(diagnosis_.paths.parent(id));
    frames_.push_back({parent, report::one_line(display_name(diagnosis_.paths[id])),
                       static_cast<int>(diagnosis_.derived[id.index()])});
    return frame_numbers_[id] = static_cast<int>(frames_.size() - 1);
  }

  // Returns the same number, but the root becomes a frame of its own that says so.
  int shown(FrameId id) {
    if (id != samples::CallingContextTree::kRoot) return frame(id);
    const auto [known, is_new] = frame_numbers_.try_emplace(id, static_cast<int>(frames_.size()));
    if (is_new) frames_.push_back({-1, "(no call path)", 0});
    return known->second;
  }

  // Returns pairs of the number of equal columns and the number of the cell.
  Json cells(const PictureRow& row) {
    Json made = Json::array();
    for (const PictureCell& cell : row.cells) {
      const auto [known, is_new] =
          cell_numbers_.try_emplace(std::tuple(cell.frame, cell.mark, cell.tenths), cells_.size());
      if (is_new)
        cells_.push_back({shown(cell.frame),
                          cell.mark == PictureCell::kNone ? -1 : static_cast<int>(cell.mark),
                          cell.tenths});
      made.push_back(cell.columns);
      made.push_back(known->second);
    }
    return made;
  }

  Json finding_json(const Finding& finding) {
    Json causes = Json::array();
    for (const Cause& cause : finding.causes)
      causes.push_back({{"frame", frame(cause.frame)}, {"own", cause.is_own}});
    return {{"kind", finding.phase_kind},
            {"symptom", frame(finding.symptom)},
            {"causes", std::move(causes)}};
  }

  [[nodiscard]] Json phases() const {
    std::vector<std::size_t> order = longest_phases(diagnosis_);
    std::sort(order.begin(), order.end());
    Json made = Json::array();
    for (const std::size_t at : order) {
      const Phase& phase = diagnosis_.phases[at];
      made.push_back({at, seconds_into(diagnosis_, phase.begin),
                      seconds_into(diagnosis_, phase.end), phase.kind});
    }
    return made;
  }

  const Diagnosis& diagnosis_;
  Json frames_ = Json::array();
  std::map<FrameId, int> frame_numbers_;
  Json cells_ = Json::array();
  std::map<std::tuple<FrameId, std::uint32_t, std::uint32_t>, std::size_t> cell_numbers_;
};

}  // namespace

std::string picture_data(const Diagnosis& diagnosis, const std::string& program) {
  return PictureWriter(diagnosis).run(program).dump();
}

}  // namespace tarry::diagnosis
