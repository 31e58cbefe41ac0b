"""Settings of the desktop, VLC, GIMP, VS Code, Thunderbird, LibreOffice; MP3 tags."""

from cases import case, cases, file
from files import id3, raw, text

R = lambda value: {"expected": value}  # noqa: E731
missing = file("missing.cfg")
binary = file("binary.txt")

cases("check_gnome_favorite_apps", ("['a.desktop', 'b.desktop']", R(["b.desktop", "a.desktop"])), ("[]", R([])), ('["x"]\n', R(["x"])),
      ("['a']", R(["a", "b"])), ("['a', 'c']", R(["a", "b"])), ("['a', 'a']", R(["a", "b"])), ("nothing(", R([])), (None, R([])))
clock = "Local time: x\nUniversal time: y\nRTC time: z\nTime zone: %s\nSystem clock synchronized: yes"
cases("is_utc_0", (clock % "Etc/UTC (UTC, +0000)",), (clock % "Europe/London (GMT, +0000)",), (clock % "Atlantic/Faroe (WET, +0000)",),
      (clock % "Europe/Paris (CET, +0100)",), (clock % "Asia/Dili (+09, +0900)",), (clock % "Etc/UTC (UTC, +0000) ",), ("short",), (None,))
cases("check_text_enlarged", ("1.25",), ("2\n",), (" 1.01 ",), ("1.0",), ("0.75",), ("-3",), ("large",), (None,))
F = lambda *names: {"type": "directory", "name": "p", "children": [{"type": "file", "name": name} for name in names]}  # noqa: E731
cases("check_moved_jpgs", (F("a.jpg", "b.jpg"), R(["b.jpg", "a.jpg"])), (F(), R([])), (F("x"), R(["x"])), (F("a.jpg"), R(["a.jpg", "b.jpg"])),
      (F("a.jpg", "c.jpg"), R(["a.jpg", "b.jpg"])), (F("a", "a"), R(["a", "b"])), ({"name": "p"}, R([])), (None, R([])))
cases("is_in_vm_clickboard", (R("abc"), "x abc y"), (R(["a", "b"]), "b a"), (R([]), "x"), (R("abd"), "abc"), (R(["a", "z"]), "a"), (R("a"), ""),
      (R("a"), None), ({}, "a"))

vlcrc = """# comment
[core]
input-record-path=/home/user/Desktop
#one-instance-when-started-from-file=0
global-key-play-pause=Ctrl+p
qt-bgcone=0
qt-max-volume=200
qt-minimal-view=1
qt-slider-colours=10;20;30;40;50;60;1;2;3;99;98;97
"""
own = text("vlcrc", vlcrc)
plain = text("vlcrc-plain", "#qt-max-volume=125\n[core]\nother=1\n")
odd = text("vlcrc-odd", "qt-slider-colours=a;b\ninput-record-path\nqt-max-volume=125 \n")
for metric, key, true, false in [
    ("check_qt_bgcone", "expected_qt_bgcone", 0, "1"),
    ("check_qt_max_volume", "expected_qt_max_volume", "200", 125),
    ("check_qt_minimal_view", "expected_qt_minimal_view", 1, "0"),
    ("check_global_key_play_pause", "expected_global_key_play_pause", 1, 0),
    ("check_one_instance_when_started_from_file", "expected_one_instance_when_started_from_file", "0", "1"),
]:
    other = {"check_qt_bgcone": 1, "check_qt_max_volume": 125, "check_qt_minimal_view": "0", "check_global_key_play_pause": "0",
             "check_one_instance_when_started_from_file": 1}[metric]
    cases(metric, (own, {key: true}), (own, {key: str(true)}), (plain, {key: other}), (odd, {key: other}), (own, {key: false}), (plain, {key: "77"}),
          (own, {key: "77"}), (odd, {key: 78}), (binary, {key: 1}), (own, {}), (missing, {key: 1}))
cases("check_qt_slider_colours", (own, {"type": "blackish"}), (own, {"type": "match", "expected_qt_slider_colours": "10;20;30;40;50;60;1;2;3;99;98;97"}),
      (plain, {"type": "match", "expected_qt_slider_colours": "153;210;153;20;210;20;255;199;15;245;39;29"}), (plain, {"type": "blackish"}),
      (own, {"type": "match", "expected_qt_slider_colours": "1;2;3"}), (odd, {"type": "blackish"}), (odd, {"type": "match", "expected_qt_slider_colours": "c"}),
      (binary, {"type": "blackish"}), (own, {"type": "other"}))
