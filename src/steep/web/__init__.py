"""What the pages in the browser call, in their worker. Each module is the Python side of one page, and thin."""
