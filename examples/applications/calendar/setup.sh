# Runs as root inside the image. This folder is the working directory; packages.txt is already installed.
install -d -o user -g user /home/user/.local/share/calendar
cat > /usr/local/bin/team-calendar << 'END'
#!/bin/sh
exec radicale --auth-type none --storage-filesystem-folder "$HOME/.local/share/calendar" --server-hosts 127.0.0.1:5232 --storage-hook ''
END
chmod 755 /usr/local/bin/team-calendar
