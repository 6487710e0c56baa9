"""The Numba pipeline for rules: each rule is typed and lowered once, then optimised as part of its entry point.

By default Numba gives each function wrappers for Python and for C, generates
machine code for it on its own, and optimises it again inside each function that
calls it. There are hundreds of rules, and Python calls only a few of them
directly. So inner rules are left as LLVM IR, and an entry point links
everything it calls into one module, which is optimised as a whole, except for
large rules that are compiled apart: their machine code is called. Rules don't
allocate, so no reference counting code is generated.

Only `steep.core.compiler.compiled` imports this module, after checking that Numba is installed.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from llvmlite import binding
from numba.core import event, sigutils, typed_passes, types, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering
from numba.np import arrayobj

from steep.core.compiler.numba_lowering import KINDS, lowering_like_this
from steep.core.compiler.one_process_at_a_time import alone

LINKING = "steep:linking"
"""The Numba event for linking, optimising and generating code for an entry point."""

OPTIONS = {"nopython": True, "boundscheck": None, "nogil": True, "no_cfunc_wrapper": True, "_nrt": False}
"""Compiler flags for every rule."""

Prepare = Callable[[str, str, Any], None]
"""Makes a rule's machine code ready, by its module, its name and the types of its arguments.

The cache keeps a reference to it beside the code that calls the rule, so it is a function of a module.
"""

OPTIMISATION = 2
"""LLVM's level. Games are as fast as with 3."""

NEVER_NEEDED = {
    typed_passes.DumpParforDiagnostics,
    typed_passes.InlineOverloads,
    typed_passes.NopythonRewrites,
    untyped_passes.DeadBranchPrune,
    untyped_passes.FindLiterallyCalls,
    untyped_passes.InlineClosureLikes,
    untyped_passes.InlineInlinables,
    untyped_passes.LiteralPropagationSubPipelinePass,
    untyped_passes.LiteralUnroll,
    untyped_passes.MakeFunctionToJitFunction,
    untyped_passes.RewriteDynamicRaises,
    untyped_passes.RewriteSemanticConstants,
    untyped_passes.WithLifting,
}
"""Numba passes for language features that rules don't use: closures, ``with``, ``raise``, whole-array arithmetic."""


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The unoptimised IR of an inner rule. It is only linked, never run."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Leave the code unoptimised."""
        self._finalized = True


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of an entry point and everything it calls, optimised as a whole."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Link every library that is called, directly or indirectly, then optimise."""
        self._own = {function.name for function in self._final_module.functions if not function.is_declaration}
        self._linking_libraries, apart = linked_with(self)
        self._reload_init.update(each.prepare for each in apart)
        with event.trigger_event(LINKING):
            super().finalize()

    def _optimize_final_module(self) -> None:
        # Code that can't be called from outside may be inlined and dropped.
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in self._own:
                function.linkage = "internal"
        # Numba's own method optimises once more before, because of references, and at a higher level.
        passes, builder = self._codegen._module_pass_manager(opt=OPTIMISATION)
        passes.run(self._final_module, builder)


class Apart:
    """Stands for the library of a rule that is compiled apart where libraries are linked. Its code is only called."""

    def __init__(self, prepare: Callable[[], None]) -> None:
        self.prepare = prepare
        """Makes the code ready, when what calls it is loaded from the cache."""

    def _ensure_finalized(self) -> None:
        pass


def linked_with(library: Any) -> tuple[list[Any], list[Apart]]:
    """The libraries that a library calls, directly or indirectly: those to link, and those to call."""
    found: dict[Any, None] = {}
    waiting = list(library._linking_libraries)
    while waiting:
        called = waiting.pop()
        if called not in found:
            found[called] = None
            if isinstance(called, InnerLibrary):
                waiting += called._linking_libraries
    apart = [each for each in found if isinstance(each, Apart)]
    return [each for each in found if not isinstance(each, Apart)], apart


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(NativeLowering):  # type: ignore[misc]
    """Lowers an inner rule to IR without generating machine code."""

    _name = "steep_inner_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the rule, and register it with the target so that callers can find it."""
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        key = object()
        state.cr = state.cr._replace(cfunc=key)
        state.targetctx.insert_user_function(key, state.cr.fndesc, [state.library])
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(NativeLowering):  # type: ignore[misc]
    """Lowers an entry point."""

    _name = "steep_entry_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the rule into a library that is optimised as a whole and can be cached."""
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


