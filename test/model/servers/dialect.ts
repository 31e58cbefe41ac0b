export interface Answer {
  status: number;
  body: unknown;
}

/** How one provider writes what happens; from the public descriptions of its interface. */
export interface Dialect {
  name: string;
  /** True for the paths that the provider has. */
  knows(path: string): boolean;
  isStream(path: string, body: Record<string, unknown>): boolean;
  reply(text: string, model: string): Answer;
  /** A streamed reply as it goes over the wire. */
  stream(text: string, model: string): string;
  /** A 200 whose content is null or absent. */
  empty(model: string): Answer;
  refusal(model: string): Answer;
  refusalStream(model: string): string;
  overflow(): Answer;
  rateLimited(): Answer;
  failed(): Answer;
  unauthorised(): Answer;
}

export const usage = { input: 1000, output: 50 };

export function events(items: readonly unknown[], options: { named?: boolean; done?: boolean } = {}): string {
  const lines = items.map((item) => {
    const name = options.named === true ? `event: ${(item as { type: string }).type}\n` : '';
    return `${name}data: ${JSON.stringify(item)}\n\n`;
  });
  return lines.join('') + (options.done === true ? 'data: [DONE]\n\n' : '');
}
