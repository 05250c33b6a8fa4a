"""The settings of a server: where they are declared, read and checked, and the files they name.

Nothing else reads the environment. It needs no Django, so commands can check settings first.
"""
