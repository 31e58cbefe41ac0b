SYS_PROMPT_V1 = """
You judge a sample. Say {"done": ...} or nothing.
"""


SYS_PROMPT_V2 = """
You judge a sample for the second time.

Look twice.
"""
