import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedSchemas } from './published.ts';

// Writes docs/schemas: bin/osharm-node tools/schemas/make-schemas.ts
for (const [name, schema] of Object.entries(publishedSchemas()))
  writeFileSync(
    join(import.meta.dirname, '../../docs/schemas', `${name}.schema.json`),
    `${JSON.stringify(schema, null, 2)}\n`,
  );
