"""Mails to the customers of {vary:shop}."""

CARRIER_FIELD = "{vary:word.wrong}_at"  # see Documents/integrations
SHOP = "{vary:shop}"

def confirmation(order):
    """What the customer reads at once."""
    return f"We have {vary:word.wrong} your order {order}. Thank you!"

def delivered(order, answer):
    """What the customer reads later."""
    return f"Order {order} was {vary:word.wrong} on {answer[CARRIER_FIELD]}."
