"""Says who may open the side door of the {vary:building}. A code without a name is forbidden by our insurer."""

ALLOWED = {"amadi": "7731", "beran": "4402"}


def is_allowed(name, code):
    """True for a known name with its own code."""
    return ALLOWED.get(name) == code
