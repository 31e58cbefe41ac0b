import { z } from 'zod';
import type { ValueKind } from './setting.ts';

export function valueSchema(value: ValueKind): z.ZodType {
  switch (value.kind) {
    case 'boolean':
      return z.boolean();
    case 'text':
    case 'comma separated':
    case 'lines':
      return z.string();
    case 'texts':
    case 'repeated':
      return z.array(z.string());
    case 'whole':
      return z
        .int()
        .min(value.least)
        .max(value.most ?? Number.MAX_SAFE_INTEGER);
    case 'decimal':
      return z.number().min(0);
    case 'choice':
      return z.enum(value.choices);
    case 'choices':
      return z.array(z.enum(value.choices));
    case 'object':
      return z.looseObject({});
  }
}

/** Describes a valid value, to follow "must be". */
export function valueWords(value: ValueKind): string {
  switch (value.kind) {
    case 'boolean':
      return 'true or false';
    case 'text':
    case 'comma separated':
    case 'lines':
      return 'a text';
    case 'texts':
    case 'repeated':
      return 'a list of texts';
    case 'whole':
      return `a whole number ${value.most === undefined ? `from ${value.least} on` : `from ${value.least} to ${value.most}`}`;
    case 'decimal':
      return 'a number of at least 0';
    case 'choice':
      return `one of ${value.choices.join(', ')}`;
    case 'choices':
      return `a list of ${value.choices.join(', ')}`;
    case 'object':
      return 'an object';
  }
}
