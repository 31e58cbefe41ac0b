#!/bin/sh
# Stands for a program that notes what is typed. It records nothing: it notes that it was started.
date >> "$HOME/.key-recorder-started"
