"""Results of the lab's functions: tables with typed columns, and their forms as text."""
