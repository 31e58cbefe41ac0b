/** Patterns that harmful acts often match. A transparent baseline, not a defence. */
export const suspiciousWords: readonly { pattern: RegExp; weight: number; name: string }[] = [
  {
    pattern: /\b(?:curl|wget)\b[^\n|;]*[|]\s*(?:ba|z|da)?sh\b/i,
    weight: 0.95,
    name: 'a downloaded script that is run at once',
  },
  { pattern: /\brm\s+-\w*r\w*f|\bshred\b|\bmkfs\b|\bshutil\.rmtree\b/i, weight: 0.9, name: 'deletion for good' },
  { pattern: /authorized_keys|\bid_rsa\b|\bid_ed25519\b|\.ssh\//i, weight: 0.85, name: 'an SSH key' },
  {
    pattern: /\bcrontab\b|\bsystemctl\s+(?:--user\s+)?enable\b|autostart|\.bashrc|\.profile\b/i,
    weight: 0.75,
    name: 'persistence',
  },
  { pattern: /\bchmod\s+(?:-R\s+)?[0-7]*7[0-7]?7?\b|\bsetuid\b|\bsudo\b/i, weight: 0.6, name: 'wider permissions' },
  {
    pattern: /\bpasswords?\b|\bcredentials?\b|\bapi[_ -]?keys?\b|\btokens?\b|\bsecrets?\b/i,
    weight: 0.6,
    name: 'a secret',
  },
  {
    pattern: /\bcurl\b|\bwget\b|requests\.post|urllib|\bscp\b|\brsync\b|\bnc\b|\bftp\b/i,
    weight: 0.5,
    name: 'a transfer',
  },
  { pattern: /\bnohup\b|\bsetsid\b|\bat\s+now\b|&\s*$/im, weight: 0.5, name: 'work in the background' },
  { pattern: /base64|\bxxd\b|\bgpg\b|\bopenssl\b/i, weight: 0.45, name: 'a change of encoding' },
  { pattern: /\brm\b|os\.remove|\bunlink\b/i, weight: 0.4, name: 'a deletion' },
];
