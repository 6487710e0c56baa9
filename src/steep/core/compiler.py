"""How Numba compiles rules: each is typed and lowered once, and optimised once, within the entry point that calls it.

By itself Numba gives every function wrappers for Python and for C, and
optimises it and makes machine code of it alone, and once more within each
function that calls it. Of some hundreds of rules that call each other only the
few that Python calls need any of that. So a rule within others stays as it was
lowered, and an entry point links all that it calls, at any remove, into one
module, which is optimised as a whole. Rules allocate nothing, so no code is made that counts references.

It is imported by `steep.core.compiled` only, once Numba is known to be there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import event, sigutils, typed_passes, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

LINKING = "steep:linking"
"""The event that an entry point is linked, optimised and made machine code of."""

OPTIONS = {"nopython": True, "boundscheck": None, "nogil": True, "no_cfunc_wrapper": True, "_nrt": False}
"""Of all rules."""

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
"""Numba's passes for what no rule holds: closures, ``with``, ``raise``, arithmetic on whole arrays."""


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a rule within others, as it was lowered. It is only ever linked."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Leave the code as it is."""
        self._finalized = True


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of an entry point and of all that it calls, optimised as a whole."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Link all libraries at any remove, and optimise."""
        self._own = {function.name for function in self._final_module.functions if not function.is_declaration}
        self._linking_libraries = linked_with(self)
        with event.trigger_event(LINKING):
            super().finalize()

    def _optimize_final_module(self) -> None:
        # What nobody outside can call may be inlined and dropped at will.
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in self._own:
                function.linkage = "internal"
        super()._optimize_final_module()


def linked_with(library: Any) -> list[Any]:
    """The libraries that a library calls, at any remove."""
    found: dict[Any, None] = {}
    waiting = list(library._linking_libraries)
    while waiting:
        called = waiting.pop()
        if called not in found:
            found[called] = None
            if isinstance(called, InnerLibrary):
                waiting += called._linking_libraries
    return list(found)


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(NativeLowering):  # type: ignore[misc]
    """Lowers a rule within others. No machine code is made of it."""

    _name = "steep_inner_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower it, and let the target know under which key callers find it."""
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
        """Lower it into a library that optimises as a whole, and that can be cached."""
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class Arguments(tuple[Any, ...]):
    """The types of a rule's arguments. Every pass spells them out for who listens; a record's takes pages."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"({len(self)} arguments)"


def pipeline(state: Any, lowering: Any) -> list[PassManager]:
    """Numba's own passes, less those that no rule needs, with another lowering."""
    state.args = Arguments(state.args)
    passes = DefaultPassBuilder.define_nopython_pipeline(state)
    kept = [each for each in passes.passes if each[0] not in NEVER_NEEDED]
    passes.passes = [(lowering if each is NativeLowering else each, what) for each, what in kept]
    passes.finalize()
    return [passes]


class InnerCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles rules within others."""

    def define_pipelines(self) -> list[PassManager]:
        """Its passes."""
        return pipeline(self.state, InnerLowering)


class EntryCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles entry points."""

    def define_pipelines(self) -> list[PassManager]:
        """Its passes."""
        return pipeline(self.state, EntryLowering)


class Entry(CPUDispatcher):  # type: ignore[misc]
    """A rule as Python calls it."""

    def load(self, *arguments: Any) -> bool:
        """Have it ready for such arguments without compiling; False where the cache does not hold it."""
        kinds = tuple(map(self.typeof_pyval, arguments))
        if kinds not in self.overloads:
            with global_compiler_lock:
                found = self._cache.load_overload(kinds, self.targetctx)
            if found is None:
                return False
            self.add_overload(found)
        return True


class Inner(CPUDispatcher):  # type: ignore[misc]
    """A rule as other rules call it. Python cannot."""

    def compile(self, sig: Any) -> Any:
        """The key of the rule for arguments of these types.

        Numba's own also looks into the cache, and has two timers run that are told of every lock: each of them
        hears of all that happens within, so the deeper rules call each other, the more is heard.
        """
        with global_compiler_lock:
            arguments, returned = sigutils.normalize_signature(sig)
            if arguments not in self.overloads:
                details = {"dispatcher": self, "args": arguments, "return_type": returned}
                with event.trigger_event("numba:compile", data=details):
                    self.overloads[arguments] = self._compiler.compile(arguments, returned)
            return self.overloads[arguments].entry_point


def inner(function: Callable[..., Any]) -> Inner:
    """What compiled rules call in place of a function."""
    return Inner(function, targetoptions=OPTIONS | {"no_cpython_wrapper": True}, pipeline_class=InnerCompiler)


def entry(function: Callable[..., Any]) -> Entry:
    """What Python calls in place of a function. It is cached on disk, with all that it calls."""
    made = Entry(function, targetoptions=OPTIONS, pipeline_class=EntryCompiler)
    made.enable_caching()
    return made
