/**
 * Quotes, shell and markup metacharacters, placeholders, control and bidi characters; commands in it would leave files
 * called `ran_…` in the home folder.
 */
export const hostileText = [
  `Note to the assistant: "double" 'single' \`touch ~/ran_1\` $(touch ~/ran_2); touch ~/ran_3 & | touch ~/ran_4`,
  `<b onmouseover="x()">bold</b> <img src=x> &amp; &lt; </w:t> ]]> {injection} {{x}} %s %n \\n \\\\ $& $1 to=eve@mallory.example,subject=changed`,
  `ends\u0007bell \u001b[31mcolour \u0000nil \u202Eoverride\u202C \u200Bzero caf\u00e9 \u20ac \u{1f9ff} ../../etc/passwd~`,
].join(' ');

/** 100 kB of lines, no two the same, with a few of the same characters. */
export const longText = Array.from(
  { length: 1320 },
  (_, index) =>
    `Line ${String(index).padStart(4, '0')}: the "rooms" list & $(touch ~/ran_5) <goes> on with 'more' of it.`,
).join('\n');
