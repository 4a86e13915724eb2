// SPDX-License-Identifier: BSD-3-Clause
#include "launch/launch_syntax.h"

namespace tarry::launch {
namespace {

// Open MPI, PRRTE, MPICH's Hydra and its descendants share the names mpirun and mpiexec; their
// options do not contradict each other.
constexpr std::string_view kMpirunOne =
    "n np c N npernode npersocket ppn perhost H host hosts hostfile machinefile default-hostfile "
    "f x wd wdir path output-filename output-pattern errfile-pattern outfile-pattern bind-to "
    "map-by rank-by membind rf rankfile prefix tune am app configfile appfile timeout stdin xterm "
    "cpu-list cpu-set cpus-per-proc cpus-per-rank max-restarts ompi-server report-uri personality "
    "dvm dvm-uri output display rtos runtime-options genvlist envlist launcher launcher-exec "
    "bootstrap bootstrap-exec rmk ranks-per-proc iface demux profile usize pmi-port order-nodes "
    "localhost tv-id dir preload-files set-cwd-to-session-dir tag umask arch soft "
    "initial-errhandler";
constexpr std::string_view kMpirunTwo = "mca gmca omca prtemca pmixmca genv env gpmixmca tunecfg";
constexpr std::string_view kMpirunNone =
    "v q h V verbose quiet oversubscribe nooversubscribe use-hwthread-cpus report-bindings "
    "allow-run-as-root tag-output timestamp-output bynode byslot bysocket bycore bind-to-core "
    "bind-to-socket bind-to-none nolocal no-local pernode d debug do-not-launch display-map "
    "display-allocation l prepend-rank genvall genvnone envall envnone merge-stderr-to-stdout s "
    "preload-binary enable-recovery disable-recovery noprefix forward-signals continuous "
    "print-all-exitcodes info leave-session-attached keep-fqdn-hostnames nooverlap "
    "get-stack-traces";

constexpr std::string_view kSrunOne =
    "A account acctg-freq B extra-node-info b begin c cpus-per-task comment C constraint container "
    "cpu-bind cpu-freq cpus-per-gpu d dependency D chdir deadline delay-boot e error epilog export "
    "export-file F nodefile G gpus gpu-bind gpu-freq gpus-per-node gpus-per-socket gpus-per-task "
    "gres gres-flags het-group hint i input jobid J job-name L licenses M clusters m distribution "
    "mail-type mail-user mcs-label mem mem-bind mem-per-cpu mem-per-gpu mpi N nodes n ntasks "
    "network "
    "ntasks-per-core ntasks-per-gpu ntasks-per-node ntasks-per-socket o output open-mode p "
    "partition "
    "power prefer priority profile prolog q qos r relative reservation S core-spec signal "
    "slurmd-debug sockets-per-node cores-per-socket threads-per-core t time T threads task-epilog "
    "task-prolog thread-spec time-min tmp tres-bind tres-per-task treewidth uid gid w nodelist W "
    "wait "
    "wckey x exclude";
constexpr std::string_view kSrunNone =
    "bcast compress contiguous disable-status exact exclusive s oversubscribe external-launcher H "
    "hold I immediate K kill-on-bad-exit k no-kill l label X O overcommit overlap pack-group nice "
    "preserve-env propagate pty Q quiet quit-on-interrupt Z no-allocate E requeue reboot "
    "spread-job "
    "u unbuffered use-min-nodes v verbose V h help usage resv-ports";

constexpr LaunchSyntax kSyntaxes[] = {
    {.kind = SyntaxKind::Launcher,
     .names = "mpirun mpiexec orterun prterun prun mpiexec.hydra mpirun.hydra mpirun.openmpi "
              "mpiexec.openmpi mpirun.mpich mpiexec.mpich mpiexec.gforker oshrun shmemrun",
     .one_value = kMpirunOne,
     .two_values = kMpirunTwo,
     .no_value = kMpirunNone,
     .ranks = "n np c",
     .directory = "wd wdir dir",
     .many_programs = true},
    {.kind = SyntaxKind::Launcher,
     .names = "srun",
     .one_value = kSrunOne,
     .two_values = "",
     .no_value = kSrunNone,
     .ranks = "n ntasks",
     .directory = "D chdir",
     .attached = true,
     .many_programs = true},
    {.kind = SyntaxKind::Launcher,
     .names = "aprun",
     .one_value =
         "n pes N pes-per-node d cpus-per-pe S pes-per-numa-node sn numa-nodes-per-node cc "
         "cpu-binding cp cpu-binding-file e environment-override L node-list l "
         "node-list-file E exclude-node-list m memory-per-pe r specialized-cpus j "
         "cpus-per-cu p protection-domain R relaunch t cpu-time-limit D debug C reconnect "
         "i cpus-per-numa P pipes wdir",
     .two_values = "",
     .no_value =
         "a q quiet b bypass-app-transfer T sync-output ss strict-memory-containment B z zone",
     .ranks = "n pes",
     .directory = "wdir",
     .attached = true,
     .many_programs = true},
    {.kind = SyntaxKind::Launcher,
     .names = "jsrun lrun",
     .one_value =
         "n nrs a tasks_per_rs c cpu_per_rs g gpu_per_rs r rs_per_host l latency_priority d "
         "launch_distribution b bind m memory_per_rs E env e stdio_mode h chdir o stdio_stdout "
         "k stdio_stderr t stdio_input p np K rs_per_socket f appfile U use_resource S "
         "save_resources M smpiargs T N P pre_post_exec A erf_input",
     .two_values = "",
     .no_value = "i immediate X exit_on_error v V",
     .ranks = "p np",
     .directory = "h chdir",
     .attached = true},
    {.kind = SyntaxKind::Launcher,
     .names = "ibrun",
     .one_value = "n np o",
     .two_values = "",
     .no_value = "v",
     .ranks = "n np",
     .directory = ""},

    {.kind = SyntaxKind::Wrapper,
     .names = "env",
     .one_value = "u unset C chdir",
     .two_values = "",
     .no_value = "i ignore-environment 0 null v debug",
     .ranks = "",
     .directory = "C chdir",
     .assignments = true,
     .attached = true},
    {.kind = SyntaxKind::Wrapper,
     .names = "numactl",
     .one_value =
         "i interleave p preferred P preferred-many m membind N cpunodebind C physcpubind w "
         "weighted-interleave",
     .two_values = "",
     .no_value = "a all l localalloc b balancing",
     .ranks = "",
     .directory = "",
     .attached = true},
    {.kind = SyntaxKind::Wrapper,
     .names = "taskset",
     .one_value = "",
     .two_values = "",
     .no_value = "a all-tasks c cpu-list p pid",
     .ranks = "",
     .directory = "",
     .positionals = 1},
    {.kind = SyntaxKind::Wrapper,
     .names = "time",
     .one_value = "f format o output",
     .two_values = "",
     .no_value = "a append p portability v verbose q quiet",
     .ranks = "",
     .directory = "",
     .attached = true},
    {.kind = SyntaxKind::Wrapper,
     .names = "timeout",
     .one_value = "k kill-after s signal",
     .two_values = "",
     .no_value = "foreground preserve-status v verbose",
     .ranks = "",
     .directory = "",
     .positionals = 1,
     .attached = true},
    {.kind = SyntaxKind::Wrapper,
     .names = "nice ionice chrt",
     .one_value = "n adjustment c class classdata p T D P",
     .two_values = "",
     .no_value = "t",
     .ranks = "",
     .directory = "",
     .attached = true},
    {.kind = SyntaxKind::Wrapper,
     .names = "stdbuf",
     .one_value = "i input o output e error",
     .two_values = "",
     .no_value = "",
     .ranks = "",
     .directory = "",
     .attached = true},
    {.kind = SyntaxKind::Wrapper,
     .names = "nohup setsid",
     .one_value = "",
     .two_values = "",
     .no_value = "c f w ctty fork wait",
     .ranks = "",
     .directory = ""},
};

}  // namespace

bool in_list(std::string_view list, std::string_view word) {
  if (word.empty()) return false;
  while (!list.empty()) {
    const std::size_t end = list.find(' ');
    if (list.substr(0, end) == word) return true;
    list = end == std::string_view::npos ? std::string_view() : list.substr(end + 1);
  }
  return false;
}

const LaunchSyntax* find_syntax(const std::string& program) {
  const std::string name = program.substr(program.rfind('/') + 1);
  for (const LaunchSyntax& syntax : kSyntaxes)
    if (in_list(syntax.names, name)) return &syntax;
  return nullptr;
}

}  // namespace tarry::launch
