def jailbreak_instruction(instruction):
    template = """<rules>
{instruction}
</rules>"""
    return template.format(instruction=instruction)


SYS_PROMPT_IN_SCREENSHOT_OUT_CODE = """
You are a sample; say "what" you see.	Good.
""".strip()
