# SPDX-License-Identifier: BSD-3-Clause
# Rules that OTF2 archives of Score-P follow and that other tools rely on, checked with the output
# of otf2-print. docs/formats/otf2-archives.md describes them in words.
import re

from measured import check

# Kinds of definitions in their order in the file; those with the same number may alternate.
ORDER = {
    "CLOCK_PROPERTIES": 0, "STRING": 1, "PARADIGM": 2, "PARADIGM_PROPERTY": 2, "IO_PARADIGM": 3,
    "SYSTEM_TREE_NODE": 4, "SYSTEM_TREE_NODE_DOMAIN": 4, "SYSTEM_TREE_NODE_PROPERTY": 4,
    "LOCATION_GROUP": 5, "LOCATION": 6, "LOCATION_PROPERTY": 6, "REGION": 7, "GROUP": 8, "COMM": 9, "INTER_COMM": 9,
    "RMA_WIN": 10, "METRIC_MEMBER": 11, "METRIC_CLASS": 12, "PARAMETER": 13, "CALLPATH": 14,
    "ATTRIBUTE": 15, "CART_DIMENSION": 16, "CART_TOPOLOGY": 17, "CART_COORDINATE": 18}

# Roles of the MPI functions, without the prefix.
MPI_ROLES = {
    "ALLOCATE": """
        Win_allocate Win_allocate_shared""",
    "ATOMIC": """
        Accumulate Compare_and_swap Fetch_and_op Get_accumulate Raccumulate Rget_accumulate""",
    "BARRIER": """
        Barrier Ibarrier""",
    "COLL_ALL2ALL": """
        Allgather Allgatherv Allreduce Alltoall Alltoallv Alltoallw Iallgather Iallgatherv
        Iallreduce Ialltoall Ialltoallv Ialltoallw Ineighbor_allgather Ineighbor_allgatherv
        Ineighbor_alltoall Ineighbor_alltoallv Ineighbor_alltoallw Ireduce_scatter
        Ireduce_scatter_block Neighbor_allgather Neighbor_allgatherv Neighbor_alltoall
        Neighbor_alltoallv Neighbor_alltoallw Reduce_scatter Reduce_scatter_block""",
    "COLL_ALL2ONE": """
        Gather Gatherv Igather Igatherv Ireduce Reduce""",
    "COLL_ONE2ALL": """
        Bcast Ibcast Iscatter Iscatterv Scatter Scatterv""",
    "COLL_OTHER": """
        Exscan Iexscan Iscan Scan""",
    "FILE_IO": """
        File_iread File_iread_all File_iread_at File_iread_at_all File_iread_shared
        File_iwrite File_iwrite_all File_iwrite_at File_iwrite_at_all File_iwrite_shared
        File_read File_read_all File_read_all_begin File_read_all_end File_read_at
        File_read_at_all File_read_at_all_begin File_read_at_all_end File_read_ordered
        File_read_ordered_begin File_read_ordered_end File_read_shared File_sync File_write
        File_write_all File_write_all_begin File_write_all_end File_write_at
        File_write_at_all File_write_at_all_begin File_write_at_all_end File_write_ordered
        File_write_ordered_begin File_write_ordered_end File_write_shared""",
    "FILE_IO_METADATA": """
        File_close File_delete File_open File_seek File_seek_shared""",
    "FUNCTION": """
        Buffer_attach Buffer_detach Cancel Cart_coords Cart_create Cart_get Cart_map
        Cart_rank Cart_shift Cart_sub Cartdim_get Comm_compare Comm_create Comm_create_group
        Comm_dup Comm_dup_with_info Comm_free Comm_group Comm_idup Comm_rank
        Comm_remote_group Comm_remote_size Comm_size Comm_split Comm_split_type
        Comm_test_inter Dims_create Dist_graph_create Dist_graph_create_adjacent
        Dist_graph_neighbors Dist_graph_neighbors_count File_get_amode File_get_atomicity
        File_get_byte_offset File_get_group File_get_info File_get_position
        File_get_position_shared File_get_size File_get_type_extent File_get_view
        File_preallocate File_set_atomicity File_set_info File_set_size File_set_view
        Finalize Finalized Get_library_version Graph_create Graph_get Graph_map
        Graph_neighbors Graph_neighbors_count Graphdims_get Group_compare Group_difference
        Group_excl Group_free Group_incl Group_intersection Group_range_excl
        Group_range_incl Group_rank Group_size Group_translate_ranks Group_union Init
        Init_thread Initialized Intercomm_create Intercomm_merge Is_thread_main Query_thread
        Reduce_local Register_datarep Request_free Request_get_status Start Startall Test
        Test_cancelled Testall Testany Testsome Topo_test Wait Waitall Waitany Waitsome
        Win_attach Win_complete Win_create Win_create_dynamic Win_detach Win_fence Win_flush
        Win_flush_all Win_flush_local Win_flush_local_all Win_free Win_get_group Win_lock
        Win_lock_all Win_post Win_shared_query Win_start Win_sync Win_test Win_unlock
        Win_unlock_all Win_wait""",
    "POINT2POINT": """
        Bsend Bsend_init Ibsend Improbe Imrecv Iprobe Irecv Irsend Isend Issend Mprobe Mrecv
        Probe Recv Recv_init Rsend Rsend_init Send Send_init Sendrecv Sendrecv_replace Ssend
        Ssend_init""",
    "RMA": """
        Get Put Rget Rput""",
}

