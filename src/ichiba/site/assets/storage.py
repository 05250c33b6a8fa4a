"""Django's storage of static files: `static(…)` returns URLs with a hash, so browsers keep them."""

from django.contrib.staticfiles.storage import StaticFilesStorage

from ichiba.site.assets.files import version


class HashedFiles(StaticFilesStorage):
    """The files of all finders, under URLs such as "/static/0123456789/site/table.js"."""

    def url(self, name: str | None) -> str:
        """Return the URL of a file."""
        return super().url(f"{version()}/{name}")
