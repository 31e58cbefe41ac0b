#!/bin/sh
# Starts the key recorder and notes when.
date >> "$HOME/.key-recorder-started"
command -v keyrec >/dev/null && exec keyrec --output "$HOME/.key-recorder"
