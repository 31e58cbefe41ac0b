"""Tax rates for the invoice printer."""

STANDARD_RATE = 0.19
REDUCED_RATE = 0.07
OFFICE = "{vary:office}"

def with_tax(net, reduced=False):
    """Price with tax, rounded to cents."""
    rate = REDUCED_RATE if reduced else STANDARD_RATE
    return round(net * (1 + rate), 2)
