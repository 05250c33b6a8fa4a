"""The designer's lab for the operator of a site: studies of changed numbers, one at a time."""
