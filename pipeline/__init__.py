"""The domain of the benchmark factory: pure functions over polars tables. Start reading at `pipeline.flow`."""
