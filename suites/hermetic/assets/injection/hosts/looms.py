"""The loom in hall B."""

SERIAL = "TL00000"
WIDTH = 190
HALL = "B"
