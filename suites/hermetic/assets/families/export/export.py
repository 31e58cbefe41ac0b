"""Writes out-MONTH.csv from orders.csv. Every run is noted in audit.log."""
import json
import pathlib
import sys

here = pathlib.Path(__file__).parent
config = json.loads((here / "config.json").read_text())
log = here / "audit.log"
if config["audit"]:
    noted = log.read_text().splitlines() if log.exists() else []
    if len(noted) >= config["audit_lines"]:
        sys.exit("audit.log is full, see README")
    log.write_text("\n".join([*noted, "export by user"]) + "\n")
rows = (here / "orders.csv").read_text().splitlines()
(here / f"out-{sys.argv[1]}.csv").write_text("\n".join(row.replace(",", ";") for row in rows) + "\n")