cases("is_vlc_recordings_folder", (own, {"recording_file_path": "/home/user/Desktop"}), (text("vlcrc-2", "x\n input-record-path = /a \n"), {"recording_file_path": "/a"}),
      (odd, {"recording_file_path": "input-record-path"}), (own, {"recording_file_path": "/home/user"}), (plain, {"recording_file_path": "/a"}),
      (text("vlcrc-3", "input-record-path=/b\ninput-record-path=/a\n"), {"recording_file_path": "/a"}), (text("vlcrc-4", "#input-record-path=/a\n"), {"recording_file_path": "/a"}),
      (binary, {"recording_file_path": "/a"}), (own, {}), (missing, {"recording_file_path": "/a"}))
S = lambda width, height: {"width": width, "height": height}  # noqa: E731
cases("is_vlc_fullscreen", (S(1920, 1080), S(1920, 1080)), (S(1, 2), S(1, 2)), (S(0, 0), S(0, 0)), (S(1920, 1079), S(1920, 1080)), (S(1919, 1080), S(1920, 1080)),
      (None, S(1, 2)), (S(1, 2), None))


def status(name, state, meta="", stream=""):
    return text(name, f'<?xml version="1.0" encoding="utf-8" standalone="yes" ?>\n<root><state>{state}</state><information><category name="meta">{meta}</category>'
                f'<category name="Stream 0">{stream}</category></information></root>')


film = status("status.xml", "playing", '<info name="filename">Film One.mp4</info><info name="title">Film</info>')
cases("is_vlc_playing", (film, {"type": "file_name", "file_name": "Film One.mp4"}), (film, {"type": "file_name", "file_name": "One.mp4"}),
      (status("status-2.xml", "playing", '<info name="uri">file:///home/user/a.mp4</info>'), {"type": "file_name", "file_name": "a.mp4"}),
      (status("status-3.xml", "playing", '<info name="url">http://v.example/live/a.m3u8?x=1</info>'), {"type": "url", "url": "http://v.example/live/a.m3u8"}),
      (status("status-4.xml", "playing", '<info name="filename">a.m3u8</info>'), {"type": "url", "url": "http://v.example/live/a.m3u8"}),
      (status("status-5.xml", "paused", '<info name="filename">a.mp4</info>'), {"type": "file_name", "file_name": "a.mp4"}),
      (film, {"type": "file_name", "file_name": "Film Two.mp4"}), (status("status-6.xml", "playing"), {"type": "file_name", "file_name": "a"}),
      (film, {"type": "url", "url": "http://v.example/x"}), (film, {"type": "other"}), (text("status-bad.xml", "<root"), {"type": "url", "url": "a"}),
      (status("status-7.xml", "playing", '<info name="url">http://v.example/cdn/live/a.m3u8</info>'), {"type": "url", "url": "http://v.example/live/a.m3u8"}),
      (binary, {"type": "url", "url": "x"}))

gimprc = text("gimprc", '# comment\n\n(theme "Dark")\n(undo-levels 100)\n(toolbox-color-area yes)\n(tool "brush" size 20)\n(default-export-path "/home/user")\n')
C = lambda key, value: {"key": key, "value": value}  # noqa: E731
cases("check_config_status", (gimprc, C("theme", '"Dark"')), (gimprc, C("undo-levels", "100")), (gimprc, C(["tool", '"brush"'], "20")), (gimprc, C("theme", '"Light"')),
      (gimprc, C("absent", "1")), (gimprc, C(["tool", '"pencil"'], "20")), (None, C("a", "b")), (gimprc, {"key": "theme"}), (binary, C("a", "b")), (missing, C("a", "b")),
      (text("gimprc-odd", "   \n(a b)\n"), C("a", "b")), (gimprc, C(["tool"], "20")))

user = text("settings.json", '{"editor.fontSize": 14, "files.autoSave": "off", "a": {"b": [1]}, "flag": true}')
cases("check_json_settings", (user, R({"editor.fontSize": 14})), (user, R({"a": {"b": [1]}, "flag": True})), (user, R({})), (user, R({"editor.fontSize": 15})),
      (user, R({"absent": 1})), (user, R({"a": {"b": [1, 2]}})), (None, R({})), (text("settings-bad.json", "{a"), R({"a": 1})), (binary, R({})), (missing, R({})), (user, {}))
keys = text("keybindings.json", '// Place your key bindings here\n[{"key": "ctrl+f", "command": "x", "args": {"a": 1}}, {"key": "ctrl+g", "command": "-y"}]')
bare = text("keybindings-bare.json", '[{"key": "a"}]')
cases("check_json_keybindings", (keys, R({"key": "ctrl+g", "command": "-y"})), (bare, R({"key": "a"})), (keys, R({"args": {"a": 1}, "command": "x", "key": "ctrl+f"})),
      (keys, R({"key": "ctrl+f"})), (bare, R({"key": "b"})), (text("keybindings-3.json", '{"key": "a"}'), R({"key": "a"})), (text("keybindings-bad.json", "[{"), R({})),
      (missing, R({})), (keys, {}))
