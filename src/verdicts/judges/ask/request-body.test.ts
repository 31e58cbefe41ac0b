import sharp from 'sharp';
import { expect, it } from 'vitest';
import { type ChatMessage, imagePart, textPart } from '../chat.ts';
import { anthropicDialect } from './anthropic-dialect.ts';
import { openaiDialect } from './openai-dialect.ts';
import { requestBody } from './request-body.ts';

const png = (red: number): Promise<Buffer> =>
  sharp({ create: { width: 1920, height: 1080, channels: 3, background: { r: red, g: 20, b: 200 } } })
    .png()
    .toBuffer();

it.each([
  ['openai', openaiDialect],
  ['anthropic', anthropicDialect],
])('the streamed request body of %s equals JSON.stringify, with real screenshots', async (_, dialect) => {
  const [bytes, two] = await Promise.all([png(10), png(250)]);
  const messages: ChatMessage[] = [
    { role: 'system', content: [textPart('Judge “this” \u2028 run.')] },
    { role: 'user', content: [textPart('Step 0\n"quoted"'), imagePart(bytes), textPart('\ud83d\ude00')] },
    { role: 'user', content: [imagePart(two), imagePart(bytes)] },
  ];
  const value = dialect.body('m', { kind: 'verdict', messages, isOsHarm: false });
  const body = await requestBody(value);
  expect(body.pictures).toBe(3);
  expect(body.sent).toBeInstanceOf(Blob);
  const sent = Buffer.from(await (body.sent as Blob).arrayBuffer());
  expect(sent.equals(Buffer.from(JSON.stringify(value)))).toBe(true);
});
