"""The configuration of Sphinx for scripts/docs_site.py."""

import ichiba

project = "Ichiba"
version = release = ichiba.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = f"Ichiba {release}"
html_copy_source = False
html_show_copyright = False  # the license is in the README
myst_heading_anchors = 3
# Headings that skip a level, and the language of a drawing that Pygments doesn't know.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
autodoc_typehints = "signature"
autodoc_default_options = {"exclude-members": "__init__"}
