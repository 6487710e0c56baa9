"""Rules translated to C and compiled ahead: the native form, and the one for browsers.

`types` knows what the subset of Python has, `unit` writes a file of C, with `statements`, `expressions` and `flow` for
one rule; `compilers` turns it into a library, `libraries` keeps and checks libraries, and `native_rule` calls them.
"""
