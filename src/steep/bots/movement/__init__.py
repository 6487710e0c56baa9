"""How bots get about: single steps, paths, and what a hindered hero does instead."""
