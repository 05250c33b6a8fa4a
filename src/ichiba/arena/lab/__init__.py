"""The designer's lab: a title with printed and with changed numbers, on the same deals."""
