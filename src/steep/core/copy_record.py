"""Copies a record onto another of the same class, in all three forms, driven by its declaration."""

from __future__ import annotations

from typing import Any

from steep.core.record import fields_of
from steep.core.rule_decorator import R, rule


@rule
def copy_record(target: R, source: R) -> None:
    """Copy all numbers of a record onto another of the same class. The class has no planes, tables or records."""
    if hasattr(source, "dtype"):
        names = source.dtype.names
    else:
        fields = fields_of(type(source))
        assert all(field.shape is None and field.of is None for field in fields), type(source)
        names = [field.name for field in fields]
    for name in names:
        setattr(target, name, getattr(source, name))


def compiled_copy_record() -> Any:
    """The compiled twin of `copy_record`, as a copy of bytes. Needs Numba."""
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    @intrinsic
    def twin(_typing: Any, target: Any, source: Any) -> Any:
        assert target.dtype == source.dtype

        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            cgutils.raw_memcpy(builder, *values, context.get_constant(types.intp, source.size), 1)
            return context.get_dummy_value()

        return types.void(target, source), generate

    return twin
