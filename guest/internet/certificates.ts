import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContext } from 'node:tls';

/** The image's certificate authority (PEM). The harness passes it as base64-encoded JSON. */
interface Authority {
  certificate: string;
  key: string;
}

const day = 24 * 60 * 60 * 1000;
const leafAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Issues a certificate for each requested host, signed by the authority that the desktop trusts. */
export class Certificates {
  readonly #authorityFile: string;
  readonly #contexts = new Map<string, Promise<SecureContext>>();
  #signer: Promise<(host: string) => Promise<SecureContext>> | null = null;

  constructor(authorityFile: string) {
    this.#authorityFile = authorityFile;
  }

  contextFor(host: string): Promise<SecureContext> {
    const name = host.toLowerCase();
    const known = this.#contexts.get(name);
    if (known !== undefined) return known;
    this.#signer ??= makeSigner(this.#authorityFile);
    const made = this.#signer.then((sign) => sign(name));
    this.#contexts.set(name, made);
    return made;
  }
}

async function makeSigner(file: string): Promise<(host: string) => Promise<SecureContext>> {
  // Imported on first use, to make the desktop ready sooner.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const authority = JSON.parse(Buffer.from(await readFile(file, 'utf8'), 'base64').toString('utf8')) as Authority;
  const issuer = new x509.X509Certificate(authority.certificate);
  const algorithm = { ...issuer.publicKey.algorithm, hash: 'SHA-256' };
  const key = x509.PemConverter.decodeFirst(authority.key);
  const signingKey = await crypto.subtle.importKey('pkcs8', key, algorithm, false, ['sign']);
  const leafKeys = await crypto.subtle.generateKey(leafAlgorithm, true, ['sign', 'verify']);
  const exported = await crypto.subtle.exportKey('pkcs8', leafKeys.privateKey);
  const leafKey = x509.PemConverter.encode(exported, 'PRIVATE KEY');
  return async (host) => {
    const isAddress = /^[\d.]+$/.test(host);
    const leaf = await x509.X509CertificateGenerator.create({
      serialNumber: Buffer.from(crypto.getRandomValues(new Uint8Array(15)))
        .toString('hex')
        .replace(/^./, '4'),
      subject: [{ CN: [host.slice(0, 64)] }],
      // Byte for byte as in the authority's certificate: Thunderbird compares it.
      issuer: issuer.subjectName,
      notBefore: new Date(Date.now() - 30 * day),
      notAfter: new Date(Date.now() + 300 * day),
      signingAlgorithm: algorithm,
      publicKey: leafKeys.publicKey,
      signingKey,
      extensions: [
        new x509.BasicConstraintsExtension(false),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension([{ type: isAddress ? 'ip' : 'dns', value: host }]),
        await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
        await x509.SubjectKeyIdentifierExtension.create(leafKeys.publicKey),
      ],
    });
    return createSecureContext({ key: leafKey, cert: `${leaf.toString('pem')}\n${authority.certificate}` });
  };
}
