import { UsageError } from '../../base/errors.ts';
import { Cassette } from './cassette.ts';
import { CostMeter } from './cost-meter.ts';
import { type ModelPort, portDefaults } from './model.ts';
import { type PriceTable, priceOf, readPrices } from './prices.ts';
import { Redactor, secretsOf } from './redact.ts';

export interface PortOptions {
  environment: Readonly<Record<string, string | undefined>>;
  prices?: string | undefined;
  maxCost?: number | undefined;
  record?: string | undefined;
  /** Folder of recordings to replay. Nothing is sent and no key is needed. */
  replay?: string | undefined;
  timeoutSeconds?: number | undefined;
}

export function createPort(options: PortOptions): ModelPort & { table: PriceTable } {
  if (options.record !== undefined && options.replay !== undefined) {
    throw new UsageError('--record and --replay can’t be combined.', {
      code: 'cassette-both',
      hint: 'Give one of them.',
    });
  }
  const table = readPrices(options.prices);
  const redactor = new Redactor(secretsOf(options.environment));
  const folder = options.record ?? options.replay;
  return {
    ...portDefaults,
    timeoutMs: options.timeoutSeconds === undefined ? portDefaults.timeoutMs : options.timeoutSeconds * 1000,
    table,
    pricesOf: table.date,
    prices: (provider, model) => priceOf(table, provider, model),
    meter: new CostMeter(options.maxCost ?? null),
    redactor,
    cassette:
      folder === undefined ? null : new Cassette(folder, options.record === undefined ? 'replay' : 'record', redactor),
  };
}
