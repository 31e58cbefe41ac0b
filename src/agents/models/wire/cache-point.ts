/**
 * Says, in the words of every provider that wants to be told, that what comes until here begins the next request too. The others keep the
 * beginnings of requests by themselves.
 */
export const cachePoint = {
  anthropic: { cacheControl: { type: 'ephemeral' } },
  bedrock: { cachePoint: { type: 'default' } },
  openrouter: { cacheControl: { type: 'ephemeral' } },
  alibaba: { cacheControl: { type: 'ephemeral' } },
} as const;
