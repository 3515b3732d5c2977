"""Models in local directories: what a directory says of itself, and how texts go through its model."""
