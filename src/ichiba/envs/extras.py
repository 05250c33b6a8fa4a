"""The error if a package of an extra is not installed."""


def missing(extra: str, error: ImportError) -> ImportError:
    """An error that says what to install."""
    hint = f"ichiba.envs.{extra} needs more packages ({error}): pip install 'ichiba[{extra}]'"
    return ImportError(hint, name=error.name)
