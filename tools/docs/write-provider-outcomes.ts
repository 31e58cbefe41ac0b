/** Writes docs/compatibility/provider-replies.md from the cases of test/model/replies. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { providerOutcomes } from './provider-outcomes.ts';

writeFileSync(
  fileURLToPath(new URL('../../docs/compatibility/provider-replies.md', import.meta.url)),
  providerOutcomes(),
);