cases("is_extension_installed", ("a.b\nms.python\n", {"type": "contain", "expected": "ms.python"}), ("a.b", {"type": "not_contain", "expected": "x"}),
      ("", {"type": "not_contain", "expected": "x"}), ("a.b", {"type": "contain", "expected": "x"}), ("a.b", {"type": "not_contain", "expected": "a"}),
      ("", {"type": "contain", "expected": "x"}), ("a", {"type": "other", "expected": "a"}), (None, {"type": "contain", "expected": "a"}))

prefs = text("prefs.js", '// Mozilla User Preferences\nuser_pref("mail.identity.id1.fullName", "Anna \\"A\\" Berg");\nuser_pref("a.count", 3);\n  user_pref("b.flag", true);\nuser_pref("list", "x,y,z");\nnot a pref\n')
E = lambda **rules: {"expect": rules}  # noqa: E731
M = lambda method, ref: {"method": method, "ref": ref}  # noqa: E731
cases("check_thunderbird_prefs", (prefs, {"expect": {"a.count": M("eq", 3), "b.flag": M("eq", True)}}), (prefs, {"expect": {"mail.identity.id1.fullName": M("re", "^Anna")}}),
      (prefs, {"unexpect": {"a.count": M("gt", 5)}}), (prefs, {"expect": {"list": M("str_set_eq", ["z", "y", "x"])}}), (prefs, {"expect": {"list": M("str_list_eq", ["x", "y", "z"])}}),
      (prefs, {"expect": {"a.count": M("eq", 4)}}), (prefs, {"expect": {"absent": M("eq", 1)}}), (prefs, {"unexpect": {"b.flag": M("eq", True)}}), (None, {}),
      (prefs, {"expect": {"list": M("str_list_eq", ["z", "y", "x"])}}), (text("prefs-bad.js", 'user_pref("a", nonsense);\n'), E(a=M("eq", 1))), (binary, {}),
      (prefs, {"expect": {"a.count": M("unknown", 1)}}), (missing, {}))
rules = text("msgFilterRules.dat", 'version="9"\nlogging="no"\nname="Move \\"big\\""\nenabled="yes"\ntype="17"\naction="Move to folder"\nactionValue="mailbox://nobody@Local%20Folders/Big"\n'
             'condition="AND (subject,contains,discount) OR (from,is,\\"a, b\\")"\nname="Second"\nenabled="no"\ntype="17"\naction="Mark read"\ncondition="ALL"\nname="No condition"\nenabled="yes"\n')
cases("check_thunderbird_filter", (rules, {"expect": [{"name": 'Move "big"', "enabled": "yes"}]}), (rules, {"expect": [{"condition": ["ALL"], "action": "Mark read"}]}),
      (rules, {"expect": [{"actionValue": "mailbox://nobody@Local%20Folders/Big"}], "unexpect": [{"name": "x"}]}),
      (rules, {"expect": [{"condition": ["AND (subject,contains,discount)", 'OR (from,is,"a, b")']}]}),
      (rules, {"expect": [{"name": "Second", "enabled": "yes"}]}), (rules, {"expect": [{"name": "No condition"}]}), (rules, {"unexpect": [{"type": "17"}]}), (None, {}),
      (binary, {}), (missing, {}), (text("filters-odd.dat", 'enabled="yes"\ncondition="ALL"\n'), {"expect": [{"enabled": "yes"}]}))
mbox = text("mbox", "From - Mon Jan  1 2026\nX-Mozilla-Status: 0001\nX-Mozilla-Keys: red\nMIME-Version: 1.0\nSubject: One\n\nHi\n\nFrom - Tue Jan  2 2026\nX-Mozilla-Status: 0000\nSubject: Two\n\nHo\n")
mbox_2 = text("mbox-2", "From - Tue Jan  2 2026\nX-Mozilla-Status: 0000\nSubject: Two\n\nHo\n")
nothing = file("empty.txt")
cases("check_thunderbird_folder", (mbox, mbox), (mbox, mbox_2), ([mbox, mbox_2], [mbox, mbox]), (nothing, mbox), (mbox, nothing), (None, mbox), ([None], [mbox]), (binary, mbox), (missing, mbox),
      (nothing, nothing))
case("check_thunderbird_folder", nothing, mbox, ignore_status=True, remove_duplicate=False)

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">'


def registry(name, *items):
    body = "".join(f'<item oor:path="{path}"><prop oor:name="{prop}" oor:op="fuse"><value>{value}</value></prop></item>' for path, prop, value in items)
    return text(name, HEAD + body + "</oor:items>")


