#!/bin/sh
# Till Works: printer
mkdir -p "$HOME/.till"
echo 5.0.1 > "$HOME/.till/printer"