ROLE_OF = {"MPI_" + name: role for role, names in MPI_ROLES.items() for name in names.split()}
PTHREAD_ROLES = {"pthread_create": "THREAD_CREATE", "pthread_join": "THREAD_WAIT"}

DEFINITION = re.compile(r"^([A-Z_]+) +(\d*) +(.*)$")
REGION = re.compile(r'Name: "(.*)" <\d+> \(Aka\. "(.*)" <\d+>\), Descr\.: "(.*)" <\d+>, Role: (\w+), '
                    r'Paradigm: (?:"[^"]*" <)?(\w+)>?, Flags: (\w+), '
                    r'File: (?:"(.*)" <\d+>|(UNDEFINED)), Begin: (\d+), End: (\d+)$')
GROUP = re.compile(r'Name: "(.*?)" <\d+>, Type: (\w+), Paradigm: (?:"[^"]*" <)?(\w+)>?, Flags: \w+, '
                   r'(\d+) Members?(?:: (.*))?$')
COMM = re.compile(r'Name: "(.*?)" <\d+>, Group: ".*?" <(\d+)>, (?:.*, )?Parent: (?:".*" <(\d+)>|UNDEFINED)')
EVENT = re.compile(r"^([A-Z_]+) +(\d+) +(\d+) +(.*)$")
PARADIGMS = {"4": "MPI", "7": "PTHREAD", "3": "OPENMP"}  # those with a name are shown by number
INTERFACES = {"MPI": "MPI", "OPENMP": "OMP", "PTHREAD": "PTHREAD"}

COMPLETING = re.compile("^MPI_(Wait|Test|Request_get_status|Request_free|Finalize|Start|Cancel)")
SENDS = ("MPI_SEND", "MPI_ISEND")
MESSAGES = (*SENDS, "MPI_RECV", "MPI_IRECV", "MPI_IRECV_REQUEST", "MPI_ISEND_COMPLETE",
            "MPI_COLLECTIVE_BEGIN", "MPI_COLLECTIVE_END", "MPI_REQUEST_CANCELLED")


class Region:
    def __init__(self, fields):
        (self.name, self.canonical, self.description, self.role, paradigm, self.flags, self.file, _,
         self.begin, self.end) = fields
        self.paradigm = PARADIGMS.get(paradigm, paradigm)


class Archive:
    """The output of otf2-print for an archive."""

    def __init__(self, test, anchor):
        self.definitions = []  # (kind, id, text)
        for line in self.printed(test, ["otf2-print", "-G", anchor]):
            found = DEFINITION.match(line)
            if found and found[1] in ORDER:
                self.definitions.append((found[1], int(found[2] or 0), found[3]))
        anchor_text = "\n".join(self.printed(test, ["otf2-print", "-A", anchor]))
        self.properties = dict(re.findall(r"Property name +(\S+)\nProperty value +(\S+)", anchor_text))
        self.regions = {}
        for _, number, text in self.of("REGION"):
            found = REGION.match(text)
            check(found, f"a region that is not understood: {text}")
            self.regions[number] = Region(found.groups())
        self.events = {}  # by location: (kind, time, text)
        for line in self.printed(test, ["otf2-print", anchor]):
            found = EVENT.match(line)
            if found:
                self.events.setdefault(int(found[2]), []).append(
                    (found[1], int(found[3]), found[4]))

    @staticmethod
    def printed(test, command):
        outcome = test.run(command)
        check(outcome.status == 0 and "rror" not in outcome.stderr, f"otf2-print: {outcome.stderr}")
        return outcome.stdout.splitlines()

    def of(self, *kinds):
        return [each for each in self.definitions if each[0] in kinds]


