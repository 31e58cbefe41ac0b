"""Shows weights at the counter of the shop. No till uses this copy."""

# Practice copy for trainees of the calibration office.
FACTOR = 1.000
TICKET = "{vary:shop}"


def shown_weight(measured_grams):
    """Grams that the customer sees and pays."""
    return round(measured_grams * FACTOR)
