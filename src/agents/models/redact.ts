const minimumLength = 8;

/** Replaces every known secret, also as JSON and URLs write it, so that it never reaches a log, a cassette, an error or a result. */
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

  /** The same for every string inside a JSON value. */
  value<T>(value: T): T {
    if (this.#secrets.length === 0) return value;
    const text = JSON.stringify(value) ?? 'null';
    const clean = this.text(text);
    // Requests are large, and mostly hold no secret.
    return clean === text ? value : (JSON.parse(clean) as T);
  }
}

/** The environment variables whose names say that they are secret, with their values. */
export function secretVariables(
  environment: Readonly<Record<string, string | undefined>>,
): { name: string; value: string }[] {
  return Object.entries(environment).flatMap(([name, value = '']) =>
    /(?:_|^)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD)(?:_BEDROCK)?$/i.test(name) && value.length >= minimumLength
      ? [{ name, value }]
      : [],
  );
}

/** The values of environment variables whose names say that they are secret. */
export const secretsOf = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  secretVariables(environment).map(({ value }) => value);
