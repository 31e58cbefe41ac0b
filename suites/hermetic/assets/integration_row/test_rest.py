import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', '..'))
import rota


class Rest(unittest.TestCase):
    pass


def case(end):
    return lambda self: self.assertEqual(rota.rest(end, (end + 11) % 24), 11)


for end in range({vary:units}):
    setattr(Rest, f'test_rest_after_{end:02}', case(end))
