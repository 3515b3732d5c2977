"""Names that users have, and names that somebody means badly."""

import unicodedata

HOSTILE = [
    "minji@example.com",
    "민지",
    "..",
    ".",
    "../../etc/passwd",
    "/",
    "C:\\Windows",
    "CON",
    "nul.txt",
    "a.",
    "a ",
    " a",
    "-rf",
    "~",
    "🍵",
    "a\nb",
    "a\r\nb",
    "a\0b",
    "x" * 1000,
    "Minji",
    "minji",
    unicodedata.normalize("NFC", "é"),
    unicodedata.normalize("NFD", "é"),
    "name",
    "memories.sqlite",
    ".tmp-1",
]
