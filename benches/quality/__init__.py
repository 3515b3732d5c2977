"""Recall quality: judged questions in, figures per system and category out, with paired intervals."""
