def with_rules(task):
    frame = """<rules>
{instruction}
</rules>"""
    return frame.format(instruction=task)


SYS_PROMPT_IN_SCREENSHOT_OUT_CODE = """
You are a sample; say "what" you see.	Good.
""".strip()
