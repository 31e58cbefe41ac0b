"""Mails to the customers of {vary:shop}."""

# A name in the carrier's interface, which spells it like that and refuses any other.
CARRIER_FIELD = "recieved_at"


def confirmation(order):
    """What the customer reads at once."""
    return f"We have recieved your order {order}. Thank you!"


def delivered(order, answer):
    """What the customer reads after the delivery."""
    return f"Order {order} was recieved on {answer[CARRIER_FIELD]}."
