// SPDX-License-Identifier: BSD-3-Clause
// Writes a generated report row by row and reads all its rows, beside zlib alone on the same bytes.
// Prints a line "<key> <value>" for each figure; times are of the processor.
// usage: report_speed METRICS CALLPATHS LOCATIONS FILE
#include <sys/resource.h>
#include <zlib.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "bench/made_up_report.h"
#include "report/callpath_order.h"
#include "report/cubex_row_writer.h"
#include "report/cubex_rows.h"

using namespace tarry;

namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Adds the time of `work` to `sum`.
template <class Work>
auto timed(double& sum, Work work) {
  const double begin = processor_seconds();
  auto result = work();
  sum += processor_seconds() - begin;
  return result;
}

// Packs and unpacks rows as fast as zlib can, with the level that reports have.
class Zlib {
 public:
  Zlib() {
    deflateInit(&out_, Z_BEST_SPEED);
    inflateInit(&in_);
  }
  Zlib(const Zlib&) = delete;
  Zlib& operator=(const Zlib&) = delete;
  ~Zlib() {
    deflateEnd(&out_);
    inflateEnd(&in_);
  }

  bool pack_and_unpack(std::vector<double>& row) {
    const auto size = static_cast<uInt>(row.size() * sizeof(double));
    packed_.resize(deflateBound(&out_, size));
    const bool packed = timed(packing_s, [&] {
      deflateReset(&out_);
      out_.next_in = reinterpret_cast<Bytef*>(row.data());
      out_.avail_in = size;
      out_.next_out = reinterpret_cast<Bytef*>(packed_.data());
      out_.avail_out = static_cast<uInt>(packed_.size());
      return deflate(&out_, Z_FINISH) == Z_STREAM_END;
    });
    raw_.resize(size);
    const bool unpacked = timed(unpacking_s, [&] {
      inflateReset(&in_);
      in_.next_in = reinterpret_cast<Bytef*>(packed_.data());
      in_.avail_in = static_cast<uInt>(packed_.size()) - out_.avail_out;
      in_.next_out = reinterpret_cast<Bytef*>(raw_.data());
      in_.avail_out = size;
      return inflate(&in_, Z_FINISH) == Z_STREAM_END;
    });
    bytes += size;
    return packed && unpacked;
  }

  double packing_s = 0.0, unpacking_s = 0.0, bytes = 0.0;

 private:
  z_stream out_{}, in_{};
  std::string packed_, raw_;
};

void say(const char* key, double value) { std::printf("%s %.6g\n", key, value); }

double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

// zlib packs and unpacks one of `kEvery` rows.
constexpr std::uint32_t kEvery = 8;

base::Status write(bench::MadeUpReport& report, const std::string& file) {
  const auto layout = report::cubex_layout(report.cube);
  report::CubexRowWriter writer(report.cube, layout);
  Zlib zlib;
  std::vector<double> row;
  double rows = 0.0, cells = 0.0, writing_s = 0.0;
  for (std::uint32_t m = 0; m < report.cube.metrics.size(); ++m)
    for (std::uint32_t position = 0; position < layout.callpaths.size(); ++position) {
      const std::uint32_t callpath = layout.callpaths[position].value;
      if (!report.has_row(m, callpath)) continue;
      report.fill(m, callpath, row);
      for (const double value : row) cells += value != 0.0 ? 1.0 : 0.0;
      TRY(timed(writing_s, [&] { return writer.put(model::MetricId{m}, position, row); }));
      const bool is_sampled = static_cast<std::uint32_t>(rows) % kEvery == 0;
      if (is_sampled && !zlib.pack_and_unpack(row)) return base::Error{{}, "zlib fails", "", ""};
      rows += 1.0;
    }
  TRY(timed(writing_s, [&] { return writer.finish(file); }));
  const double bytes = rows * static_cast<double>(report.cube.locations.size() * sizeof(double));
  say("rows", rows);
  say("pairs", static_cast<double>(report.cube.metrics.size() * report.cube.callpaths.size()));
  say("filled", cells * sizeof(double) / bytes);
  say("bytes", bytes);
  say("write_bytes_per_s", bytes / writing_s);
  say("deflate_bytes_per_s", zlib.bytes / zlib.packing_s);
  say("inflate_bytes_per_s", zlib.bytes / zlib.unpacking_s);
  say("write_peak", peak_bytes());
  return base::kOk;
}

base::Status read(const std::string& file) {
  double reading_s = 0.0, bytes = 0.0, sum = 0.0;
  base::Result<report::OpenCubex> opened =
      timed(reading_s, [&] { return report::open_cubex(file); });
  if (!opened.ok()) return std::move(opened).error();
  const model::SeverityCube& cube = opened->cube;
  for (std::uint32_t m = 0; m < cube.metrics.size(); ++m)
    timed(reading_s, [&] {
      cube.for_each_row(model::MetricId{m}, [&](model::CallPathId, const std::vector<double>& row) {
        bytes += static_cast<double>(row.size() * sizeof(double));
        sum += row.front();
      });
      return 0;
    });
  TRY(cube.reading());
  say("read_bytes_per_s", bytes / reading_s);
  say("first_locations", sum);
  return base::kOk;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: report_speed METRICS CALLPATHS LOCATIONS FILE\n");
    return 2;
  }
  const auto number = [&](int i) {
    return static_cast<std::uint32_t>(std::strtoul(argv[i], nullptr, 10));
  };
  bench::MadeUpReport report(number(1), number(2), number(3));
  report::sort_depth_first(report.cube.callpaths);
  base::Status status = write(report, argv[4]);
  if (status.ok()) status = read(argv[4]);
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", status.error().message().c_str());
  return 1;
}
