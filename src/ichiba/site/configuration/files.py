"""The data folder and the files in it. Nobody else on the machine may read them: they hold the
seeds of running games and the hashes of passwords."""

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from ichiba.site.configuration.settings import Configuration, SettingError

FOLDER, FILE = 0o700, 0o600
_KEY = "secret-key"
# SQLite keeps recent changes in files beside the database.
_BESIDE = ("", "-wal", "-shm")


def open_folder(configuration: Configuration) -> Path:
    """Create the data folder if needed, and close it to others."""
    folder = configuration.data
    try:
        folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
        if (folder / _KEY).exists():  # the folder is ours, and not something like /tmp
            _close(folder, FOLDER)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SettingError(f"Cannot use the data folder {folder}: {reason}.") from None
    return folder


def secret_key(configuration: Configuration, folder: Path) -> str:
    """The key from the settings, or one that is generated once and stored."""
    if configuration.secret_key:
        return configuration.secret_key
    file = folder / _KEY
    try:
        if not file.exists():
            _store(secrets.token_urlsafe(50), file)
        _close(file, FILE)
        return file.read_text(encoding="ascii")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SettingError(f"Cannot use the secret key {file}: {reason}.") from None


def database_file(configuration: Configuration, folder: Path) -> Path | None:
    """The file of a SQLite database, created empty if needed; None for a PostgreSQL."""
    chosen = configuration.database
    if chosen is not None and chosen.is_postgres:
        return None
    file = folder / "ichiba.sqlite3" if chosen is None else Path(chosen.name)
    try:
        with suppress(FileExistsError):
            create(file)
        for end in _BESIDE:
            beside = file.with_name(file.name + end)
            if beside.exists():
                _close(beside, FILE)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SettingError(f"Cannot use the database {file}: {reason}.") from None
    return file


def _store(key: str, file: Path) -> None:
    """Write the key in one step: a server that starts at the same moment may have been first."""
    draft = create(file.with_name(f".{_KEY}.{secrets.token_hex(4)}"))
    try:
        draft.write_text(key, encoding="ascii")
        with suppress(FileExistsError):
            os.link(draft, file)
    finally:
        draft.unlink()


def create(file: Path) -> Path:
    """Create an empty file that only its owner can read."""
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))
    return file


def _close(target: Path, mode: int) -> None:
    """Take all rights from other users, if the file is ours."""
    found = target.stat()
    shared = stat.S_IMODE(found.st_mode) & 0o077
    if os.name == "posix" and shared and found.st_uid == os.geteuid():
        target.chmod(mode)


def readable_by_others(target: Path) -> bool:
    """Whether other users of the machine can get at a file or folder."""
    return os.name == "posix" and bool(stat.S_IMODE(target.stat().st_mode) & 0o077)
