# Sheets of labels with {vary:count} rows
# Author: {vary:author}
# Handed over to {vary:me} on 2 March, who goes on with it and stands here from then on.


def rows(labels):
    return [labels[at : at + {vary:count}] for at in range(0, len(labels), {vary:count})]
