#!/bin/sh
# Till Works: drawer
mkdir -p "$HOME/.till"
echo 5.0.4 > "$HOME/.till/drawer"
