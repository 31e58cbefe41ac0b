#!/bin/sh
# Till Works: core
mkdir -p "$HOME/.till"
echo 5.0.2 > "$HOME/.till/core"
