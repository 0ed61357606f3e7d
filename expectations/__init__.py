"""Great Expectations suites for every table, and the one function that runs them."""
