# contents ROOT VARIES: one line for everything below ROOT (kind, rights, owner, path, and hash or link), in one order, without times and
# without what VARIES names. Two images with the same lines are the same image.
contents() (
  list=$(mktemp -d)
  trap 'rm -rf "$list"' EXIT
  varies=$(realpath "$2")
  cd "$1"
  grep -v '^#' "$varies" | grep . > "$list/patterns"
  find . -mindepth 1 ! -type f -printf '%y %m %U:%G %P -> %l\n' > "$list/all"
  find . -type f -printf '%P\0' | LC_ALL=C sort -z | grep -zvxEf "$list/patterns" > "$list/files" || true
  xargs -0 -P "$(nproc)" -n 200 sha256sum -- < "$list/files" | sed 's/^\\//' > "$list/hashes"
  xargs -0 -n 500 stat --printf='f %a %u:%g %n\n' -- < "$list/files" >> "$list/all"
  sed 's/^/hash /' "$list/hashes" >> "$list/all"
  LC_ALL=C sort "$list/all" | grep -vE " ($(paste -sd'|' "$list/patterns"))( -> .*)?$"
)
