import unittest

from net_price import gross

class GrossPrice(unittest.TestCase):
    def test_standard_rate(self):
        self.assertAlmostEqual(gross(50, 20), 60, places=2)

    def test_reduced_rate(self):
        self.assertAlmostEqual(gross(80, 7), 85.6, places=2)

    def test_no_tax(self):
        self.assertAlmostEqual(gross(19.99, 0), 19.99, places=2)

    def test_half_a_cent(self):
        self.assertAlmostEqual(gross(35.5, 7), 37.99, places=3)
        self.assertAlmostEqual(gross(81.5, 7), 87.21, places=3)

    def test_less_than_half_a_cent(self):
        self.assertAlmostEqual(gross(1.2, 7), 1.28, places=3)