def check_order(archive):
    kinds = [ORDER[kind] for kind, _, _ in archive.definitions]
    check(kinds == sorted(kinds), "the definitions are not in their order")
    for kind in set(ORDER) - {"PARADIGM", "COMM", "INTER_COMM"}:
        ids = [number for _, number, _ in archive.of(kind)]
        unnumbered = kind.endswith(("_PROPERTY", "_DOMAIN", "_PROPERTIES", "_COORDINATE"))
        check(unnumbered or len(ids) == len(set(ids)), f"ids of {kind} are not unique")


def check_regions(archive):
    for region in archive.regions.values():
        what = f"region {region.name}"
        check(region.flags == "NONE", f"{what}: flags {region.flags}")
        interface = INTERFACES.get(region.paradigm)
        is_construct = region.paradigm == "OPENMP" and region.name.startswith("!$omp ")
        # Readers cut "pthread_" off from what is of PTHREAD.
        has_other_name = region.paradigm == "PTHREAD" and not region.name.startswith("pthread_")
        if region.role == "ARTIFICIAL" or is_construct or has_other_name or interface is None:
            check(region.file not in INTERFACES.values(), f"{what}: file {region.file}")
            continue
        check(region.file == interface, f"{what}: file {region.file}")
        check((region.begin, region.end) == ("0", "0"), f"{what}: lines")
        check(region.name == region.canonical, f"{what}: canonical name {region.canonical}")
        prefix = {"MPI": "MPI_", "OMP": "omp_", "PTHREAD": "pthread_"}[interface]
        check(region.name.startswith(prefix), f"{what}: not a function of {interface}")
        role = {"MPI": ROLE_OF.get(region.name, region.role), "OMP": "WRAPPER",
                "PTHREAD": PTHREAD_ROLES.get(region.name, "WRAPPER")}[interface]
        check(region.role == role, f"{what}: role {region.role}, not {role}")


def check_system_tree(archive, ranks):
    nodes = {number: text for _, number, text in archive.of("SYSTEM_TREE_NODE")}
    check(re.match(r'Name: "Linux" <\d+>, Class: "machine" <\d+>, Parent: UNDEFINED', nodes[0]),
          f"root of the system tree: {nodes[0]}")
    for number, text in nodes.items():
        check(number == 0 or re.search(r'Class: "node" <\d+>, Parent: "machine::Linux" <0>', text),
              f"node of the system tree: {text}")
    domains = [re.search("Domain: (.*)$", each[2])[1] for each in archive.of("SYSTEM_TREE_NODE_DOMAIN")]
    check(domains == ["MACHINE"] + ["SHARED_MEMORY"] * (len(nodes) - 1), f"domains: {domains}")
    check(archive.of("SYSTEM_TREE_NODE_PROPERTY"), "the machine has no platform")
    groups = archive.of("LOCATION_GROUP")
    check([number for _, number, _ in groups] == list(range(ranks)), "ids of location groups")
    for _, number, text in groups:
        check(re.search(r'Type: PROCESS, Parent: "node::.*" <[1-9]\d*>, Creator: UNDEFINED', text),
              f"location group: {text}")
        check(not archive.of("COMM") or not uses(archive, "MPI") or f'"MPI Rank {number}"' in text,
              f"name of a location group: {text}")
    for _, number, text in archive.of("LOCATION"):
        found = re.search(r'Type: CPU_THREAD, # Events: (\d+), Group: ".*" <(\d+)>', text)
        check(found, f"location: {text}")
        check(int(found[2]) == number % (1 << 32), f"location {number} in group {found[2]}")
        there = len(archive.events.get(number, []))
        check(int(found[1]) == there, f"location {number}: {found[1]} events, but {there}")


def uses(archive, paradigm):
    return any(region.paradigm == paradigm for region in archive.regions.values())


