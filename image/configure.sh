#!/bin/bash
# Turns installed packages into the desktop. Runs as root inside the image's tree, after image/root was copied over it;
# image/home is in /run/recipe and the certificate authority in /usr/local/share/ca-certificates.
set -Eeuo pipefail
trap 'echo "configure.sh: line $LINENO failed: $BASH_COMMAND" >&2' ERR
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

echo 'phase: 0.1 configuring the system'
echo '# There is no network to fetch packages from.' > /etc/apt/sources.list
rm -rf /etc/apt/sources.list.d/* /etc/apt/apt.conf.d/99mmdebstrap /etc/dpkg/dpkg.cfg.d/99mmdebstrap /etc/machine-id /var/lib/dbus/machine-id
head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n' > /etc/machine-id
echo >> /etc/machine-id
mkdir -p /var/lib/dbus
ln -sf /etc/machine-id /var/lib/dbus/machine-id
echo desktop > /etc/hostname
printf '127.0.0.1\tlocalhost\n127.0.1.1\tdesktop\n::1\tlocalhost ip6-localhost\n' > /etc/hosts
rm -f /etc/resolv.conf
echo 'nameserver 127.0.0.53' > /etc/resolv.conf
ln -sf /usr/share/zoneinfo/Etc/UTC /etc/localtime
echo 'LANG=en_US.UTF-8' > /etc/default/locale
ln -sf python3 /usr/bin/python
update-ca-certificates > /dev/null 2>&1

# Mount points
mkdir -p /usr/lib/session
touch /usr/lib/session-node
echo /usr/lib/session/python > /usr/lib/python3/dist-packages/session.pth

echo 'phase: 0.3 making the user'
groupadd --gid 1000 user
useradd --uid 1000 --gid 1000 --create-home --shell /bin/bash --comment User user
echo user:password | chpasswd
cp -r /run/recipe/home/. /home/user/
for group in adm audio cdrom plugdev sudo video; do adduser --quiet user "$group"; done
# LibreOffice compares what it ran last with what runs now and shows its news where they differ.
office=$(dpkg-query -W -f '${Version}' libreoffice-core | sed 's/^[0-9]*://; s/^\([0-9]*\.[0-9]*\).*/\1/')
sed -i "s/@LIBREOFFICE_VERSION@/$office/" /home/user/.config/libreoffice/4/user/registrymodifications.xcu
# GIMP keeps to its own idea of its window's size, so it starts from the default layout with the window maximised.
sed 's/(maximized "no")/(maximized "yes")/' /etc/gimp/2.0/sessionrc > /home/user/.config/GIMP/2.10/sessionrc
ln -s chromium /home/user/.config/google-chrome
mkdir -p /home/user/.config/chromium /home/user/{Desktop,Documents,Downloads,Music,Pictures,Public,Templates,Videos}
touch '/home/user/.config/chromium/First Run'
mkdir -p /home/user/.local/share /home/user/.pki/nssdb
certutil -d sql:/home/user/.pki/nssdb -N --empty-password
certutil -d sql:/home/user/.pki/nssdb -A -t C,, -n 'Network Root' -i /usr/local/share/ca-certificates/network-root.crt
chown -R user:user /home/user
chmod 755 /home/user

echo 'phase: 0.4 setting up menus and applications'
rm -f /etc/xdg/autostart/{xfsettingsd,tracker-miner-fs-3,org.gnome.SettingsDaemon.DiskUtilityNotify}.desktop
cd /usr/share/applications
# What a person would not look for, or what is there under another name.
for name in chromium openbox tint2 tint2conf python3.11 vim libreoffice-xsltfilter libreoffice-draw vlc-openbd vlc-opencda vlc-opendvd \
  vlc-openvcd org.xfce.mousepad-settings xfce4-file-manager xfce4-mail-reader xfce4-terminal-emulator xfce4-web-browser \
  xfce4-settings-editor xfce4-color-settings xfce4-mime-settings xfce4-run xfce4-appfinder feh nautilus-autorun-software; do
  if [ -e "$name.desktop" ] && ! grep -q '^NoDisplay=true' "$name.desktop"; then
    sed -i '/^NoDisplay=/d; s/^\[Desktop Entry\]$/[Desktop Entry]\nNoDisplay=true/' "$name.desktop"
  fi
done
update-desktop-database -q
glib-compile-schemas /usr/share/glib-2.0/schemas
rsvg-convert --output /usr/share/backgrounds/default.png /usr/share/backgrounds/default.svg
update-alternatives --quiet --set x-terminal-emulator /usr/bin/gnome-terminal.wrapper
update-alternatives --quiet --set x-www-browser /usr/bin/chromium || true

echo 'phase: 0.45 giving VS Code its defaults'
# As defaults and not as the user's settings: a task that brings its own settings.json keeps what it does not name.
python3 - << 'END'
import json
page = "/opt/code-server/node_modules/code-server/lib/vscode/out/vs/code/browser/workbench/workbench.html"
with open("/usr/share/desktop/code-defaults.json", encoding="utf-8") as file:
    defaults = json.dumps(json.load(file))
with open(page, encoding="utf-8") as file:
    html = file.read()
start = '<script nonce="{{WORKBENCH_SCRIPT_NONCE}}">'
before, found, after = html.partition(start + "\n\t\tconst baseUrl")
if not found:
    raise SystemExit(f"{page} is not laid out as expected")
script = f"""{start}
		const configuration = document.getElementById('vscode-workbench-web-configuration').dataset;
		configuration.settings = JSON.stringify({{ ...JSON.parse(configuration.settings), configurationDefaults: {defaults} }});
	</script>
	"""
with open(page, "w", encoding="utf-8") as file:
    file.write(before + script + found + after)
END

echo 'phase: 0.5 filling caches'
fc-cache --force > /dev/null
gtk-update-icon-cache --quiet --force /usr/share/icons/Adwaita /usr/share/icons/hicolor 2> /dev/null || true
rm -rf /var/cache/apt/*.bin /var/lib/apt/lists/* /var/log/*.log /var/log/apt /var/tmp/* /root/.cache
