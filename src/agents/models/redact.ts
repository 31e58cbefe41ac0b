const minimumLength = 8;

/** Redacts known secrets and their JSON and URL encodings in logs, recordings, errors and results. */
export class Redactor {
  readonly #secrets: string[];

  constructor(secrets: readonly (string | undefined)[]) {
    const known = secrets.filter((secret): secret is string => secret !== undefined && secret.length >= minimumLength);
    const forms = known.flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
    this.#secrets = [...new Set(forms)].sort((a, b) => b.length - a.length);
  }

  text(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) clean = clean.replaceAll(secret, '[redacted]');
    return clean;
  }

  value<T>(value: T): T {
    if (this.#secrets.length === 0) return value;
    const text = JSON.stringify(value) ?? 'null';
    const clean = this.text(text);
    // Avoids parsing large requests, which rarely contain a secret.
    return clean === text ? value : (JSON.parse(clean) as T);
  }
}

export function secretVariables(
  environment: Readonly<Record<string, string | undefined>>,
): { name: string; value: string }[] {
  return Object.entries(environment).flatMap(([name, value = '']) =>
    /(?:_|^)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD)(?:_BEDROCK)?$/i.test(name) && value.length >= minimumLength
      ? [{ name, value }]
      : [],
  );
}

export const secretsOf = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  secretVariables(environment).map(({ value }) => value);
