"""The pages and the forms they post.

Imported by urls.
"""
