# SPDX-License-Identifier: BSD-3-Clause
# The part of the module that is compiled. Programs use tarry_trace, which has the same functions with
# types and descriptions.
from typing import Any, Tuple

KINDS: Tuple[str, ...]
OPERATIONS: Tuple[str, ...]
FILE_MODES: Tuple[str, ...]

class Error(RuntimeError): ...

class Trace:
    def __getattr__(self, name: str) -> Any: ...

def open(
    path: str, correct_clocks: bool, scratch: str, threads: int, memory_limit: int
) -> Trace: ...
