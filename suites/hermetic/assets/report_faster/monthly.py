"""The month's report: pieces and money by article. Run by the job of the first night."""


def totals_by_article(rows):
    """Article -> (pieces, pounds). A row that was delivered twice has the same number and counts once."""
    seen = []
    totals = {}
    for number, article, pieces, price in rows:
        if number in seen:
            continue
        seen.append(number)
        before = totals.get(article, (0, 0.0))
        totals[article] = (before[0] + pieces, round(before[1] + pieces * price, 2))
    return totals


def control(rows, totals):
    """Control totals, since the audit. Raises ValueError where the parts don't add up to the whole."""
    counted = []
    pieces, pounds = 0, 0.0
    for number, _, count, price in rows:
        if number not in counted:
            counted.append(number)
            pieces += count
            pounds += count * price
    if pieces != sum(p for p, _ in totals.values()) or abs(pounds - sum(e for _, e in totals.values())) > 0.05:
        raise ValueError('control totals differ')


def report(rows):
    """Lines of the report, sorted by article."""
    totals = totals_by_article(rows)
    control(rows, totals)
    return [f'{article};{pieces};{pounds:.2f}' for article, (pieces, pounds) in sorted(totals.items())]
