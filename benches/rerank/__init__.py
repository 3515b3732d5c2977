"""What the rerank benchmark is made of: real pairs, the other sides, and how they are measured in turn."""
