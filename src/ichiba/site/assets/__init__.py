"""Style sheets, scripts and pictures: names with a hash of their content, and how they are sent.

Imported by pages. The settings name its storage and its middleware.
"""
