"""Files of a measurement: batches, manifest, tables, baselines."""
