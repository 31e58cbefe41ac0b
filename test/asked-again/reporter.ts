import type { Reporter, TestModule } from 'vitest/node';
import type {} from './asked-again.ts';

/** Prints at the end of a run which tests asked a program of others once more, how often and why. */
export default class AskedAgainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines: string[] = [];
    for (const module of modules)
      for (const test of module.children.allTests()) {
        const reasons = test.meta().askedAgain ?? [];
        for (const reason of new Set(reasons)) {
          const times = reasons.filter((value) => value === reason).length;
          lines.push(`  ${module.relativeModuleId} > ${test.fullName}: ${times} × ${reason}`);
        }
      }
    if (lines.length > 0) console.log(`Asked again, since programs of others are racy:\n${lines.join('\n')}`);
  }
}
