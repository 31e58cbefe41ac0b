"""An agent program for tools/agents/run.ts: calls the tools that FILE lists, over MCP by the Python SDK. mcp_client.py FILE INSTRUCTION CONFIG"""
import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def play(calls_file: str, command: str, args: list[str]) -> None:
    """Calls the tools of the MCP server that this command starts."""
    with open(calls_file, encoding="utf-8") as file:
        calls = json.load(file)
    async with stdio_client(StdioServerParameters(command=command, args=args)) as streams, ClientSession(*streams) as session:
        await session.initialize()

        async def call(name: str, given: dict) -> str:
            result = await session.call_tool(name, given)
            return "\n".join(getattr(part, "text", "") for part in result.content)

        for one in calls:
            seen = await call(one["tool"], one.get("input", {}))
            for _ in range(15):
                if one.get("until", "") in seen:
                    break
                seen = await call("wait", {"seconds": 1})
            else:
                raise RuntimeError(f"{one['until']} was never shown.")


async def main(calls_file: str, instruction: str, config_file: str) -> None:
    with open(config_file, encoding="utf-8") as file:
        desktop = json.load(file)["mcpServers"]["desktop"]
    print(f"My task: {instruction}", flush=True)
    await play(calls_file, desktop["command"], desktop["args"])
    print("It is done.", flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
