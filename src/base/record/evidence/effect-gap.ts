import { z } from 'zod';

/**
 * What a recorder inside of a desktop may miss. `network`: what leaves over a network of the machine. `services`:
 * attempts to send, which only a mock service sees. `everything`: the recorder fell silent.
 */
export const effectChannels = ['programs', 'network', 'services', 'everything'] as const;
export type EffectChannel = (typeof effectChannels)[number];

export const effectGapSchema = z.object({ channel: z.enum(effectChannels), reason: z.string() });
export type EffectGap = z.infer<typeof effectGapSchema>;
