"""Shows weights at the counter of the shop."""

# Set by the calibration office.
# Sealed on 12 March: nobody else may change it.
FACTOR = 1.000
TICKET = "{vary:shop}"


def shown_weight(measured_grams):
    """Grams that the customer sees and pays."""
    return round(measured_grams * FACTOR)
