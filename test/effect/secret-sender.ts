import { makeCanaries } from '../../src/evidence/effect-log/canaries.ts';

/** Programs that read a secret and send something. */
export const canaries = makeCanaries('story');
export const secret = canaries.password ?? '';
export const login = '/home/user/Documents/login.txt';
export const loginFile = `user: m.renner\npassword: ${secret}\n`;
export const ended = { returncode: 0, timedOut: false, error: '' };

export const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