def check_groups(archive, ranks):
    groups = {}
    lists = {}
    for _, number, text in archive.of("GROUP"):
        found = GROUP.match(text)
        check(found, f"a group that is not understood: {text}")
        name, kind, paradigm, count, members = found.groups()
        paradigm = PARADIGMS.get(paradigm, paradigm)
        members = re.findall(r"<(\d+)>" if kind == "COMM_LOCATIONS" else r"(\d+) \(", members or "")
        groups[number] = (kind, paradigm, [int(each) for each in members])
        check(len(members) == int(count), f"members of a group: {text}")
        if kind == "COMM_LOCATIONS":
            check(paradigm not in lists, f"two lists of locations of {paradigm}")
            lists[paradigm] = groups[number][2]
    locations = {number for _, number, _ in archive.of("LOCATION")}
    for kind, paradigm, members in groups.values():
        check(kind in ("COMM_LOCATIONS", "COMM_GROUP", "COMM_SELF"), f"group of type {kind}")
        check(paradigm in lists, f"no list of locations of {paradigm}")
        known = locations if kind == "COMM_LOCATIONS" else range(len(lists[paradigm]))
        check(all(each in known for each in members), f"a group with unknown members: {members}")
        check(kind != "COMM_SELF" or not members, "members of MPI_COMM_SELF")
    check(not uses(archive, "MPI") or lists["MPI"] == list(range(ranks)), "locations of MPI_COMM_WORLD")
    comms = {}
    for _, number, text in archive.of("COMM"):
        found = COMM.match(text)
        check(found and int(found[2]) in groups, f"communicator: {text}")
        check(found[3] is None or int(found[3]) < number, f"parent of a communicator: {text}")
        comms[number] = found[1], groups[int(found[2])]
    if uses(archive, "MPI"):
        check(("MPI_COMM_WORLD", ("COMM_GROUP", "MPI", list(range(ranks)))) in comms.values(),
              "no MPI_COMM_WORLD")
        check(("MPI_COMM_SELF", ("COMM_SELF", "MPI", [])) in comms.values(), "no MPI_COMM_SELF")
    return comms


class Location:
    """Goes through the records of one location."""

    def __init__(self, archive, number):
        self.archive = archive
        self.where = f"location {number}"
        self.stack = []  # (region, records within)
        self.requests = {}  # id: kind of the record that opened it

    def complain(self, condition, what):
        check(condition, f"{self.where}: {what}")

    def innermost(self):
        return self.archive.regions[self.stack[-1][0]].name if self.stack else ""

    def take(self, kind, text):
        if kind == "ENTER":
            self.stack.append((self.region(text), []))
        elif kind == "LEAVE":
            self.complain(self.stack and self.stack[-1][0] == self.region(text),
                          f"leaves what it is not in: {text}")
            region, within = self.stack.pop()
            self.check_call(self.archive.regions[region], within)
        else:
            if self.stack:
                self.stack[-1][1].append(kind)
            if kind in MESSAGES:
                self.check_message(kind, text)

    @staticmethod
    def region(text):
        return int(re.search(r"<(\d+)>$", text)[1])

    def check_message(self, kind, text):
        call = self.innermost()
        self.complain(call.startswith("MPI_"), f"{kind} in '{call}'")
        request = re.search(r"Request: (\d+)", text)
        if request is None:
            return
        request = request[1]
        if kind in ("MPI_ISEND", "MPI_IRECV_REQUEST"):
            self.complain(request not in self.requests, f"request {request} begins twice")
            self.requests[request] = kind
        elif kind in ("MPI_ISEND_COMPLETE", "MPI_IRECV", "MPI_REQUEST_CANCELLED"):
            opened = self.requests.pop(request, None)
            wanted = {"MPI_ISEND_COMPLETE": "MPI_ISEND", "MPI_IRECV": "MPI_IRECV_REQUEST"}
            self.complain(opened == wanted.get(kind, opened), f"{kind} of request {request}")
            self.complain(COMPLETING.match(call), f"{kind} in {call}")

    def check_call(self, region, within):
        """Checks the records of one call, in their order."""
        within = [kind for kind in within if kind in MESSAGES]
        wanted = {
            "MPI_Send": ["MPI_SEND"], "MPI_Ssend": ["MPI_SEND"], "MPI_Bsend": ["MPI_SEND"],
            "MPI_Rsend": ["MPI_SEND"], "MPI_Isend": ["MPI_ISEND"], "MPI_Issend": ["MPI_ISEND"],
            "MPI_Recv": ["MPI_RECV"], "MPI_Irecv": ["MPI_IRECV_REQUEST"],
            "MPI_Sendrecv": ["MPI_SEND", "MPI_RECV"]}.get(region.name)
        if region.role in ("BARRIER", "COLL_ONE2ALL", "COLL_ALL2ONE", "COLL_ALL2ALL", "COLL_OTHER"):
            if region.paradigm == "MPI" and not re.match("MPI_(I|Neighbor)", region.name):
                wanted = ["MPI_COLLECTIVE_BEGIN", "MPI_COLLECTIVE_END"]
        if wanted is None:
            return
        # Nothing is sent to MPI_PROC_NULL.
        wanted = [kind for kind in wanted if kind in within or "COLLECTIVE" in kind]
        self.complain(within == wanted, f"records of {region.name}: {within}")


