/** Marks a cacheable prefix for each provider that needs a marker. Others cache prefixes automatically. */
export const cachePoint = {
  anthropic: { cacheControl: { type: 'ephemeral' } },
  bedrock: { cachePoint: { type: 'default' } },
  openrouter: { cacheControl: { type: 'ephemeral' } },
  alibaba: { cacheControl: { type: 'ephemeral' } },
} as const;
