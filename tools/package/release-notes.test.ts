import { describe, expect, it } from 'vitest';
import { releaseNotes } from './release-notes.ts';

const changelog = '# Changelog\n\n## 0.3.0 (unreleased)\n\n- New.\n\n### Fixes\n\n- Two.\n\n## 0.2.0\n\n- Old.\n';

describe('releaseNotes', () => {
  it('is the newest section without its heading', () => {
    expect(releaseNotes(changelog, '0.3.0')).toBe('- New.\n\n### Fixes\n\n- Two.\n');
    expect(releaseNotes('# Changelog\n\n## 0.1.0\n\n- First.\n', '0.1.0')).toBe('- First.\n');
  });

  it('refuses the section of another version', () => {
    expect(() => releaseNotes(changelog, '0.2.0')).toThrow('"0.3.0 (unreleased)", and the version is 0.2.0');
  });
});
