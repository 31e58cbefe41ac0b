/** The script at the start of the drop-in file, followed by an archive. `machine`: required output of `uname -m`. */
export function dropInScript(version: string, machine: string): string {
  const lines = `#!/bin/sh
# Control server for a desktop that runs already, speaking OSWorld's HTTP protocol. Needs X11, python3 and the AT-SPI bus; ffmpeg to record.
#   ./FILE                serve this desktop until it ends
#   ./FILE install        serve it now and after every login, by a systemd unit of this user; keep the file where it is
#   ./FILE uninstall      take that away again
# HOST (127.0.0.1; 0.0.0.0 for every network) and PORT (5000) say where it listens. Whoever reaches that port controls the desktop.
# TOKEN: a word that every request must carry, as in http://any:TOKEN@HOST:PORT. NAMES: names of this machine that clients use.
set -eu
cache=\${XDG_CACHE_HOME:-$HOME/.cache}/desktop-control
folder=$cache/${version}
settings=\${XDG_CONFIG_HOME:-$HOME/.config}
unit=$settings/systemd/user/desktop-control.service
entry=$settings/autostart/desktop-control.desktop
self=$(readlink -f -- "$0")
HOST=\${HOST:-127.0.0.1} PORT=\${PORT:-5000} TOKEN=\${TOKEN:-} NAMES=\${NAMES:-}
listen=$HOST:$PORT
case $HOST in 0.0.0.0|::) near=127.0.0.1 ;; *:*) near=[$HOST] ;; *) near=$HOST ;; esac
fail() { echo "$1" >&2; exit 3; }
unpack() {
  [ ! -e "$folder/ready" ] || return 0
  new=$folder.$$
  mkdir -p "$new"
  tail -n +@LINES@ "$self" | tar -xz -C "$new" && : > "$new/ready" || { rm -rf "$new"; fail "It can't be unpacked into $cache."; }
  rm -rf "$folder"
  mv "$new" "$folder"
}
case $TOKEN in *[!A-Za-z0-9._~-]*) fail 'TOKEN: letters, digits and -._~ alone, since it is a part of an address.' ;; esac
case $NAMES in *[!A-Za-z0-9._,-]*) fail 'NAMES: names with commas between.' ;; esac
[ "$(uname -m)" = ${machine} ] || fail 'This file is for ${machine} machines.'
case \${1:-serve} in
  serve) ;;
  install)
    [ "$(id -u)" != 0 ] || fail 'Install it as the user whose desktop it is, without sudo.'
    command -v python3 > /dev/null || fail 'python3 is missing: sudo apt-get install python3'
    systemctl --user show-environment > /dev/null || fail 'This user has no systemd session: log in as that user (su and sudo -u do not log in).'
    unpack
    mkdir -p "$(dirname -- "$unit")" "$(dirname -- "$entry")"
    umask 077
    cat > "$unit" <<END
[Unit]
Description=Control server of the desktop
StartLimitIntervalSec=0

[Service]
ExecStart="$self" serve
Environment=HOST=$HOST PORT=$PORT TOKEN=$TOKEN NAMES=$NAMES
Restart=on-failure
RestartSec=2
RestartPreventExitStatus=3
END
    # Not every desktop has systemd's graphical-session.target (XFCE has none), but all start what is in this folder.
    cat > "$entry" <<END
[Desktop Entry]
Type=Application
Name=Control server of the desktop
Exec=sh -c "systemctl --user import-environment DISPLAY XAUTHORITY XDG_CURRENT_DESKTOP XDG_SESSION_TYPE; exec systemctl --user restart desktop-control.service"
NoDisplay=true
END
    systemctl --user daemon-reload
    if ! systemctl --user show-environment | grep -q '^DISPLAY='; then
      echo "Installed. It serves the desktop on $listen from this user's next login on."
      exit
    fi
    systemctl --user restart desktop-control.service
    # Something else on the port would answer too, but not with ready.
    TOKEN=$TOKEN python3 - "http://$near:$PORT/v2/health" <<END || fail "Installed, but it does not answer: $(systemctl --user status -n 3 --no-pager desktop-control.service || true)"
import json, os, sys, time, urllib.request
asked = urllib.request.Request(sys.argv[1], headers={"Authorization": "Bearer " + os.environ["TOKEN"]})
for _ in range(90):
    try:
        if json.load(urllib.request.urlopen(asked, timeout=10))["ready"]:
            sys.exit(0)
    except Exception:
        pass
    time.sleep(1)
sys.exit(1)
END
    echo "Installed. It serves this desktop on $listen, and does so after every login. Its words: journalctl --user -u desktop-control"
    exit ;;
  uninstall)
    systemctl --user stop desktop-control.service || true
    rm -f "$unit" "$entry"
    rm -rf "$cache"
    systemctl --user daemon-reload
    exit ;;
  *) sed -n '2,7s/^# *//p' "$self" >&2; exit 2 ;;
esac
[ "\${XDG_SESSION_TYPE:-x11}" != wayland ] || fail 'This is a Wayland session, which lets nobody see or steer it: log in to the one "on Xorg".'
[ -n "\${DISPLAY:-}" ] || fail 'DISPLAY is not set: start this inside the X11 desktop.'
command -v python3 > /dev/null || fail 'python3 is missing: sudo apt-get install python3'
unpack
# Agents' scripts import pyautogui: ours where the machine has none.
if ! python3 -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("pyautogui") is None)'; then
  export PYTHONPATH="$folder/python\${PYTHONPATH:+:$PYTHONPATH}"
fi
SESSION_ATTACH=1 SESSION_LISTEN=tcp:$listen SESSION_TOKEN=$TOKEN SESSION_NAMES=$NAMES
# Pictures are large and short-lived: their memory goes back at once, and the heap doesn't grow with the machine's memory.
MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=262144
export SESSION_ATTACH SESSION_LISTEN SESSION_TOKEN SESSION_NAMES MALLOC_MMAP_THRESHOLD_ MALLOC_TRIM_THRESHOLD_
# Meant for us, not for what is started in the desktop.
unset HOST PORT TOKEN NAMES
exec "$folder/node" --max-old-space-size=256 --max-semi-space-size=8 "$folder/session.mjs"
`;
  return lines.replace('@LINES@', String(lines.split('\n').length));
}
