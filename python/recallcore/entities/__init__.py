"""Finds the entities of a text without a model: names, codes, handles, links, quoted terms, Korean nouns."""

from recallcore.entities.extractor import EntityExtractor, HeuristicExtractor, default_extractor

__all__ = ["EntityExtractor", "HeuristicExtractor", "default_extractor"]
