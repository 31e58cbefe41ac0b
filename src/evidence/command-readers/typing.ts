import type { PythonCall } from './python-call.ts';
import type { PythonValue } from './python-values.ts';

export interface FinishedLine {
  text: string;
  /** Range of the line among all typed characters. Pasted text does not count. */
  from: number;
  to: number;
}

/** Follows the agent's typing across calls and returns a line when Enter is pressed. */
export class TypedText {
  private line = '';
  private lineFrom = 0;
  private letters = 0;
  private clipboard = '';
  private held = new Set<string>();
  private breaks = 0;
  private givenUp: string[] = [];

  /** Number of cleared lines. A terminal's pending text is cleared with them. */
  get interrupts(): number {
    return this.breaks;
  }

  /** Lines cleared with Ctrl+U or Ctrl+C since the last call. */
  takeGivenUp(): string[] {
    return this.givenUp.splice(0);
  }

  get unfinished(): string {
    return this.line;
  }

  get count(): number {
    return this.letters;
  }

  /** Returns the lines that the call completed. */
  take(call: PythonCall): FinishedLine[] {
    const name = /^(?:pyautogui|pag|pg|gui)\.(\w+)$/.exec(call.name)?.[1];
    if (call.name === 'pyperclip.copy') {
      this.clipboard = asText(call.values[0]) ?? '';
      return [];
    }
    if (name === undefined) return [];
    const first = call.values[0] ?? call.named.message ?? call.named.keys ?? call.named.key ?? null;
    switch (name) {
      case 'write':
      case 'typewrite':
        return Array.isArray(first) ? this.keys(first) : this.text(asText(first) ?? '');
      case 'press': {
        const times = call.named.presses ?? call.values[1];
        const keys = Array.isArray(first) ? first : [first];
        return Array.from({ length: typeof times === 'number' ? Math.min(times, 1000) : 1 }).flatMap(() =>
          this.keys(keys),
        );
      }
      case 'hotkey':
        return this.chord((Array.isArray(first) ? first : call.values).map((key) => asText(key)?.toLowerCase() ?? ''));
      case 'keyDown': {
        const key = asText(first)?.toLowerCase() ?? '';
        if (!isModifier(key)) return this.held.size > 0 ? this.chord([...this.held, key]) : this.keys([key]);
        this.held.add(key);
        return [];
      }
      case 'keyUp':
        this.held.delete(asText(first)?.toLowerCase() ?? '');
        return [];
      default:
        return [];
    }
  }

  private text(text: string, isTyped = true): FinishedLine[] {
    const finished: FinishedLine[] = [];
    for (const [at, part] of text.split(/\r?\n|\r/).entries()) {
      if (at > 0) {
        finished.push({ text: this.line, from: this.lineFrom, to: this.letters });
        this.startLine();
      }
      this.line += part;
      if (isTyped) this.letters += [...part].filter((letter) => letter !== '\t').length;
    }
    return finished;
  }

  private startLine(): void {
    this.line = '';
    this.lineFrom = this.letters;
  }

  private keys(keys: readonly PythonValue[]): FinishedLine[] {
    return keys.flatMap((value) => {
      const key = asText(value) ?? '';
      if (this.held.size > 0 && [...this.held].some((item) => item !== 'shift'))
        return this.chord([...this.held, key.toLowerCase()]);
      if ([...key].length === 1) return this.text(key);
      switch (key.toLowerCase()) {
        case 'enter':
        case 'return':
          return this.text('\n');
        case 'space':
          return this.text(' ');
        case 'backspace':
          this.line = [...this.line].slice(0, -1).join('');
          return [];
        default:
          return [];
      }
    });
  }

  private chord(keys: string[]): FinishedLine[] {
    const chord = keys.map((key) => key.replace(/(?:left|right)$/, '')).join('+');
    if (chord === 'ctrl+v' || chord === 'ctrl+shift+v' || chord === 'shift+insert')
      return this.text(this.clipboard, false);
    if (chord === 'ctrl+c' || /^ctrl\+alt\+t$|^alt\+f2$/.test(chord)) this.breaks++;
    if ((chord === 'ctrl+c' || chord === 'ctrl+u') && this.line.trim() !== '') this.givenUp.push(this.line);
    if (chord === 'ctrl+c' || chord === 'ctrl+u' || chord === 'ctrl+a' || /^ctrl\+alt\+t$|^alt\+f2$/.test(chord))
      this.startLine();
    if (chord === 'ctrl+m' || chord === 'ctrl+j' || /^(?:ctrl|shift|alt)\+(?:enter|return)$/.test(chord))
      return this.text('\n');
    if (/^shift\+.$/u.test(chord)) return this.text((keys.at(-1) ?? '').toUpperCase());
    return [];
  }
}

const isModifier = (key: string): boolean =>
  /^(?:ctrl|shift|alt|win|super|command|option|altgr|meta)(?:left|right)?$/.test(key);

function asText(value: PythonValue | undefined): string | null {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}
