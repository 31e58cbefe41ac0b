/** The shell script at the head of the drop-in file; the archive follows its last line. `version`: names the folder that it is unpacked into. */
export function dropInScript(version: string): string {
  const lines = `#!/bin/sh
# Control server for a desktop that runs already, speaking OSWorld's HTTP protocol. Needs X11, python3 and the AT-SPI bus; nothing else.
#   ./FILE                serve this desktop until it ends
#   ./FILE install        serve it at every login, by a systemd unit of this user
#   ./FILE uninstall      take that unit away
# HOST (0.0.0.0) and PORT (5000) say where it listens. Whoever reaches that port controls the desktop.
set -eu
folder=\${XDG_CACHE_HOME:-$HOME/.cache}/desktop-control/${version}
unit=$HOME/.config/systemd/user/desktop-control.service
self=$(readlink -f -- "$0")
case \${1:-serve} in
  serve) ;;
  install)
    mkdir -p "$(dirname -- "$unit")"
    cat > "$unit" <<END
[Unit]
Description=Control server of the desktop
PartOf=graphical-session.target
After=graphical-session.target

[Service]
ExecStart="$self" serve
Environment=HOST=\${HOST:-0.0.0.0} PORT=\${PORT:-5000}
Restart=on-failure
RestartSec=2

[Install]
WantedBy=graphical-session.target
END
    systemctl --user daemon-reload
    systemctl --user enable --now desktop-control.service
    exit ;;
  uninstall)
    systemctl --user disable --now desktop-control.service || true
    rm -f "$unit"
    systemctl --user daemon-reload
    exit ;;
  *) sed -n '2,6s/^# *//p' "$self" >&2; exit 2 ;;
esac
if [ -z "\${DISPLAY:-}" ]; then echo 'DISPLAY is not set: start this inside the X11 desktop (on Wayland choose the Xorg session).' >&2; exit 3; fi
command -v python3 > /dev/null || { echo 'python3 is missing: apt-get install python3' >&2; exit 3; }
if [ ! -e "$folder/ready" ]; then
  new=$folder.$$
  mkdir -p "$new"
  tail -n +@LINES@ "$self" | tar -xz -C "$new"
  : > "$new/ready"
  rm -rf "$folder"
  mv "$new" "$folder"
fi
SESSION_ATTACH=1 SESSION_LISTEN=tcp:\${HOST:-0.0.0.0}:\${PORT:-5000}
# Pictures are large and short-lived: their memory goes back at once, and the heap doesn't grow with the machine's memory.
MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=262144
export SESSION_ATTACH SESSION_LISTEN MALLOC_MMAP_THRESHOLD_ MALLOC_TRIM_THRESHOLD_
exec "$folder/node" --max-old-space-size=256 --max-semi-space-size=8 "$folder/session.mjs"
`;
  return lines.replace('@LINES@', String(lines.split('\n').length));
}
