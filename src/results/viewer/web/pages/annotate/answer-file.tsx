import { useState } from 'preact/hooks';
import type { AnswerFile } from '../../../api/annotate.ts';
import { Notice } from '../../parts/notice.tsx';
import { load } from '../../shell/data.ts';
import { address } from '../../shell/router.ts';

/** Saves a kit's answers as the file to send back. */
export function SaveAnswers({ name, isAll }: { name: string; isAll: boolean }) {
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    const file = await load<AnswerFile>(address('/api/answers', { name }));
    const url = URL.createObjectURL(new Blob([file.text], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = file.name;
    link.click();
    // The browser reads the file after the click.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return (
    <p>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <button
        type="button"
        class={isAll ? 'button primary' : 'button'}
        onClick={() => save().catch((error: unknown) => setProblem((error as Error).message))}
      >
        Save your answers as a file
      </button>{' '}
      <span class="soft">Send it to whoever gave you these pages. You can close them and continue later.</span>
    </p>
  );
}
