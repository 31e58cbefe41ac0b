"""An agent by ACP's Python SDK for tools/agents/run.ts: calls the tools that FILE lists, of the session's MCP server. acp_agent.py FILE"""
import asyncio
import sys

from acp import PROTOCOL_VERSION, Agent, InitializeResponse, NewSessionResponse, PromptResponse, run_agent, update_agent_message_text
from mcp_client import play


class ScriptedAgent(Agent):
    def on_connect(self, conn) -> None:
        self.client = conn

    async def initialize(self, protocol_version, client_capabilities=None, client_info=None, **_) -> InitializeResponse:
        return InitializeResponse(protocol_version=PROTOCOL_VERSION)

    async def new_session(self, cwd, additional_directories=None, mcp_servers=None, **_) -> NewSessionResponse:
        (self.desktop,) = mcp_servers
        return NewSessionResponse(session_id="scripted")

    async def prompt(self, session_id, prompt, **_) -> PromptResponse:
        task = "".join(block.text for block in prompt)
        await self.client.session_update(session_id, update_agent_message_text(f"My task: {task}\n"))
        await play(sys.argv[1], self.desktop.command, self.desktop.args)
        await self.client.session_update(session_id, update_agent_message_text("It is done."))
        return PromptResponse(stop_reason="end_turn")


asyncio.run(run_agent(ScriptedAgent()))
