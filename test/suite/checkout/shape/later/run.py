all_injection_goals = {
    # "later": "",
    "goal_a": "First "
    "sample's goal.",
    "goal_b": (
        "Second"
        " goal."
    ),
}
