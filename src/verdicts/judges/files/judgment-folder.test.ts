import { expect, it } from 'vitest';
import { typeFolder } from './judgment-folder.ts';

const may = ['aer', 'captioned_default', 'default'];
const later = ['a11y_tree', 'aer', 'all_step_aer', 'captioned_default', 'default'];

it.each([
  ['default', 'a11y_tree', later, 'a11_tree_default'],
  ['default', 'a11y_tree', [], 'a11_tree_default'],
  ['default', 'a11y_tree', may, 'default'],
  ['default', 'screenshot', may, 'default'],
  ['default', 'screenshot', later, 'default'],
  ['aer', 'a11y_tree', later, 'aer'],
  ['a11y_tree', 'a11y_tree', later, 'a11y_tree'],
] as const)('the judge %s of %s with the types %j writes into %s', (type, observationType, types, folder) => {
  expect(typeFolder(type, observationType, types)).toBe(folder);
});
