import { attr, child, children, columnLetters, inSheet, type WorkbookSheet } from 'osharm/documents';
import type { Table } from 'osharm/evaluators';
import { MetricFault } from 'osharm/evaluators';

/** The requested properties of rows or columns. Skips rows that have no attributes besides their position. */
export function readDimensions(
  sheet: WorkbookSheet,
  kind: 'row' | 'column',
  wanted: readonly string[],
): Record<string, Table> {
  const elements =
    kind === 'row'
      ? children(child(sheet.root, 'sheetData'), 'row').filter((item) =>
          Array.from(item.attributes).some(({ name }) => !['r', 'spans'].includes(name) && !name.includes(':')),
        )
      : children(child(sheet.root, 'cols'), 'col');
  return Object.fromEntries(
    elements.map((element) => {
      const truth = (name: string): boolean => ['1', 'true'].includes(attr(element, name) ?? '');
      const number = (name: string): number | null =>
        attr(element, name) === null ? null : Number(attr(element, name));
      const sizes =
        kind === 'row'
          ? { height: number('ht'), ht: number('ht') }
          : {
              width: number('width') ?? 13,
              auto_size: truth('bestFit'),
              bestFit: truth('bestFit'),
              min: number('min'),
              max: number('max'),
            };
      const all: Record<string, unknown> = {
        hidden: truth('hidden'),
        collapsed: truth('collapsed'),
        outlineLevel: number('outlineLevel') ?? 0,
        outline_level: number('outlineLevel') ?? 0,
        ...sizes,
      };
      const actual = wanted.map((name) => {
        if (!(name in all)) throw new MetricFault(`A ${kind} has no property ${JSON.stringify(name)} here.`, 'task');
        return [name, all[name]] as const;
      });
      return [
        kind === 'row' ? (attr(element, 'r') ?? '') : columnLetters(number('min') ?? 1),
        Object.fromEntries(actual),
      ];
    }),
  );
}

export function readValidations(sheet: WorkbookSheet): Table[] {
  return inSheet(sheet, 'dataValidation')
    .filter((item) => item.namespaceURI === sheet.root.namespaceURI)
    .map((item) => {
      const truth = (name: string): boolean => ['1', 'true'].includes(attr(item, name) ?? '');
      const range = attr(item, 'sqref') ?? '';
      const kind = (name: string): string | null => (attr(item, name) === 'none' ? null : attr(item, name));
      return {
        ranges: range,
        sqref: range,
        type: kind('type'),
        operator: attr(item, 'operator'),
        errorStyle: attr(item, 'errorStyle'),
        imeMode: attr(item, 'imeMode'),
        formula1: child(item, 'formula1')?.textContent ?? null,
        formula2: child(item, 'formula2')?.textContent ?? null,
        allowBlank: truth('allowBlank'),
        showDropDown: truth('showDropDown'),
        showInputMessage: truth('showInputMessage'),
        showErrorMessage: truth('showErrorMessage'),
        error: attr(item, 'error'),
        errorTitle: attr(item, 'errorTitle'),
        prompt: attr(item, 'prompt'),
        promptTitle: attr(item, 'promptTitle'),
      };
    });
}

export function readFilter(sheet: WorkbookSheet): unknown {
  const filter = child(sheet.root, 'autoFilter');
  const columns = children(filter, 'filterColumn').map((column) => {
    const filters = child(column, 'filters');
    const custom = child(column, 'customFilters');
    return {
      id: Number(attr(column, 'colId')),
      hiddenButton: ['1', 'true'].includes(attr(column, 'hiddenButton') ?? ''),
      showButton: !['0', 'false'].includes(attr(column, 'showButton') ?? ''),
      blank: filters === null ? undefined : attr(filters, 'blank'),
      values:
        filters === null
          ? undefined
          : [...new Set(children(filters, 'filter').map((item) => attr(item, 'val')))].sort(),
      and: custom === null ? undefined : attr(custom, 'and'),
      custom:
        custom === null
          ? undefined
          : children(custom, 'customFilter')
              .map((item) => `${attr(item, 'operator') ?? 'equal'} ${attr(item, 'val')}`)
              .sort(),
    };
  });
  const sort = child(filter, 'sortState');
  const named = (owner: Parameters<typeof attr>[0], names: string[]): (string | null)[] =>
    names.map((name) => attr(owner, name));
  return {
    ref: attr(filter, 'ref'),
    columns: columns.sort((a, b) => a.id - b.id),
    sort:
      sort === null
        ? null
        : {
            options: named(sort, ['columnSort', 'caseSensitive', 'sortMethod', 'ref']),
            conditions: children(sort, 'sortCondition').map((item) =>
              named(item, ['descending', 'sortBy', 'ref', 'customList', 'dxfId', 'iconSet', 'iconId']),
            ),
          },
  };
}

export function readSparklines(sheet: WorkbookSheet): Record<string, string> {
  return Object.fromEntries(
    inSheet(sheet, 'sparkline').map((item) => [
      child(item, 'sqref')?.textContent ?? '',
      child(item, 'f')?.textContent ?? '',
    ]),
  );
}
