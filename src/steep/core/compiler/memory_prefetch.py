"""Prefetching memory: a hint to the processor that changes no result.

When thousands of worlds take turns to step, each one has left the processor's
caches by the time its turn comes again.
"""

from __future__ import annotations

from typing import Any

from steep.core.rule_decorator import rule


@rule
def prefetch(where: object, index: int) -> None:
    """Start loading an array's element, or a record's byte, into the cache.

    Nothing is read, so an index past the end is harmless. Plain Python ignores it.
    """


def compiled_prefetch() -> Any:
    """The compiled twin of `prefetch`, as an LLVM intrinsic. Needs Numba."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
    read, keep, data = number(0), number(3), number(1)

    @intrinsic
    def twin(_typing: Any, where: Any, _index: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            if isinstance(where, types.Array):
                start = context.make_array(where)(context, builder, values[0]).data
                size = context.get_abi_sizeof(context.get_data_type(where.dtype))
            else:
                start, size = values[0], 1
            offset = builder.mul(values[1], context.get_constant(types.intp, size))
            hint = builder.module.declare_intrinsic(
                "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            )
            builder.call(hint, [builder.gep(builder.bitcast(start, byte), [offset]), read, keep, data])
            return context.get_dummy_value()

        return types.void(where, types.intp), generate

    return twin
