import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const project = fileURLToPath(new URL('../../', import.meta.url));

interface Exported {
  name: string;
  /** Where it is declared, and under which name; null for what another package brings. */
  file: string | null;
  declaredName: string;
}

const parsed = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

/** What a module exports from others by name. */
function exportsOf(file: string): Exported[] {
  return parsed(file).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) return [];
    if (!ts.isNamedExports(statement.exportClause)) return [];
    const from = (statement.moduleSpecifier as ts.StringLiteral).text;
    const module = from.startsWith('.') ? join(dirname(file), from) : null;
    return statement.exportClause.elements.map((element) => ({
      name: element.name.text,
      file: module,
      declaredName: (element.propertyName ?? element.name).text,
    }));
  });
}

/** The docstring above a declaration; null where there is none. */
function docstringOf(file: string, name: string): string | null {
  for (const statement of parsed(file).statements) {
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map((declaration) => declaration.name.getText())
      : 'name' in statement
        ? [(statement.name as ts.Identifier | undefined)?.text]
        : [];
    if (!names.includes(name)) continue;
    const texts = ts.getJSDocCommentsAndTags(statement).map((item) => ts.getTextOfJSDocComment(item.comment) ?? '');
    return texts.join('\n').trim() || null;
  }
  const other = exportsOf(file).find((item) => item.name === name);
  if (other?.file == null) throw new Error(`${file} declares no ${name}`);
  return docstringOf(other.file, other.declaredName);
}

const exported = exportsOf(join(project, 'src/app/library/index.ts'));

it('every exported name of the library has a docstring', () => {
  expect(exported.length).toBeGreaterThan(20);
  const bare = exported.filter(({ file, declaredName }) => file !== null && docstringOf(file, declaredName) === null);
  expect(bare.map(({ name }) => name)).toEqual([]);
});

it('every function of the library is in docs/write/library.md', () => {
  const page = readFileSync(join(project, 'docs/write/library.md'), 'utf8');
  const functions = exported.map(({ name }) => name).filter((name) => /^[a-z]/.test(name));
  expect(functions.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
  expect(existsSync(join(project, 'examples/library/one-sweep.ts'))).toBe(true);
});
