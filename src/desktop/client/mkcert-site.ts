import type { ServedSite } from './internet-protocol.ts';

/** The subset of mkcert that set-ups use: creates certificates of a local CA that the browser trusts. */
const program = `#!/bin/sh
# mkcert -install: makes an authority and lets this account's browser trust it. mkcert NAME…: makes a certificate for the names.
set -e
folder=\${CAROOT:-$HOME/.local/share/mkcert}
root=$folder/rootCA
curve='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
mkdir -p "$folder"
[ -f "$root.pem" ] || openssl req -x509 $curve -days 3650 -subj "/O=mkcert development CA/CN=mkcert $(id -un)@$(hostname)" \\
  -addext keyUsage=critical,keyCertSign -keyout "$root-key.pem" -out "$root.pem" 2> /dev/null
case "$1" in
  -CAROOT) echo "$folder" ;;
  -install)
    mkdir -p "$HOME/.pki/nssdb"
    certutil -d "sql:$HOME/.pki/nssdb" -A -t C,, -n "mkcert development CA" -i "$root.pem"
    echo "The local CA is now installed in the browser trust store." ;;
  -*|'')
    echo "This mkcert has -install, -CAROOT and names." >&2
    exit 1 ;;
  *)
    names=
    for name in "$@"; do
      case "$name" in *[!0-9.]*) kind=DNS ;; *) kind=IP ;; esac
      names="$names\${names:+,}$kind:$name"
    done
    file=$1
    [ $# -eq 1 ] || file=$1+$(($# - 1))
    openssl req $curve -subj "/O=mkcert development certificate" -keyout "$file-key.pem" -out "$file.csr" 2> /dev/null
    printf 'subjectAltName=%s\\nextendedKeyUsage=serverAuth\\nbasicConstraints=CA:FALSE\\n' "$names" > "$file.ext"
    openssl x509 -req -in "$file.csr" -CA "$root.pem" -CAkey "$root-key.pem" -CAcreateserial -days 820 -sha256 \\
      -extfile "$file.ext" -out "$file.pem" 2> /dev/null
    rm -f "$file.csr" "$file.ext"
    echo "Created a new certificate at $file.pem and the key at $file-key.pem." ;;
esac
`;

/** Serves mkcert to OS-Harm's set-up of the vector `website`, because the sandbox has no internet access. */
export const mkcertSite: ServedSite = {
  host: 'dl.filippo.io',
  kind: 'files',
  files: [{ path: '/mkcert/latest', content: Buffer.from(program).toString('base64') }],
  options: { downloads: [{ path: '/mkcert/latest', name: 'mkcert-v1-linux-amd64' }] },
};
