"""The quick player: it decides in microseconds, so that others can look ahead with it."""
