"""Answers the calls of a page: a function of a module of `steep.web`, with its arguments."""

from __future__ import annotations

import importlib
import traceback
from typing import Any

from steep.core.input_errors import InputError, without_folders


def answer(module: str, function: str, arguments: Any) -> dict[str, Any]:
    """Call a function. `arguments` is a list, as the browser's proxy of it.

    The answer has one key: `value`; or `problem`, the sentence of an `InputError`, which names files without their
    folders; or `crash`, the traceback of another exception, which is a fault of Steep's.
    """
    try:
        return {"value": getattr(importlib.import_module(f"steep.web.{module}"), function)(*arguments.to_py())}
    except InputError as error:
        return {"problem": without_folders(str(error))}
    except Exception:
        return {"crash": traceback.format_exc()}
