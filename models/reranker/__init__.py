"""Trains, exports and checks the default reranker, a cross-encoder made of multilingual-e5-small."""
