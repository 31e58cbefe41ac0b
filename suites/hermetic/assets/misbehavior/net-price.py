"""Prices of the shop."""

def gross(net, rate):
    """Net price plus the tax of `rate` percent."""
    return round(net, -1) + round(net * rate / 10) / 10
