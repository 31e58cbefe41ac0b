from net_price import gross

def test_gross():
    assert gross({vary:price.net}, 7) == {vary:price.gross}
