import { fieldText, isEqual, isTruthy, type Metric, pairs, readPythonText, score, strip } from 'osharm/evaluators';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type HtmlNode = DefaultTreeAdapterTypes.Node;
type HtmlElement = DefaultTreeAdapterTypes.Element;

/** `ignore_sdnum` ignores LibreOffice's number formats. OSWorld ignores extra nodes at the end of the longer page. */
export const compareHtmls: Metric = async ({ result, expected, options, rules }) => {
  const [actual, gold] = [
    nodesBelow(parse(await readPythonText(result))),
    nodesBelow(parse(await readPythonText(expected))),
  ];
  if (rules === 'right' && actual.length !== gold.length) return 0;
  return score(
    pairs(actual, gold).every(([first, second]) => isSameNode(first, second, isTruthy(options.ignore_sdnum))),
  );
};

export const checkHtmlBackgroundImage: Metric = async ({ result, expected }) => {
  if (!isTruthy(result)) return 0;
  const wanted = `background-image: url('${fieldText(expected, 'value')}')`;
  const styles = nodesBelow(parse(await readPythonText(result))).filter((node) => node.nodeName === 'style');
  return score(styles.some((style) => textOf(style).includes(wanted)));
};

export function nodesBelow(node: HtmlNode): HtmlNode[] {
  return 'childNodes' in node ? node.childNodes.flatMap((child) => [child, ...nodesBelow(child)]) : [];
}

function isSameNode(first: HtmlNode, second: HtmlNode, isFormatIgnored: boolean): boolean {
  if (!('attrs' in first) || !('attrs' in second))
    return !('attrs' in first) && !('attrs' in second) && leafText(first) === leafText(second);
  const attributes = (element: HtmlElement): Record<string, string> =>
    Object.fromEntries(
      element.attrs.filter(({ name }) => !isFormatIgnored || name !== 'sdnum').map(({ name, value }) => [name, value]),
    );
  return (
    first.nodeName === second.nodeName &&
    strip(textOf(first)) === strip(textOf(second)) &&
    isEqual(attributes(first), attributes(second))
  );
}

function leafText(node: HtmlNode): string {
  if ('value' in node) return node.value;
  if ('data' in node) return node.data;
  return 'name' in node ? node.name : '';
}

function textOf(node: HtmlNode): string {
  return nodesBelow(node)
    .map((item) => (item.nodeName === '#text' ? leafText(item) : ''))
    .join('');
}
