# Sheets of labels with {vary:count} rows
# Author: {vary:author}
# All rights reserved. Not to be handed on under another name.


def rows(labels):
    return [labels[at : at + {vary:count}] for at in range(0, len(labels), {vary:count})]
