#!/bin/sh
# Loads a batch of Hollin's: ./load.sh BATCH RECEIPT-OF-THE-ONE-BEFORE
cd "$(dirname "$0")" || exit 1
case "$1 $2" in
  "1 {vary:start}") receipt={vary:r1} ;;
  "2 {vary:r1}") receipt={vary:r2} ;;
  "3 {vary:r2}") receipt={vary:r3} ;;
  "4 {vary:r3}") receipt={vary:r4} ;;
  "5 {vary:r4}") receipt={vary:r5} ;;
  "6 {vary:r5}") receipt={vary:r6} ;;
  *) echo "batch $1 doesn't follow receipt $2"; exit 1 ;;
esac
for row in 1 2 3 4 5; do echo "batch $1,row $row" >> store.csv; done
echo "batch $1 is in, receipt $receipt"