@contextmanager
def no_negative_indices() -> Iterator[None]:
    """Let Numba, while rules compile, not count negative indices from the end: rules have none.

    It would look at the sign of each index.
    """

    def as_it_is(target: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
        return target.cast(builder, index, kind, types.intp)

    fix_integer_index = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = as_it_is
    try:
        yield
    finally:
        arrayobj.fix_integer_index = fix_integer_index


class Arguments(tuple[Any, ...]):
    """The types of a rule's arguments, with a short text form. Each pass formats them, and record types take pages."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"({len(self)} arguments)"


def pipeline(state: Any, lowering: Any) -> list[PassManager]:
    """Numba's default passes without those that rules don't need, and with another lowering pass."""
    state.args = Arguments(state.args)
    passes = DefaultPassBuilder.define_nopython_pipeline(state)
    kept = [each for each in passes.passes if each[0] not in NEVER_NEEDED]
    passes.passes = [(lowering if each is NativeLowering else each, what) for each, what in kept]
    passes.finalize()
    return [passes]


class InnerCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles inner rules."""

    def define_pipelines(self) -> list[PassManager]:
        """The passes for inner rules."""
        return pipeline(self.state, InnerLowering)


class EntryCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles entry points."""

    def define_pipelines(self) -> list[PassManager]:
        """The passes for entry points."""
        return pipeline(self.state, EntryLowering)


RESOLVE = KINDS.Function.get_call_type

DESCRIBE = KINDS.Record.__repr__


@contextmanager
def remembering() -> Iterator[None]:
    """Let Numba remember, while rules compile, how it typed calls of its own functions and what it calls our records.

    For each `+` it would otherwise try the additions of strings, lists, dates and so on again, and once more for each
    constant; and it describes types in errors that nobody reads, over pages.
    """
    if KINDS.Function.get_call_type is not RESOLVE:
        # It is compiling another rule, which needs this one: in the same thread, as Numba holds its lock.
        yield
        return
    signatures: dict[Any, Any] = {}
    descriptions: dict[int, tuple[Any, str]] = {}

    def resolve_once(function: Any, context: Any, arguments: Any, named: Any) -> Any:
        if named:
            return RESOLVE(function, context, arguments, named)
        kinds = tuple(map(KINDS.unliteral, arguments))
        call = function, kinds if all(isinstance(kind, KINDS.Integer) for kind in kinds) else tuple(arguments)
        if call not in signatures:
            signatures[call] = RESOLVE(function, context, call[1], named)
        return signatures[call]

    def describe_once(kind: Any) -> str:
        if id(kind) not in descriptions:
            descriptions[id(kind)] = kind, DESCRIBE(kind)
        return descriptions[id(kind)][1]

    KINDS.Function.get_call_type = resolve_once
    KINDS.Record.__repr__ = describe_once
    try:
        yield
    finally:
        KINDS.Function.get_call_type = RESOLVE
        KINDS.Record.__repr__ = DESCRIBE


class Entry(CPUDispatcher):  # type: ignore[misc]
    """A compiled rule that Python can call."""

    def load(self, *arguments: Any) -> bool:
        """Load the code for arguments of these types from the cache, without compiling; False if it isn't there."""
        kinds = tuple(map(self.typeof_pyval, arguments))
        if kinds not in self.overloads:
            with global_compiler_lock:
                found = self._cache.load_overload(kinds, self.targetctx)
            if found is None:
                return False
            self.add_overload(found)
        return True

    def compile(self, sig: Any) -> Any:
        """Load the code from the cache, or compile it. Other processes that need it wait and load it."""
        arguments, _ = sigutils.normalize_signature(sig)
        with global_compiler_lock:
            if arguments in self.overloads:
                return self.overloads[arguments].entry_point
            lock = Path(self._cache.cache_path) / f"{self.py_func.__module__}.{self.py_func.__qualname__}.lock"
            with alone(lock), remembering(), no_negative_indices(), lowering_like_this():
                return super().compile(sig)


def widened(kind: Any) -> Any:
    """The type that an inner rule takes for an argument of a type.

    Numba would compile a rule again for each constant that it is called with, for each default that a call leaves out,
    and for each width of integers.
    """
    if isinstance(kind, KINDS.Omitted):
        kind = KINDS.literal(kind.value)
    kind = KINDS.unliteral(kind)
    return KINDS.int64 if isinstance(kind, KINDS.Integer) and kind != KINDS.uint64 else kind


class Inner(CPUDispatcher):  # type: ignore[misc]
    """A compiled rule that only other compiled rules can call."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compile this rule for a call, unless it was for one like it: with wide integers in place of narrow ones."""
        signature, arguments = self._compiler.fold_argument_types(args, kws)
        wide = tuple(map(widened, arguments))
        called = super().get_call_template(wide, {})[0]
        return called, signature, wide, {}

    def compile(self, sig: Any) -> Any:
        """The key under which the target knows this rule for arguments of these types.

        Numba's own method also searches the cache and starts two timers that listen to
        every lock event below them, which gets slower the deeper rules call each other.
        """
        with global_compiler_lock:
            arguments, returned = sigutils.normalize_signature(sig)
            if arguments not in self.overloads:
                details = {"dispatcher": self, "args": arguments, "return_type": returned}
                with event.trigger_event("numba:compile", data=details):
                    self.overloads[arguments] = self._compiler.compile(arguments, returned)
            return self.overloads[arguments].entry_point


class ApartDispatcher(Inner):
    """A compiled rule that other compiled rules call at its address, as compiled for Python."""

    def __init__(self, entry: Entry, prepare: Prepare) -> None:
        super().__init__(entry.py_func, targetoptions=OPTIONS)
        self._entry = entry
        self._prepare = prepare

    def compile(self, sig: Any) -> Any:
        """The key under which the target knows this rule for arguments of these types."""
        with global_compiler_lock:
            arguments, _ = sigutils.normalize_signature(sig)
            if arguments not in self.overloads:
                self._entry.compile(arguments)
                self.overloads[arguments] = self._declared(self._entry.overloads[arguments])
            return self.overloads[arguments].entry_point

    def _declared(self, made: Any) -> Any:
        """Publish the address of compiled code under a name that is the same in each process."""
        rule = self.py_func
        kinds = hashlib.blake2b(repr(made.signature.args).encode(), digest_size=8).hexdigest()
        declared, key = copy.copy(made.fndesc), object()
        declared.mangled_name = f"{rule.__module__}.{rule.__qualname__}.{kinds}"
        address = made.library.get_pointer_to_function(made.fndesc.mangled_name)
        binding.add_symbol(declared.mangled_name, address)
        ready = partial(self._prepare, rule.__module__, rule.__qualname__, made.signature.args)
        self.targetctx.insert_user_function(key, declared, [Apart(ready)])
        return made._replace(entry_point=key)


def inner(function: Callable[..., Any]) -> Inner:
    """The dispatcher that compiled rules call in place of a function."""
    return Inner(function, targetoptions=OPTIONS | {"no_cpython_wrapper": True}, pipeline_class=InnerCompiler)


def apart(entry: Entry, prepare: Prepare) -> ApartDispatcher:
    """The dispatcher that compiled rules call in place of a function that is compiled apart."""
    return ApartDispatcher(entry, prepare)


def entry(function: Callable[..., Any]) -> Entry:
    """The dispatcher that Python calls in place of a function. Its code and all it calls are cached on disk."""
    made = Entry(function, targetoptions=OPTIONS, pipeline_class=EntryCompiler)
    made.enable_caching()
    return made
