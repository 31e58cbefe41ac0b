import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { z } from 'zod';

export type Move =
  | { do: 'keys'; keys: string[]; thenLook?: true }
  | { do: 'type'; text: string; thenLook?: true }
  /** Thousandths of the screen. */
  | { do: 'click'; at: readonly [number, number] }
  | { do: 'wait' }
  | { do: 'end' };

export type Dialect = (move: Move, picture: { width: number; height: number }) => string;

const quoted = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n');
const pixels = (at: readonly [number, number], { width, height }: { width: number; height: number }) =>
  [Math.round((at[0] / 1000) * width), Math.round((at[1] / 1000) * height)] as const;

function uiTars(point: (x: number, y: number) => string): Dialect {
  return (move, picture) => {
    const call = (): string => {
      switch (move.do) {
        case 'keys':
          return `hotkey(key='${move.keys.join(' ')}')`;
        case 'type':
          return `type(content='${quoted(move.text)}')`;
        case 'click':
          return `click(${point(...pixels(move.at, resized(picture)))})`;
        case 'wait':
          return 'wait()';
        case 'end':
          return "finished(content='Done.')";
      }
    };
    return `Thought: I do the next thing.\nAction: ${call()}`;
  };
}

/** Qwen2.5-VL's sizes are multiples of 28. */
const resized = ({ width, height }: { width: number; height: number }) => ({
  width: Math.round(width / 28) * 28,
  height: Math.round(height / 28) * 28,
});

const qwen3Vl: Dialect = (move) => {
  const args = (): object => {
    switch (move.do) {
      case 'keys':
        return { action: 'key', keys: move.keys };
      case 'type':
        return { action: 'type', text: move.text };
      case 'click':
        return { action: 'left_click', coordinate: move.at };
      case 'wait':
        return { action: 'wait', time: 1 };
      case 'end':
        return { action: 'terminate', status: 'success' };
    }
  };
  return `Action: I do the next thing.\n<tool_call>\n${JSON.stringify({ name: 'computer_use', arguments: args() })}\n</tool_call>`;
};

const openCua: Dialect = (move, picture) => {
  const code = (): string => {
    switch (move.do) {
      case 'keys':
        return `pyautogui.hotkey(${JSON.stringify(move.keys)})`;
      case 'type':
        return `pyautogui.write(message='${quoted(move.text)}')`;
      case 'click': {
        const [x, y] = pixels(move.at, resized(picture));
        return `pyautogui.click(x=${x}, y=${y})`;
      }
      case 'wait':
        return 'computer.wait()';
      case 'end':
        return "computer.terminate(status='success')";
    }
  };
  return `# Step: 1\n## Thought:\nI look.\n## Action:\nDo the next thing.\n## Code:\n\`\`\`python\n${code()}\n\`\`\``;
};

const glmV: Dialect = (move) => {
  const call = (): string => {
    switch (move.do) {
      case 'keys':
        return `key(keys='${move.keys.join('+')}')`;
      case 'type':
        return `type(content='${quoted(move.text)}')`;
      case 'click':
        return `left_click(start_box='[${move.at.join(',')}]', element_info='window')`;
      case 'wait':
        return 'WAIT()';
      case 'end':
        return 'DONE()';
    }
  };
  return `<think>I look.</think>I do the next thing. <|begin_of_box|>${call()}<|end_of_box|>\nMemory:\n[]`;
};

export const dialects = {
  'ui-tars': uiTars((x, y) => `point='<point>${x} ${y}</point>'`),
  'ui-tars-boxes': uiTars((x, y) => `start_box='(${x},${y})'`),
  'qwen3-vl': qwen3Vl,
  opencua: openCua,
  'glm-v': glmV,
} satisfies Record<string, Dialect>;

const requestSchema = z.looseObject({
  messages: z.array(
    z.looseObject({
      content: z.union([
        z.string(),
        z.array(z.looseObject({ image_url: z.looseObject({ url: z.string() }).optional() })),
        z.null(),
      ]),
    }),
  ),
});

const mostLooks = 20;
/** The share of changed pixels that makes a screen a new one. A clock changes fewer. */
const changedShare = 0.001;

/**
 * A loopback server for OpenAI's chat completions that plays moves. After a move with `thenLook` it waits until the
 * received picture has changed, so it reacts to the screen as a model does. Imitates a model, not a specific server.
 */
export async function scriptedModel(
  moves: readonly Move[],
  dialect: Dialect,
): Promise<{ url: string; requests(): number; close(): void }> {
  const left = [...moves];
  let before: Buffer | null = null;
  let looks = 0;
  let requests = 0;
  async function next(picture: Buffer): Promise<Move> {
    if (before !== null && looks < mostLooks && (await share(before, picture)) < changedShare) {
      looks += 1;
      return { do: 'wait' };
    }
    before = null;
    looks = 0;
    const move = left.shift() ?? { do: 'end' };
    if ('thenLook' in move && move.thenLook === true) before = picture;
    return move;
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const send = (body: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.method !== 'POST') return send({ object: 'list', data: [{ id: 'scripted', object: 'model' }] });
    requests += 1;
    const body = requestSchema.parse(JSON.parse(Buffer.concat(parts).toString('utf8')));
    const urls = body.messages.flatMap(({ content }) =>
      Array.isArray(content) ? content.flatMap((part) => part.image_url?.url ?? []) : [],
    );
    const picture = Buffer.from(urls.at(-1)?.split(',')[1] ?? '', 'base64');
    const { width, height } = await sharp(picture).metadata();
    const content = dialect(await next(picture), { width, height });
    send({
      id: `scripted-${requests}`,
      object: 'chat.completion',
      created: 0,
      model: 'scripted',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020 },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: () => requests,
    close: () => server.close(),
  };
}

async function share(bytes: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([bytes, other].map((png) => sharp(png).greyscale().raw().toBuffer()));
  if (a === undefined || b === undefined || a.length !== b.length) return 1;
  let differ = 0;
  for (let at = 0; at < a.length; at += 1) if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > 40) differ += 1;
  return differ / a.length;
}
