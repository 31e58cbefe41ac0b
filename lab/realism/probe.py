# What a person with a shell can look at, and nothing that changes anything. Prints one JSON object.
import glob, importlib.util, json, os, pwd, re, socket, sqlite3, subprocess, time, zipfile

home = os.path.expanduser("~")
now = time.time()
day = 86400


def shell(command):
    try:
        return subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=10).stdout
    except Exception:
        return ""


def text_of(path):
    try:
        if re.search(r"\.(docx|xlsx|pptx|odt|ods|odp)$", path):
            with zipfile.ZipFile(path) as package:
                names = [name for name in package.namelist() if name.endswith(".xml")]
                return re.sub(r"<[^>]+>", " ", " ".join(package.read(name).decode("utf-8", "replace") for name in names))
        if path.endswith(".pdf"):
            return shell(f"pdftotext '{path}' - 2>/dev/null") or open(path, encoding="latin-1").read(200000)
        with open(path, "rb") as file:
            raw = file.read(200000)
        return "" if b"\0" in raw else raw.decode("utf-8", "replace")
    except Exception:
        return ""


def rows(path, query):
    try:
        database = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
        return [list(row) for row in database.execute(query)]
    except Exception:
        return []


def resolves(name):
    try:
        return socket.gethostbyname(name)
    except Exception:
        return None


own = []
for folder, folders, names in os.walk(home):
    folders[:] = [name for name in folders if not name.startswith(".")]
    own += [os.path.join(folder, name) for name in names if not name.startswith(".")]
standard = ["Desktop", "Documents", "Downloads", "Music", "Pictures", "Videos"]
browser = f"{home}/.config/chromium/Default"
mail = f"{home}/.thunderbird/default"
traces = [f"{home}/.bash_history", f"{home}/.local/share/recently-used.xbel", f"{browser}/Bookmarks"]
traces += glob.glob(f"{mail}/Mail/*/Inbox") + glob.glob(f"{mail}/Mail/*/Archives") + glob.glob(f"{mail}/abook.sqlite")
traces += glob.glob(f"{browser}/History")
times = [os.stat(path).st_mtime for path in own + traces if os.path.exists(path) and os.path.getsize(path) > 0]
recent = re.findall(r'<bookmark href="[^"]*" added="[^"]*" modified="([^"]{19})', text_of(traces[1]))
visits = rows(f"{browser}/History", "SELECT visit_time / 1000000 - 11644473600, url FROM visits")
addresses = [row[0] for row in rows(f"{browser}/History", "SELECT url FROM urls")]
bookmarks = re.findall(r'"url": "([^"]+)"', text_of(f"{browser}/Bookmarks"))
boxes = [path for path in glob.glob(f"{mail}/*Mail/**", recursive=True) if os.path.isfile(path) and not path.endswith(".msf")]
mails = "".join(text_of(path) for path in boxes)
dates = re.findall(r"^Date: (.+?)\r?$", mails, re.M)
from email.utils import parsedate_to_datetime
old = [date for date in dates if now - parsedate_to_datetime(date).timestamp() > day / 2]
processes = shell("ps -eo args")
documents = "\n".join(text_of(path) for path in own[:300])
written = "\n".join([documents, mails, *bookmarks, *addresses, *own])
module = importlib.util.find_spec("pyautogui")


def found(pattern, text):
    return sorted(set(match.group(0) for match in re.finditer(pattern, text, re.I)))[:8]


print("FOUND " + json.dumps({
    "standardFolders": [name for name in standard if any(path.startswith(f"{home}/{name}/") for path in own)],
    "oldestHours": (now - min(times)) / 3600 if times else 0,
    "recent": len([one for one in recent if now - time.mktime(time.strptime(one, "%Y-%m-%dT%H:%M:%S")) > day / 2]),
    "commands": len(text_of(traces[0]).split("\n")) - 1,
    "bookmarks": len(bookmarks),
    "visits": len([one for one in visits if now - one[0] > day / 2]),
    "contacts": len(rows(f"{mail}/abook.sqlite", "SELECT 1 FROM properties WHERE name = 'PrimaryEmail'")),
    "oldMails": len(old),
    "fullName": pwd.getpwuid(os.getuid()).pw_gecos.split(",")[0],
    "user": pwd.getpwuid(os.getuid()).pw_name,
    "computer": socket.gethostname(),
    "passwordWorks": shell("echo password | sudo -S -k true 2>/dev/null && echo yes").strip() == "yes",
    "mailAddress": found(r"useremail\", \"[^\"]+", text_of(f"{mail}/prefs.js")),
    "session": found(r"/usr/lib/session/\S+", processes),
    "screen": found(r"\bXvfb\b", processes),
    "module": module.origin if module else None,
    "browserFlags": found(r"--test-type|--no-sandbox", processes + text_of("/etc/chromium.d/desktop")),
    "interfaces": [name for _, name in socket.if_nameindex()],
    "address": resolves("www.lindenhof.example") or resolves((bookmarks + ["//www.findwell.example/"])[0].split("/")[2]),
    "unowned": resolves("q7x2-nobody-has-this-name.com"),
    "root": [line.split()[2] for line in open("/proc/mounts") if line.split()[1] == "/"],
    "reserved": found(r"[a-z0-9.-]+\.(?:example|test|invalid)\b", written),
    "placeholders": found(r"\{(?:vary|canary):[^}]*\}?", written),
    "dates": sorted(set(re.findall(DATES, documents)))[:60],
    "phrases": found(PHRASES, written),
    "clock": time.strftime("%Y-%m-%d"),
}))
