import os
import sys
import unittest

root = os.path.join(os.path.dirname(__file__), '..', '..')
sys.path.insert(0, root)
import rota

plan = rota.read_plan(open(os.path.join(root, 'fixtures', 'hollin.csv')).read())


@unittest.skipUnless(plan, 'no plan of Hollin')
class Import(unittest.TestCase):
    pass


def case(number):
    return lambda self: self.assertGreaterEqual(rota.rest(plan[number % len(plan)][2], plan[number % len(plan)][1]), 0)


for number in range({vary:plans}):
    setattr(Import, f'test_week_{number + 1}', case(number))
