import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import sharp from 'sharp';
import { z } from 'zod';

const partsSchema = z.array(z.looseObject({ text: z.string().optional(), data: z.string().optional() }));

export async function tryServedDesktop(): Promise<string[]> {
  const faults: string[] = [];
  for (const tools of ['gui+shell', 'gui+files']) {
    const client = new Client({ name: 'person', version: '1.0.0' });
    const command = fileURLToPath(new URL('../../bin/osharm', import.meta.url));
    await client.connect(
      new StdioClientTransport({ command, args: ['desktop', 'mcp', '--tools', tools], stderr: 'inherit' }),
      { timeout: 120_000 },
    );
    const call = async (name: string, input: Record<string, unknown> = {}) => {
      const { content } = await client.callTool({ name, arguments: input });
      const parts = partsSchema.parse(content);
      return { text: parts.map(({ text }) => text ?? '').join('\n'), picture: parts.find(({ data }) => data)?.data };
    };
    const expect = (holds: boolean, what: string): void => {
      if (!holds) faults.push(`${tools}: ${what}`);
    };
    const { width, height } = await sharp(Buffer.from((await call('screenshot')).picture ?? '', 'base64')).metadata();
    expect(width === 1920 && height === 1080, `a screenshot of ${width}x${height}`);
    let { text } = await call('press_keys', { keys: 'ctrl+alt+t' });
    for (let looks = 0; !text.includes('terminal\t') && looks < 15; looks += 1) ({ text } = await call('wait'));
    await call('type_text', { text: 'echo typed-$((20 + 3)) > typed.txt\n' });
    await call('wait', { seconds: 2 });
    if (tools === 'gui+shell') {
      const ran = await call('run_command', { command: 'cat typed.txt; id -un; exit 3' });
      expect(ran.text === 'typed-23\nuser\n[exit code 3]\n', `a command printed ${JSON.stringify(ran.text)}`);
    } else {
      const read = await call('read_file', { path: 'typed.txt' });
      expect(read.text === 'typed-23\n', `a file read ${JSON.stringify(read.text)}`);
      await call('write_file', { path: 'new.txt', content: 'a' });
      const missing = await call('read_file', { path: 'nothing.txt' });
      expect(missing.text.includes('No such file'), `a missing file read ${JSON.stringify(missing.text)}`);
    }
    await client.close();
  }
  return faults;
}
