export interface ChatMessage {
  role: 'system' | 'user';
  content: string | ChatPart[];
}

export type ChatPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string; detail?: 'high' } };

export function textPart(text: string): ChatPart {
  return { type: 'text', text };
}

export function imagePart(png: Buffer): ChatPart {
  return { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}`, detail: 'high' } };
}
