"""Labels of the store room."""

WIDTH = 62
PLACE = "{vary:place_name}"
