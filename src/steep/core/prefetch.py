"""Asking for memory before it is needed: a hint to the processor, which changes no outcome.

Where thousands of worlds take a step each in turn, none of them is still in
the processor's caches when its turn comes again.
"""

from __future__ import annotations

from typing import Any

from steep.core.rule import rule


@rule
def prefetch(where: Any, index: int) -> None:
    """Have an array's element, or a record's byte, brought into the cache while other work goes on.

    Nothing is read, so an index beyond the end is harmless. Plain Python has nothing to do here.
    """


def compiled_prefetch() -> Any:
    """The compiled twin of `prefetch`, which no Python can say. Needs Numba."""
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
