import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { localFileFault } from './below-folder.ts';
import { openSuite, openTaskFolder } from './suite.ts';

let folder: string;
let checkout: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'suite-'));
  checkout = join(folder, 'checkout');
  for (const path of ['evaluation_examples/examples', 'subset/examples', 'assets'])
    mkdirSync(join(checkout, path), { recursive: true });
  for (const file of ['run.py', 'assets/letter.txt', 'evaluation_examples/test_misuse.json'])
    writeFileSync(join(checkout, file), '{}');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('local files come from the checkout if another folder contains the tasks', () => {
  const tasks = { folder: join(checkout, 'subset'), assetRoot: checkout, isCheckout: true, name: 'checkout' };
  expect(openTaskFolder('subset', undefined, checkout)).toMatchObject(tasks);
  expect(openTaskFolder('subset', checkout, folder)).toMatchObject(tasks);
  expect(openTaskFolder('subset', join(checkout, 'evaluation_examples'), folder)).toMatchObject(tasks);
  expect(openTaskFolder(join(checkout, 'subset'), undefined, folder)).toMatchObject(tasks);
  expect(() => openTaskFolder('nowhere', checkout, folder)).toThrow(/no task folder .*nowhere/);
});

it('a checkout of OSWorld is recognised by desktop_env without a judge', () => {
  expect(openSuite(checkout).isOsworld).toBe(false);
  mkdirSync(join(checkout, 'desktop_env'));
  expect(openSuite(checkout).isOsworld).toBe(true);
  mkdirSync(join(checkout, 'judge'));
  expect(openSuite(checkout).isOsworld).toBe(false);
});

it('a link that leads out of the suite is named', () => {
  expect(localFileFault(checkout, 'assets/letter.txt')).toBeNull();
  expect(localFileFault(checkout, 'assets/other.txt')?.kind).toBe('missing');
  expect(localFileFault(checkout, '../letter.txt')?.kind).toBe('outside');
  rmSync(join(checkout, 'assets'), { recursive: true });
  mkdirSync(join(folder, 'elsewhere'));
  writeFileSync(join(folder, 'elsewhere/letter.txt'), 'x');
  symlinkSync(join(folder, 'elsewhere'), join(checkout, 'assets'));
  const fault = localFileFault(checkout, 'assets/letter.txt');
  expect(fault?.kind).toBe('outside');
  expect(fault?.message).toMatch(/leads out of the suite's folder to .*elsewhere\/letter\.txt/);
});
