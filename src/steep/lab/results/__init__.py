"""What the functions of the lab found: tables with typed columns, and the forms in which they are told."""
