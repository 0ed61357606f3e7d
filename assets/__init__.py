"""The factory as Dagster assets. The only package that imports Dagster; the steps themselves are in `pipeline`."""
