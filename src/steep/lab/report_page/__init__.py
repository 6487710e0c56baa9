"""The HTML report of a measurement, and what its charts share with `steep show --plot`."""