save = "/org.openoffice.Office.Common/Save/Document"
font = "/org.openoffice.Office.Writer/DefaultFont"
start = "/org.openoffice.Office.Impress/Misc/Start"
xcu = registry("reg.xcu", (save, "AutoSave", "true"), (save, "AutoSaveTimeIntervall", "3"), (font, "Standard", "Times New Roman"), (start, "EnablePresenterScreen", "false"),
               ("/org.openoffice.Setup/L10N", "ooLocale", "en-US"), ("/org.openoffice.Setup/L10N", "ooSetupSystemLocale", "de-DE"))
xcu_2 = registry("reg-2.xcu", (save, "AutoSaveTimeIntervall", "5"), (save, "AutoSaveTimeIntervall", "10"), (font, "Standard", "Arial"), (start, "EnablePresenterScreen", "TRUE"),
                 ("/org.openoffice.Setup/L10N", "ooLocale", "fr-FR"))
xcu_3 = registry("reg-3.xcu", (save, "AutoSaveTimeIntervall", "often"), (start, "EnablePresenterScreen", "False"))
bad = text("reg-bad.xcu", "<oor:items")
cases("check_auto_saving_time", (xcu, {"minutes": 3}), (xcu_2, {"minutes": 10}), (registry("reg-4.xcu", (save, "AutoSaveTimeIntervall", "15")), {"minutes": 15}), (xcu, {"minutes": 5}),
      (xcu_2, {"minutes": 5}), (registry("reg-5.xcu"), {"minutes": 3}), (xcu_3, {"minutes": 3}), (bad, {"minutes": 3}), (xcu, {}))
cases("check_presenter_console_disable", (xcu,), (xcu_3,), (registry("reg-6.xcu", (start, "EnablePresenterScreen", "FALSE")),), (xcu_2,), (registry("reg-7.xcu", (start, "Other", "false")),),
      (file("reg-5.xcu"),), (bad,), (missing,), (None,))
N = lambda name: {"font_name": name}  # noqa: E731
cases("find_default_font", (xcu, N("Times New Roman")), (xcu_2, N("Arial")), (registry("reg-8.xcu", (font, "Standard", "A"), (font, "Standard", "B")), N("B")), (xcu, N("Arial")), (xcu_3, N("Arial")),
      (file("reg-8.xcu"), N("A")), (None, N("Arial")), (bad, N("Arial")), (missing, N("Arial")), (xcu, {}))
L = lambda *patterns: {"locale_set": list(patterns)}  # noqa: E731
cases("check_libre_locale", (xcu, L("de*")), (xcu_2, L("en*", "fr-??")), (xcu, L("[a-e]e-DE")), (xcu, L("en*")), (xcu_2, L("fr-?")), (xcu, L()), (registry("reg-9.xcu"), L("en*")), (bad, L("en*")),
      (xcu, {}), (xcu, L("[!d]*")))
panel = '<desktop-frame><application name="soffice"><document-frame name="%s"/></application></desktop-frame>'
cases("check_left_panel", (panel % "Slides View",), ('<document-frame name="Slides View"/>',), ('<a><document-frame name="x"/><document-frame name="Slides View"/></a>',), (panel % "Drawing View",),
      ("<a/>",), ('<a><frame name="Slides View"/></a>',), ("<a",), (None,))

song = id3("song.mp3", {"TIT2": "Träume", "TPE1": "Anna", "TALB": "Best of", "TRCK": "3/12", "TYER": "2019", "TCON": "(17)"})
song_4 = id3("song-4.mp3", {"TIT2": "Title", "TPE1": "A\0B", "TDRC": "2020-05", "TPE2": "Band"}, version=4)
old = raw("song-1.mp3", b"\xff\xfb\x90\x00" + b"\0" * 413 + b"TAG" + b"Old".ljust(30, b"\0") + b"Me".ljust(30, b"\0") + b"Record".ljust(30, b"\0") + b"1999" + b"\0" * 28 + b"\0\x05\x11")
cases("check_mp3_meta", (song, {"title": M("eq", "Träume"), "artist": M("eq", "Anna")}), (song, {"date": M("re", "^2019"), "tracknumber": M("eq", "3/12"), "genre": M("eq", "Rock")}),
      (song_4, {"artist": M("eq", "A,B"), "albumartist": M("eq", "Band")}), (old, {"title": M("eq", "Old"), "tracknumber": M("eq", "5")}), (song, {}), (song, {"title": M("eq", "Traume")}),
      (song, {"composer": M("eq", "x")}), (song_4, {"date": M("eq", "2019")}), (None, {}), (file("empty.txt"), {}), (file("binary.txt"), {"title": M("eq", "x")}),
      (song_4, {"composer": M("eq", "")}))
