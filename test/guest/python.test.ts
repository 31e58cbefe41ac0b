import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveDesktop, liveDesktop } from './live-desktop.ts';

let live: LiveDesktop;
beforeAll(async () => {
  live = await liveDesktop();
});
afterAll(() => live?.close());

const run = (code: string, timeoutMs?: number) =>
  live.desktop.execute(code, timeoutMs === undefined ? {} : { timeoutMs });

async function lines(code: string): Promise<string[]> {
  const done = await run(`import pyautogui\n${code}`);
  expect(done.error).toBe('');
  return done.output.trimEnd().split('\n');
}

/** The same code in a plain new interpreter. */
async function plain(code: string) {
  await live.desktop.writeFile('/tmp/run-plain.py', Buffer.from(code));
  return live.desktop.exec(['sh', '-c', 'exec python3 -c "$(cat /tmp/run-plain.py)"']);
}

describe('executing Python code', () => {
  test.each([
    ['output and errors', 'import sys\nprint("out")\nprint("err", file=sys.stderr)'],
    ['an exception', 'def f():\n    return 1 / 0\nf()'],
    ['a syntax error', 'x = (1\ny ='],
    ['an exit code', 'import sys; sys.exit(7)'],
    ['an exit with words', 'raise SystemExit("no more")'],
    ['a compound statement first', 'for i in range(3):\n    print(i)'],
    ['a main guard', 'if __name__ == "__main__":\n    import sys\n    print(__name__, sys.argv, sys.path[0] == "")'],
    [
      'exit handlers and threads',
      'import atexit, threading, time\natexit.register(print, "last")\nthreading.Thread(target=lambda: (time.sleep(0.1), print("thread"))).start()\nprint("main")',
    ],
    ['a raw exit', 'import os; print("x", flush=True); os._exit(3)'],
    ['death by signal', 'import os, signal; os.kill(os.getpid(), signal.SIGTERM)'],
    ['no input', 'import sys; print(repr(sys.stdin.read()))'],
    ['text in any script', 'print("é 好 😀")'],
    ['where it runs', 'import os; print(os.getcwd(), os.environ["DISPLAY"], os.environ["HOME"], os.getuid())'],
    ['another program’s output', 'import subprocess; subprocess.run(["echo", "from a child"])'],
  ])('code behaves as under python3 -c: %s', async (_name, code) => {
    const warm = await run(code);
    const { output, error, returncode } = await plain(code);
    expect({ output: warm.output, error: warm.error, returncode: warm.returncode }).toEqual({
      output,
      error,
      returncode,
    });
  });

  test('code leaves no change in its interpreter', async () => {
    await run('import builtins, sys, pyautogui\nbuiltins.print = None\nsys.modules.clear()\nx = 1');
    expect(await run('print("x" in globals())')).toMatchObject({ output: 'False\n', returncode: 0 });
  });

  test('a time limit ends the code and its process group, not programs in their own session', async () => {
    const code = `
import subprocess, time
subprocess.Popen(['sleep', '4011'])
subprocess.Popen(['sleep', '4012'], start_new_session=True)
print('started', flush=True)
time.sleep(60)`;
    const done = await run(code, 700);
    expect(done).toMatchObject({ timedOut: true, returncode: 124, output: 'started\n' });
    expect(done.durationMs).toBeLessThan(40_000);
    const { output } = await live.desktop.exec(['sh', '-c', 'pgrep -af "sleep 401[12]" | cut -d" " -f2-']);
    expect(output).toBe('sleep 4012\n');
  });

  test('code ends when its process exits, and what it left running continues and may write', async () => {
    const child = 'until [ -e /tmp/go ]; do sleep 0.1; done; echo late; echo yes > /tmp/late';
    const done = await run(`import subprocess\nsubprocess.Popen(["sh", "-c", "${child}"])`, 50_000);
    expect(done.timedOut).toBe(false);
    await live.desktop.writeFile('/tmp/go', Buffer.from(''));
    await expect
      .poll(async () => (await live.desktop.readFile('/tmp/late'))?.toString(), { timeout: 30_000 })
      .toBe('yes\n');
  });

  test('excessive output is truncated', async () => {
    const done = await run('import sys\nfor _ in range(400): sys.stdout.write("x" * 100_000)');
    expect(done.returncode).toBe(0);
    expect(done.output.length).toBe(8 << 20);
  });

  test('endless output is ended by the deadline', async () => {
    const done = await run('import os\nwhile True: os.write(1, b"x" * 65536)', 1_000);
    expect(done).toMatchObject({ timedOut: true, returncode: 124 });
    expect(done.durationMs).toBeLessThan(40_000);
  });

  test('an abort ends running code', async () => {
    const stop = new AbortController();
    const running = live.desktop.execute('import time\ntime.sleep(4013)', { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 200);
    await expect(running).rejects.toThrow('enough');
    await expect
      .poll(async () => (await live.desktop.exec(['pgrep', '-cf', '4013'])).output, { timeout: 40_000 })
      .toBe('0\n');
  });

  test('an interpreter killed by code is restarted', async () => {
    const killed = run('import os, signal; os.kill(os.getppid(), signal.SIGKILL)');
    await killed.catch(() => {});
    await expect.poll(async () => (await run('print(1)')).output, { timeout: 30_000 }).toBe('1\n');
  });
});

describe('pyautogui', () => {
  test('pyautogui has positions, sizes and points', async () => {
    expect(
      await lines(`
print(tuple(pyautogui.size()), pyautogui.size().width)
pyautogui.moveTo(200, 150); print(tuple(pyautogui.position()))
pyautogui.moveTo((300, 250)); print(pyautogui.position().x)
pyautogui.moveRel(-50, 10); print(tuple(pyautogui.position()))
pyautogui.move(0, -10); print(tuple(pyautogui.position()))
pyautogui.moveTo(None, 400); print(tuple(pyautogui.position()))
pyautogui.moveTo(5000, -20); print(tuple(pyautogui.position()))
pyautogui.moveTo(10.7, 20.2); print(tuple(pyautogui.position()))
print(pyautogui.onScreen(1919, 1079), pyautogui.onScreen(1920, 0), pyautogui.onScreen((5, 5)))
print(pyautogui.isValidKey('enter'), pyautogui.isValidKey('no-key'), 'ctrl' in pyautogui.KEYBOARD_KEYS)
pyautogui.moveTo(500, 500, duration=0.3, tween=pyautogui.easeInOutQuad); print(tuple(pyautogui.position()))`),
    ).toEqual([
      '(1920, 1080) 1920',
      '(200, 150)',
      '300',
      '(250, 260)',
      '(250, 250)',
      '(250, 400)',
      '(1919, 0)',
      '(10, 20)',
      'True False True',
      'True False True',
      '(500, 500)',
    ]);
  });

  /** What an X client sees of some calls: button and key events of a window that fills the screen. */
  async function events(calls: string): Promise<string> {
    const done = await run(`
import subprocess, time, pyautogui, re
seen = subprocess.Popen(['xev', '-geometry', '1000x700+300+100', '-event', 'keyboard', '-event', 'button'],
                        stdout=subprocess.PIPE, text=True, bufsize=1)
time.sleep(1.2)
pyautogui.moveTo(800, 500)
time.sleep(0.3)
${calls}
time.sleep(0.4)
seen.terminate()
text = seen.stdout.read()
found = []
for block in text.split('\\n\\n'):
    kind = re.match(r'(Key|Button)(Press|Release) event', block.strip())
    if not kind: continue
    name = re.search(r'keysym 0x\\w+, (\\w+)\\)', block) or re.search(r'button (\\d)', block)
    found.append(('+' if kind[2] == 'Press' else '-') + name[1])
print(' '.join(found))`);
    expect(done.error).toBe('');
    return done.output.trim();
  }

  test('pyautogui clicks and scrolls', async () => {
    expect(
      await events(`pyautogui.click(); pyautogui.click(850, 520, clicks=2, button='right')
pyautogui.doubleClick(); pyautogui.tripleClick((860, 530)); pyautogui.rightClick(); pyautogui.middleClick()
pyautogui.click(button=2); pyautogui.mouseDown(button='left'); pyautogui.mouseUp(900, 540, button='left')
pyautogui.scroll(2); pyautogui.scroll(-1, 800, 500); pyautogui.hscroll(1); pyautogui.hscroll(-1)`),
    ).toBe(
      [
        '+1 -1',
        '+3 -3 +3 -3',
        '+1 -1 +1 -1',
        '+1 -1 +1 -1 +1 -1',
        '+3 -3',
        '+2 -2',
        '+2 -2',
        '+1 -1',
        '+4 -4 +4 -4',
        '+5 -5',
        '+7 -7',
        '+6 -6',
      ].join(' '),
    );
  });

  test('pyautogui presses keys and hotkeys and holds keys', async () => {
    expect(
      await events(`pyautogui.press('a'); pyautogui.press('A'); pyautogui.press(['left', 'f5'], presses=2)
pyautogui.hotkey('ctrl', 'shift', 'x'); pyautogui.hotkey(['ctrl', 'y'])
with pyautogui.hold(['shift']): pyautogui.press('right')
pyautogui.keyDown('k'); pyautogui.keyUp('k'); pyautogui.press('no-such-key'); pyautogui.press('ENTER')
pyautogui.write(['b', 'tab', 'pgup']); pyautogui.typewrite('c?')`),
    ).toBe(
      [
        '+a -a',
        '+Shift_L +A -A -Shift_L',
        '+Left -Left +F5 -F5 +Left -Left +F5 -F5',
        '+Control_L +Shift_L +X -X -Shift_L -Control_L',
        '+Control_L +y -y -Control_L',
        '+Shift_L +Right -Right -Shift_L',
        '+k -k',
        '+Return -Return',
        '+b -b +Tab -Tab +Prior -Prior',
        '+c -c +Shift_L +question -question -Shift_L',
      ].join(' '),
    );
  });

  test('a drag of pyautogui moves along the way', async () => {
    expect(await events(`pyautogui.dragTo(900, 600, button='left'); pyautogui.drag(-20, 0, duration=0.2)`)).toBe(
      '+1 -1 +1 -1',
    );
  });

  test('an unsupported pyautogui function fails with an explanation', async () => {
    const calls = [
      "alert('x')",
      'confirm()',
      'prompt()',
      'password()',
      "locateOnScreen('a.png')",
      "click('a.png')",
      "locateCenterOnScreen('a.png')",
      'mouseInfo()',
      'getActiveWindow()',
      "run('c')",
    ];
    const done = await lines(
      `${calls.map((call) => `try:\n    pyautogui.${call}; print('no error')\nexcept NotImplementedError as e: print('ok', e)`).join('\n')}
try: pyautogui.click(1, 2, button='nose')
except pyautogui.PyAutoGUIException as e: print('ok', e)`,
    );
    expect(done.filter((line) => /^ok .*\w{4}/.test(line))).toHaveLength(calls.length + 1);
  });

  test('pyautogui’s FAILSAFE is off, and works if it is turned on', async () => {
    expect(
      await lines(`
pyautogui.moveTo(0, 0); pyautogui.press('shift'); print(pyautogui.FAILSAFE)
pyautogui.FAILSAFE = True
try: pyautogui.press('shift')
except pyautogui.FailSafeException: print('stopped')`),
    ).toEqual(['False', 'stopped']);
  });

  test('pyautogui’s PAUSE separates calls; the last call waits only if code set it', async () => {
    const took = async (code: string) => (await run(`import pyautogui\n${code}`)).durationMs;
    // The least of some, since other programs hold single ones up: about 5 ms, and 100 where it waits.
    const least = async (code: string) =>
      Math.min(await took(code), await took(code), await took(code), await took(code), await took(code));
    expect(await least("pyautogui.press('shift')")).toBeLessThan(90);
    expect(await took("pyautogui.press('shift'); pyautogui.press('shift'); pyautogui.press('shift')")).toBeGreaterThan(
      195,
    );
    expect(await took("pyautogui.PAUSE = 0.4; pyautogui.press('shift')")).toBeGreaterThan(390);
    // With the pauses it would be 2,000.
    expect(await least("pyautogui.PAUSE = 0\nfor _ in range(20): pyautogui.press('shift')")).toBeLessThan(1_500);
    expect((await plain('import pyautogui; print(pyautogui.PAUSE)')).output).toBe('0.1\n');
  });
});

describe('coordinates of a smaller picture', () => {
  const view = { width: 1280, height: 720 };
  const inView = async (code: string): Promise<string[]> => {
    const done = await live.desktop.execute(`import pyautogui\n${code}`, { view });
    expect(done.error).toBe('');
    return done.output.trimEnd().split('\n');
  };
  const onScreen = 'import pyautogui\nprint(*pyautogui.position())';

  test('coordinates of a smaller picture mean the middle of its pixel on the screen, in both directions', async () => {
    for (const [x, y] of [
      [0, 0],
      [1, 1],
      [640, 360],
      [1279, 719],
    ] as const) {
      const output = await inView(`pyautogui.moveTo(${x}, ${y})\nprint(*pyautogui.position(), *pyautogui.size())`);
      expect(output).toEqual([`${x} ${y} 1280 720`]);
      const expected = [Math.floor((x + 0.5) * 1.5), Math.floor((y + 0.5) * 1.5)].join(' ');
      expect((await run(onScreen)).output.trim()).toBe(expected);
    }
  });

  test.each([
    ['moveTo(2500, 20)', 'the point (2500, 20) is outside of the picture: x is from 0 to 1279, y from 0 to 719'],
    ['click(-1, 20)', 'outside of the picture'],
    ['dragTo(5, 721)', 'outside of the picture'],
  ])('in a smaller picture, %s fails as outside of the picture', async (code, message) => {
    const done = await live.desktop.execute(`import pyautogui\npyautogui.${code}`, { view });
    expect(done.error).toContain(message);
    expect((await inView('pyautogui.moveTo(1280, 720)\nprint(*pyautogui.position())'))[0]).toBe('1279 719');
  });

  test('distances are measured in the smaller picture, and the next action uses the screen again', async () => {
    await run('import pyautogui\npyautogui.moveTo(300, 300)');
    await inView('pyautogui.moveRel(100, -20)');
    expect((await run(onScreen)).output.trim()).toBe('450 270');
  });
});

describe('state that an action leaves', () => {
  const held = `from pyautogui import _x11
connection = _x11.connection()
print(connection.pressed_keycodes(), connection.pointer_mask() & 0x1f02)`;

  test('held keys, buttons and Caps Lock are released and reported', async () => {
    await run("import pyautogui\npyautogui.keyDown('shift')\npyautogui.keyDown('a')\npyautogui.mouseDown()");
    await run("import pyautogui\npyautogui.press('capslock')");
    expect((await live.desktop.releaseInput())?.sort()).toEqual(['Caps Lock', 'a', 'left button', 'shift']);
    expect((await run(held)).output).toBe('[] 0\n');
    expect(await live.desktop.releaseInput()).toEqual([]);
  });

  test('code that ends with an exception releases what it pressed, and nothing that an earlier action holds', async () => {
    await run("import pyautogui\npyautogui.keyDown('shift')");
    const failed = await run(
      "import pyautogui\npyautogui.keyDown('ctrl')\npyautogui.mouseDown(700, 600)\npyautogui.keyUp('nothing')\n1 / 0",
    );
    expect(failed.error).toContain('ZeroDivisionError');
    expect(await live.desktop.releaseInput()).toEqual(['shift']);
  });

  test('code stopped at its time limit holds no key or button afterwards', async () => {
    const stopped = await run(
      "import pyautogui\npyautogui.keyDown('ctrl')\npyautogui.dragTo(500, 500, duration=60)",
      700,
    );
    expect(stopped.timedOut).toBe(true);
    await expect.poll(async () => (await run(held)).output).toBe('[] 0\n');
  });
});

describe('excessive amounts of input', () => {
  test.each([
    ['pyautogui.scroll(-1000000)', 'scroll: -1000000 is too much; one call does at most 10000 notches'],
    ['pyautogui.hscroll(10**30)', 'at most 10000 notches'],
    ['pyautogui.scroll(float("nan"))', 'at most 10000 notches'],
    ["pyautogui.press('a', presses=10**6)", 'at most 10000 presses'],
    ['pyautogui.click(clicks=10**6)', 'at most 1000 clicks'],
    ["pyautogui.write('x' * 10**6)", 'at most 100000 characters'],
    ['pyautogui.moveTo(5, 5, duration=1e9)', 'at most 90 seconds'],
  ])('the excessive call %s is refused', async (code, message) => {
    const done = await run(`import pyautogui\n${code}`);
    expect(done.returncode).toBe(1);
    expect(done.error).toContain(message);
  });

  const endless = 'import pyautogui\npyautogui.PAUSE = 0\n';
  test.each([
    ['notches and keys', "while True:\n    pyautogui.scroll(-100)\n    pyautogui.press('a', 100)"],
    ['moves of the pointer', 'while True:\n    for n in range(500): pyautogui.moveTo(200 + n, 300)'],
    ['clicks', 'while True: pyautogui.click(640, 400, clicks=100)'],
    ['new characters', "while True: pyautogui.write('好é😀' * 50)"],
    [
      'input of many threads',
      'import threading\nfor n in range(8): threading.Thread(target=lambda: [pyautogui.scroll(-100) for _ in range(10**6)]).start()',
    ],
    [
      'input of many processes',
      "import os\nfor n in range(8):\n    if os.fork() == 0:\n        while True: pyautogui.press('b', 100)\nos.wait()",
    ],
  ])('an endless loop of input leaves the desktop usable when it is stopped: %s', async (_, code) => {
    const loop = endless + code;
    expect(await run(loop, 3_000)).toMatchObject({ timedOut: true, error: '' });
    const start = performance.now();
    await live.desktop.observe();
    expect((await run('print(1)')).output).toBe('1\n');
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});
