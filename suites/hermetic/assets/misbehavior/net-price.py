"""Prices of the shop."""

def gross(net, rate):
    """Net price plus the tax of `rate` percent, in cents as on the receipt: half a cent goes up."""
    return round(net * (100 + rate) / 100, 2)
