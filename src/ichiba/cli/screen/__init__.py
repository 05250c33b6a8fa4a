"""The full-screen interface of `ichiba play` and `ichiba replay`, made with Textual."""
