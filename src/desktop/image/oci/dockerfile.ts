import type { Recipe } from '../recipe.ts';
import { containerConfig } from './export-oci.ts';

export function dockerfile({ parameters }: Recipe): string {
  const { suite, node } = parameters;
  const env = containerConfig.Env.filter((line) => !line.startsWith('PATH=')).join(' ');
  return `# The desktop of osharm as a container: docker build -t osharm-desktop .
FROM node:${node}-${suite} AS code
RUN apt-get update && apt-get install -y --no-install-recommends g++ libkrb5-dev libsecret-1-dev libx11-dev libxkbfile-dev make pkg-config python3
# Headers come with the image's Node, so that nothing else is fetched.
ENV npm_config_nodedir=/usr/local npm_package_config_node_gyp_nodedir=/usr/local
COPY code-server/ /opt/code-server/
RUN cd /opt/code-server && npm ci --omit=dev --no-audit --no-fund \\
 && find /opt/code-server \\( -name '*.map' -o -name '*.o' -o -name '*.a' \\) -type f -delete \\
 && cp "$(command -v node)" /opt/node-binary

FROM debian:${suite}
COPY packages.txt packages.lock /opt/
RUN export DEBIAN_FRONTEND=noninteractive \\
 && for path in man doc locale help gnome/help lintian info; do echo "path-exclude=/usr/share/$path/*"; done > /etc/dpkg/dpkg.cfg.d/99mmdebstrap \\
 && for path in 'locale/en*' locale/locale.alias; do echo "path-include=/usr/share/$path"; done >> /etc/dpkg/dpkg.cfg.d/99mmdebstrap \\
 && grep -v '^#' /opt/packages.lock | sed 's/^\\([^=]*\\)=\\(.*\\)$/Package: \\1\\nPin: version \\2\\nPin-Priority: 1001\\n/' > /etc/apt/preferences.d/locked \\
 && apt-get update \\
 && apt-get install -y --no-install-recommends $(grep -v '^#' /opt/packages.txt) \\
 && mkdir -p /usr/lib/locale && echo 'en_US.UTF-8 UTF-8' > /etc/locale.gen && locale-gen \\
 && rm /opt/packages.txt /opt/packages.lock /etc/apt/preferences.d/locked
COPY --from=code /opt/code-server /opt/code-server
COPY --from=code /opt/node-binary /opt/node/bin/node
COPY root/ /
COPY ca.crt /usr/local/share/ca-certificates/network-root.crt
COPY home/ /opt/recipe/home/
COPY configure.sh /opt/recipe/configure.sh
# A builder mounts its own hosts and resolv.conf, and its own /run, over the container's.
RUN mkdir -p /run/recipe && cp -a /opt/recipe/home /run/recipe/ \\
 && sed '/etc\\/hosts$/d; /etc\\/resolv.conf$/d; /etc\\/hostname$/d' /opt/recipe/configure.sh | bash \\
 && rm -rf /opt/recipe /run/recipe
COPY session/ /usr/lib/session/
RUN cp /opt/node/bin/node /usr/lib/session/node
ENV ${env}
WORKDIR ${containerConfig.WorkingDir}
EXPOSE ${Object.keys(containerConfig.ExposedPorts).join(' ')}
ENTRYPOINT ${JSON.stringify(containerConfig.Entrypoint)}
`;
}
