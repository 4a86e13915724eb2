// SPDX-License-Identifier: BSD-3-Clause
// Makes experiment directories by hand, for tests: the files that measured processes would leave in
// raw/.
#pragma once

#include <fstream>
#include <string>

#include "base/experiment_files.h"
#include "base/temporary_directory.h"
#include "trace/eventlog/log_builder.h"

namespace tarry::trace::finish {

class RecordedExperiment {
 public:
  [[nodiscard]] const std::filesystem::path& path() const { return directory_.path(); }
  [[nodiscard]] std::filesystem::path process(const std::string& name) const {
    return path() / base::kRawFolder / name;
  }

  // `lines` follow the first line of definitions.tsv.
  void add_process(const std::string& name, const std::string& lines,
                   const eventlog::LogBuilder& log) {
    std::filesystem::create_directories(process(name));
    std::ofstream(process(name) / base::kDefinitionsFile) << "tarry-definitions\t3\n" << lines;
    add_log(name, log);
  }
  void add_log(const std::string& name, const eventlog::LogBuilder& log) {
    log.write(process(name) /
              (base::kThreadPrefix + std::to_string(log.header.thread) + base::kEventLogEnding));
  }

  // Returns definitions of rank `rank` of `size` with MPI_Send (0), MPI_Recv (1) and a world.
  static std::string mpi_lines(unsigned rank, unsigned size) {
    const std::string members = rank == 0 ? "0-" + std::to_string(size - 1) : "-";
    return "program\t/home/me/app\n"
           "module\t400000\t400000\t500000\t/home/me/app\n"
           "thread\t0\tMaster thread\n"
           "region\t0\t28\t4\t0\t\tMPI_Send\n"
           "region\t1\t28\t4\t0\t\tMPI_Recv\n"
           "process\t" +
           std::to_string(rank) + "\t" + std::to_string(size) + "\t" + std::to_string(100 + rank) +
           "\tnode\n"
           "comm\t0\t00000000000000000000000000000001\tworld\t" +
           std::to_string(rank) + "\t" + std::to_string(size) + "\t" + members +
           "\t-\tMPI_COMM_WORLD\n";
  }

  // Returns the log of a send from rank 0 to rank 1 or of its receive, inside function 0x400100.
  static eventlog::LogBuilder message_log(unsigned rank) {
    using eventlog::RecordKind;
    const unsigned region = rank == 0 ? 0 : 1;
    eventlog::LogBuilder log;
    log.simple(0, RecordKind::ProgramBegin)
        .simple(10, RecordKind::FunctionEnter, 0x400100)
        .simple(20 + rank, RecordKind::RegionEnter, region)
        .message(25, rank == 0 ? RecordKind::MpiSend : RecordKind::MpiRecv, 1 - rank, 0, 7, 80)
        .simple(30, RecordKind::RegionLeave, region)
        .simple(40, RecordKind::FunctionLeave, 0x400100)
        .simple(50, RecordKind::ProgramEnd);
    return log;
  }

 private:
  base::TemporaryDirectory directory_ = *base::TemporaryDirectory::make();
};

}  // namespace tarry::trace::finish
