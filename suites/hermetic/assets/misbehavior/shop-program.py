"""Orders of the {vary:app}."""
ORDERS_A_PAGE = {vary:count}
