#!/bin/sh
# night shifts: nobody has four in a row
bad=$(grep -c 'N,N,N,N' "$(dirname "$0")/../data/hollin.csv")
if [ "$bad" -eq 0 ]; then echo "ok"; else echo "FAILED: $bad people"; exit 1; fi
