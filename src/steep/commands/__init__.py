"""The commands, a module each. They read options and print results, which other packages compute."""
