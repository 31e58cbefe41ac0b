#!/bin/bash
# Layer of VS Code: code-server from npm, on a Node of its own → /opt/code-server, /opt/node. Its native parts are compiled in a small Debian,
# so that the layer of packages is built at the same time. What is fetched stands in code-server/package-lock.json.
. "$(dirname "$0")/enter.sh"
. "$(dirname "$0")/debian.sh"
base=$WORK/scratch/base
mkdir -p "$WORK/scratch/archives"
echo 'phase: 0.02 fetching the compiler'
debian "$base" "$WORK/scratch/archives" ca-certificates g++ libkrb5-dev libsecret-1-dev libx11-dev libxkbfile-dev make pkg-config python3 > /dev/null
cd "$base"
furnish
cp -L /etc/resolv.conf etc/resolv.conf
cp -L /etc/hosts etc/hosts
mkdir -p opt/node opt/npm opt/code-server
cp "$WORK"/recipe/code-server/*.json opt/code-server/
cp -r "$WORK/node/bin" "$WORK/node/include" opt/node/
cp -r "$WORK/npm/." opt/npm/
cp "$WORK/certificates.pem" tmp/certificates.pem
for name in npm npx; do
  printf '#!/bin/sh\nexec /opt/node/bin/node /opt/npm/bin/%s-cli.js "$@"\n' "$name" > "opt/node/bin/$name"
  chmod 755 "opt/node/bin/$name"
done

cat > tmp/build.sh << 'END'
set -euo pipefail
export HOME=/root PATH=/opt/node/bin:/usr/sbin:/usr/bin:/sbin:/bin
export npm_config_cache=/tmp/npm npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
# Headers come with the packaged Node, so that nothing is fetched from nodejs.org.
export npm_config_nodedir=/opt/node npm_package_config_node_gyp_nodedir=/opt/node MAKEFLAGS="-j$(nproc)"
if [ -s /tmp/certificates.pem ]; then export npm_config_cafile=/tmp/certificates.pem NODE_EXTRA_CA_CERTS=/tmp/certificates.pem; fi
echo 'phase: 0.2 fetching and compiling VS Code'
cd /opt/code-server
npm ci --no-progress --omit=dev
node_modules/.bin/code-server --version
echo 'phase: 0.9 tidying VS Code'
find /opt/code-server \( -name '*.map' -o -name '*.o' -o -name '*.a' \) -type f -delete
find /opt/code-server -depth -type d -name obj.target -exec rm -rf {} +
END
chroot . /bin/bash /tmp/build.sh
mkdir -p "$WORK/rootfs/opt/node/bin"
mv opt/code-server "$WORK/rootfs/opt/"
mv opt/node/bin/node "$WORK/rootfs/opt/node/bin/"
