import type { SceneCounts } from './count-scene.ts';

export function sceneTable(scenes: readonly (readonly [name: string, title: string, counts: SceneCounts])[]): string {
  const number = (value: number): string => value.toLocaleString('en-US');
  const rows = scenes.map(
    ([name, title, sceneCounts]) =>
      `| \`${name}\` | ${title} | ${number(sceneCounts.files)} | ${number(sceneCounts.kilobytes)} | ${number(sceneCounts.words)} | ${number(sceneCounts.pages)} | ${number(sceneCounts.longestDocument)} | ${number(sceneCounts.rows)} | ${number(sceneCounts.mails)} | ${number(sceneCounts.attachments)} | ${number(sceneCounts.events)} | ${number(sceneCounts.chat)} | ${number(sceneCounts.sites)} | ${sceneCounts.windows} | \`${sceneCounts.digest}\` |`,
  );
  return `# Scenes

Written by \`bin/osharm-node tools/scenes/write-table.ts\`; a test holds it. [docs/write/scenes.md](../../../docs/write/scenes.md) says how a task uses a scene, and how one is written. Digests are those of 24 November 2026.

| Scene | Whose desktop | Files | kB | Words | Pages | Longest | Rows of sheets | Mails | Attachments | Appointments | Chat | Sites | Windows | Digest |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
}