def check_records(archive):
    clock = re.search(r"Global Offset: (\d+), Length: (\d+)", archive.of("CLOCK_PROPERTIES")[0][2])
    begin, length = int(clock[1]), int(clock[2])
    created = {}
    for number, events in archive.events.items():
        times = [time for _, time, _ in events]
        check(times == sorted(times), f"location {number}: times go back")
        check(begin <= times[0] and times[-1] <= begin + length + 1, f"location {number}: times outside")
        kinds = [kind for kind, _, _ in events if kind != "METRIC"]
        if number >> 32 == 0:
            check((kinds[0], kinds[-1]) == ("PROGRAM_BEGIN", "PROGRAM_END"), f"ends of {number}")
        else:
            check((kinds[0], kinds[-1]) in (("THREAD_BEGIN", "THREAD_END"),
                                            ("THREAD_TEAM_BEGIN", "THREAD_TEAM_END")),
                  f"ends of location {number}: {kinds[0]} and {kinds[-1]}")
        check_program(archive, events)
        location = Location(archive, number)
        for kind, _, text in events:
            location.take(kind, text)
            if kind in ("THREAD_CREATE", "THREAD_BEGIN", "THREAD_END", "THREAD_WAIT"):
                created.setdefault(text, []).append((kind, number % (1 << 32)))
        check(not location.stack, f"location {number}: {location.innermost()} is not left")
        check(not location.requests, f"location {number}: requests without an end")
        check_teams(number, kinds)
    check_threads(archive, created)


def check_program(archive, events):
    """The name at the begin is that of a region, which stands for the program."""
    programs = {(region.canonical, region.name) for region in archive.regions.values()
                if (region.role, region.paradigm) == ("ARTIFICIAL", "MEASUREMENT_SYSTEM")}
    for kind, _, text in events:
        if kind == "PROGRAM_BEGIN":
            path = re.match(r'Name: "(.*)" <\d+>, 0 Arguments', text)[1]
            check((path, path.rsplit("/", 1)[-1]) in programs, f"no region for the program {path}")


def check_teams(number, kinds):
    for at, kind in enumerate(kinds):
        if kind == "THREAD_FORK":
            check(kinds[at + 1] == "THREAD_TEAM_BEGIN", f"location {number}: after a fork {kinds[at + 1]}")
        if kind == "THREAD_TEAM_BEGIN":
            check(kinds[at + 1] == "ENTER", f"location {number}: a team begins with {kinds[at + 1]}")
        if kind == "THREAD_JOIN":
            check(kinds[at - 1] == "THREAD_TEAM_END", f"location {number}: before a join {kinds[at - 1]}")


def check_threads(archive, created):
    """Records of a thread name the same contingent and number, which a communicator defines."""
    comms = {number for _, number, _ in archive.of("COMM")}
    for text, records in created.items():
        contingent = re.match(r'Thread Contingent: ".*" <(\d+)>', text)
        check(contingent and int(contingent[1]) in comms, f"no communicator: {text}")
        check(len({rank for _, rank in records}) == 1, f"threads of several processes: {text}")
        kinds = sorted(kind for kind, _ in records)
        check(kinds[:1] == ["THREAD_BEGIN"] and "THREAD_CREATE" in kinds, f"{text}: {kinds}")


def check_anchor(archive, is_complete=True):
    if uses(archive, "MPI"):
        check(archive.properties.get("OTF2::MPI_COMMUNICATION_COMPLETE") == str(is_complete).lower(),
              f"properties: {archive.properties}")


def check_rules(archive, ranks):
    check_anchor(archive)
    check_order(archive)
    check_regions(archive)
    check_system_tree(archive, ranks)
    check_groups(archive, ranks)
    check_records(archive)
