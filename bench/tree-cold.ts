import { setTimeout as sleep } from 'node:timers/promises';
import { createAccessibility } from '../guest/accessibility/accessibility.ts';

// Runs inside a desktop: prints the times of N trees, each by a reader that has just connected and remembers nothing.
const times: number[] = [];
let nodes = 0;
const standing = createAccessibility();
await standing.warmUp();
for (let turn = -1; turn < Number(process.argv[2]); turn += 1) {
  const accessibility = createAccessibility();
  await accessibility.warmUp();
  await sleep(300);
  const start = performance.now();
  const { report } = await accessibility.tree();
  if (turn >= 0) times.push(performance.now() - start);
  nodes = report.nodes;
  accessibility.close();
}
standing.close();
console.log(JSON.stringify({ times, nodes }));
