from net_price import gross

def test_gross():
    assert gross({vary:net}, 20) == {vary:gross}
