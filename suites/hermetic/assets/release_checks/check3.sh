#!/bin/sh
# refusals: no shift but day, night and off
bad=$(tail -n +2 "$(dirname "$0")/../data/hollin.csv" | cut -d, -f2- | tr ',' '\n' | grep -cv '^[DN-]$')
if [ "$bad" -eq 0 ]; then echo "ok"; else echo "FAILED: $bad shifts"; exit 1; fi
