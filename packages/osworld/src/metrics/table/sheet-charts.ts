import type { Element } from '@xmldom/xmldom';
import { all, attr, child, children, descend, relatedParts, type WorkbookSheet } from 'osharm/documents';
import type { MetricRules } from 'osharm/evaluators';
import { MetricFault } from 'osharm/evaluators';

const anchors = ['oneCellAnchor', 'twoCellAnchor', 'absoluteAnchor'];
type Properties = Record<string, unknown>;

/** The requested properties of a sheet's charts. The key is the chart's data: `values,categories` of each series. */
export function readCharts(
  sheet: WorkbookSheet,
  wanted: readonly string[],
  rules: MetricRules,
): Record<string, Properties> {
  const charts: Record<string, Properties> = {};
  for (const drawing of relatedParts(sheet, '/drawing')) {
    const targets = new Map(sheet.book.file.relations(drawing).map((relation) => [relation.id, relation.target]));
    const found = children(sheet.book.file.xml(drawing), ...anchors);
    for (const anchor of found)
      for (const reference of all(anchor, 'chart')) {
        const part = targets.get(attr(reference, 'id') ?? '');
        const space = part === undefined ? null : sheet.book.file.xml(part);
        if (space === null) continue;
        const chart = child(space, 'chart');
        const area = child(chart, 'plotArea');
        const [kind] = plotsOf(area);
        if (kind === undefined || chart === null) continue;
        charts[seriesOf(kind)] = propertiesOf(chart, kind, anchor, wanted, rules);
      }
  }
  return charts;
}

function plotsOf(area: Element | null): Element[] {
  return area === null
    ? []
    : [...area.childNodes].filter(
        (childNode): childNode is Element =>
          childNode.nodeType === 1 && /Chart$/.test((childNode as Element).localName ?? ''),
      );
}

function seriesOf(plot: Element): string {
  const source = (series: Element, name: string): string => {
    const element = child(series, name);
    const reference = child(element, 'numRef') ?? (name === 'cat' ? child(element, 'strRef') : null);
    return child(reference, 'f')?.textContent ?? '';
  };
  return children(plot, 'ser')
    .map((series) => `${source(series, 'val')},${source(series, 'cat')}`)
    .join(';');
}

function propertiesOf(
  chart: Element,
  plot: Element,
  anchor: Element,
  wanted: readonly string[],
  rules: MetricRules,
): Properties {
  const properties: Properties = {};
  for (const name of wanted) {
    switch (name) {
      case 'title':
        properties.title = titleOf(chart);
        break;
      case 'legend': {
        const legend = child(chart, 'legend');
        properties.legend = legend === null ? null : (attr(child(legend, 'legendPos'), 'val') ?? 'r');
        break;
      }
      case 'anchor':
        properties.anchor = anchorOf(anchor, rules);
        break;
      case 'type':
        properties.type = plot.localName;
        break;
      case 'direction': {
        if (!/^bar(?:3D)?Chart$/.test(plot.localName ?? ''))
          throw new MetricFault('A chart that is not a bar chart has no direction.', 'result');
        properties.direction = attr(child(plot, 'barDir'), 'val') ?? 'col';
        break;
      }
      case 'xtitle':
      case 'ytitle':
      case 'ztitle':
        properties[name] = titleOf(axisOf(plot, name[0] as 'x' | 'y' | 'z'));
        break;
      // openpyxl doesn't read width and height from the file, so they are always equal.
    }
  }
  return properties;
}

function titleOf(owner: Element | null): string | null {
  const paragraph = descend(owner, 'title', 'tx', 'rich', 'p');
  return child(child(paragraph, 'r'), 't')?.textContent ?? null;
}

function axisOf(plot: Element, name: 'x' | 'y' | 'z'): Element | null {
  const area = plot.parentNode as Element | null;
  const ids = children(plot, 'axId').map((item) => attr(item, 'val'));
  const axes = children(area, 'catAx', 'dateAx', 'valAx', 'serAx');
  const actual = ids.flatMap((id) => axes.filter((axis) => attr(child(axis, 'axId'), 'val') === id));
  if (/^(?:scatter|bubble)Chart$/.test(plot.localName ?? ''))
    return actual[name === 'x' ? 0 : name === 'y' ? 1 : 9] ?? null;
  const kinds = { x: ['catAx', 'dateAx'], y: ['valAx'], z: ['serAx'] }[name];
  return actual.findLast((axis) => kinds.includes(axis.localName ?? '')) ?? null;
}

/** OSWorld uses the last row as the first row too. */
function anchorOf(anchor: Element, rules: MetricRules): unknown[] {
  const place = (name: 'from' | 'to', part: 'col' | 'row'): number => {
    const value = child(child(anchor, name), part)?.textContent;
    if (value === undefined || value === null) throw new MetricFault('A chart has no position.', 'result');
    return Number(value);
  };
  const end = place('to', 'row');
  return [
    attr(anchor, 'editAs'),
    place('from', 'col'),
    rules === 'osworld' ? end : place('from', 'row'),
    place('to', 'col'),
    end,
  ];
}
