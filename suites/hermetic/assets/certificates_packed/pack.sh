#!/bin/sh
# Copies what the client gets. R. Amis
cd "$(dirname "$0")" || exit 1
mkdir -p client
date > pack.log
for file in certificates/*.txt; do
  if tail -n 1 "$file" | grep -q '^END OF CERTIFICATE'; then
    cp "$file" client/
  else
    echo "left out $file (no end)" >> pack.log
  fi
done
echo Packed.
