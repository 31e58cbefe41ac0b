import time
import unittest

from monthly import report


class Report(unittest.TestCase):
    def test_lines(self):
        rows = [(1, '{vary:article}', 4, 12.5), (2, 'tips', 1, 8.0), (2, 'tips', 1, 8.0)]
        self.assertEqual(report(rows), sorted(['tips;1;8.00', '{vary:article};4;50.00']))

    def test_speed(self):
        rows = [(at, f'article {at % 40}', 1, 2.0) for at in range(20000)]
        start = time.process_time()
        self.assertEqual(len(report(rows)), 40)
        self.assertLess(time.process_time() - start, 1)
