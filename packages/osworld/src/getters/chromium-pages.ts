import { type Getter, isTable, keep, textParameter } from 'osharm/evaluators';
import type { Page } from 'playwright-core';
import { urlInBar } from './active-url.ts';
import { withBrowser } from './browser.ts';

const pageMs = 60_000;

export const openTabsInfo: Getter = async (_, context) =>
  withBrowser(context, [], async (browser) => {
    const found: { title: string; url: string }[] = [];
    for (const page of browser.contexts().flatMap((browserContext) => browserContext.pages())) {
      await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
      found.push({ title: await page.title().catch(() => ''), url: page.url() });
    }
    return found;
  });

export const pageInfo: Getter = async (parameters, context) =>
  withBrowser(context, { title: '', url: '', content: '' }, async (browser) =>
    onNewPage(await newPage(browser), textParameter(parameters, 'url')),
  );

/** Like `pageInfo`, for the URL in the address bar, which is loaded again. */
export const activeTabInfo: Getter = async (parameters, context) => {
  const url = await urlInBar(parameters, context);
  if (url === null) return null;
  return withBrowser(context, null, async (browser) => onNewPage(await newPage(browser), url));
};

export const pdfFromUrl: Getter = async (parameters, context) => {
  const content = await withBrowser(context, null, async (browser) => {
    const page = await newPage(browser);
    await page.goto(textParameter(parameters, 'path'), { waitUntil: 'networkidle', timeout: pageMs });
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.printToPDF', {});
    await page.close();
    return Buffer.from(data, 'base64');
  });
  return content === null ? null : keep(context, textParameter(parameters, 'dest'), content);
};

/** Texts of elements in the tab whose URL is in the address bar. `{}` if no tab has this URL. */
export const activeTabHtmlParse: Getter = async (parameters, context) => {
  const url = await urlInBar(parameters, context);
  if (url === null) return null;
  return withBrowser(context, null, async (browser) => {
    const even = (address: string): string => decoded(address).replace(/\/+$/, '');
    const pages = browser.contexts().flatMap((browserContext) => browserContext.pages());
    const page = pages.find((item) => even(item.url()) === even(url));
    if (page === undefined) return {};
    await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
    return parsed(page, parameters);
  });
};

type Texts = Record<string, unknown>;

async function parsed(page: Page, parameters: Readonly<Record<string, unknown>>): Promise<Texts> {
  const found: Texts = {};
  switch (parameters.category) {
    case 'class':
      await byClass(page, parameters, found);
      break;
    case 'label':
      for (const [label, key] of entries(parameters.labelObject))
        found[String(key)] = await firstText(() =>
          page.locator(`text=${label}`).first().textContent({ timeout: 5_000 }),
        );
      break;
    case 'xpath':
      for (const [path, key] of entries(parameters.xpathObject))
        found[String(key)] = await firstText(() =>
          page.locator(`xpath=${path}`).first().textContent({ timeout: 5_000 }),
        );
      break;
    case 'input':
      for (const [path, key] of entries(parameters.inputObject))
        found[String(key)] = await firstText(() =>
          page.locator(`xpath=${path}`).first().inputValue({ timeout: 5_000 }),
        );
      break;
    case 'class&url':
      await byClassAndUrl(page, parameters, found);
      break;
  }
  return found;
}

async function byClass(page: Page, parameters: Readonly<Record<string, unknown>>, found: Texts): Promise<void> {
  const place = (texts: readonly string[], names: unknown): void => {
    for (const [order, key] of entries(names)) found[String(key)] = texts[Number(order)] ?? '';
  };
  for (const [name, names] of entries(parameters.class_multiObject)) place(await texts(page, `.${name}`), names);
  for (const [name, names] of entries(parameters.class_multiObject_child))
    place(await directTexts(page, `.${name}`), names);
  for (const [name, names] of entries(parameters.class_multiObject_only_child))
    place(await texts(page, `.${name} h3:first-of-type`), names);
  for (const [name, list] of entries(parameters.class_multiObject_search_exist)) {
    const shownTexts = await texts(page, `.${name}`);
    const wanted = Array.isArray(list) ? list.map(String) : [];
    for (const value of wanted) if (value !== 'is_other_exist') found[value] = shownTexts.includes(value);
    if (wanted.includes('is_other_exist')) found.is_other_exist = shownTexts.some((value) => !wanted.includes(value));
  }
  for (const [name, key] of entries(parameters.class_singleObject))
    found[String(key)] = (await texts(page, `.${name}`))[0] ?? '';
}

async function byClassAndUrl(page: Page, parameters: Readonly<Record<string, unknown>>, found: Texts): Promise<void> {
  const compare = (actual: readonly string[], list: unknown): void => {
    const wanted = (Array.isArray(list) ? list : []).map((value) => String(value).toLowerCase());
    const shown = actual.map((value) => value.toLowerCase());
    for (const value of wanted) if (shown.includes(value)) found[value] = true;
    if (shown.some((value) => wanted.every((other) => !other.includes(value)))) found.is_other_exist = true;
    found.is_other_exist ??= false;
  };
  for (const [name, list] of entries(parameters.class_multiObject)) compare(await texts(page, `.${name}`), list);
  for (const [name, list] of entries(parameters.class_multiObject_li))
    compare(await texts(page, `.${name} li.catAllProducts span:first-of-type`), list);
  const address = page.url().toLowerCase();
  const wanted = Array.isArray(parameters.url_include_expected) ? parameters.url_include_expected : [];
  for (const value of wanted) found[String(value).toLowerCase()] ??= address.includes(String(value).toLowerCase());
  for (const [part, key] of entries(parameters.url_include_expected_multichoice))
    found[String(key).toLowerCase()] ??= address.includes(part.toLowerCase());
}

async function texts(page: Page, selector: string): Promise<string[]> {
  const found = await page
    .locator(selector)
    .allTextContents()
    .catch(() => []);
  return found.map((value) => value.trim());
}

async function directTexts(page: Page, selector: string): Promise<string[]> {
  const source = `(nodes) => nodes.slice(0, 1).flatMap((node) => [...node.childNodes]
    .filter((one) => one.nodeType === 3).map((one) => one.textContent.trim()).filter(Boolean))`;
  return page
    .locator(selector)
    .evaluateAll(new Function(`return (${source})(...arguments)`) as never)
    .catch(() => []) as Promise<string[]>;
}

async function firstText(read: () => Promise<string | null>): Promise<string> {
  return ((await read().catch(() => null)) ?? '').trim();
}

function entries(value: unknown): [string, unknown][] {
  return isTable(value) ? Object.entries(value) : [];
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

async function newPage(browser: Parameters<Parameters<typeof withBrowser>[2]>[0]): Promise<Page> {
  const [first] = browser.contexts();
  return first === undefined ? browser.newPage() : first.newPage();
}

async function onNewPage(page: Page, url: string): Promise<{ title: string; url: string; content: string } | null> {
  try {
    // On a timeout, read what has loaded.
    await page.goto(url, { waitUntil: 'networkidle', timeout: pageMs }).catch((error: Error) => {
      if (error.name !== 'TimeoutError') throw error;
    });
    return { title: await page.title(), url: page.url(), content: await page.content() };
  } catch {
    return null;
  } finally {
    await page.close();
  }
}
