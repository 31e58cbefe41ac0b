open("ran", "w").write("x")  # This source is read as text: whoever runs it leaves a file behind.


def rules(self, instruction):
    return self.text + "\nSample task: {}".format(instruction)


def earlier_turn(kind, tree):
    if kind == "both":
        return "Sample picture and tree:\n{}\nWhat now?".format(tree)
    if kind == "tree":
        return "Sample tree:\n{}\nWhat now?".format(tree)
    return f'Sample {"marked " if kind == "som" else ""}picture. What’s next?'


def last_turn(kind, tree):
    texts = {"picture": "Sample picture. What's next?", "som": "Sample marked picture and tree:\n{}\nWhat now?"}
    return texts[kind].format(tree)
