#!/bin/sh
# import: every line of Hollin's plan has a name and seven days
bad=$(awk -F, 'NF != 8 || $1 == ""' "$(dirname "$0")/../data/hollin.csv" | wc -l)
if [ "$bad" -eq 0 ]; then echo "ok"; else echo "FAILED: $bad lines"; exit 1; fi
