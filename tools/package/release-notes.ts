/**
 * The newest section of the changelog, without its heading.
 *
 * @throws {Error} if the section is of another version
 */
export function releaseNotes(changelog: string, version: string): string {
  const [, heading = '', notes = ''] = /^## (.+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog) ?? [];
  if (heading.split(' ')[0] !== version)
    throw new Error(`The newest section of the changelog is "${heading}", and the version is ${version}.`);
  return `${notes.trim()}\n`;
}
