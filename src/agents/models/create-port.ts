import { statSync } from 'node:fs';
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
  const folder = options.record ?? options.replay;
  if (folder !== undefined) checkFolder(folder, options.record !== undefined);
  const table = readPrices(options.prices);
  const redactor = new Redactor(secretsOf(options.environment));
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

function checkFolder(folder: string, isRecording: boolean): void {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  if (isFolder === true || (isRecording && isFolder === undefined)) return;
  throw new UsageError(isFolder === false ? `${folder} is not a folder.` : `There is no folder ${folder}.`, {
    code: 'recording-folder',
    hint: isRecording ? 'Name a folder with --record.' : 'Name the folder of a recording with --replay.',
  });
}
