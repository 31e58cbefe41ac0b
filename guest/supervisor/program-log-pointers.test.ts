import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** `program_log.py` without its last line, which starts it. */
const functions = readFileSync(new URL('program_log.py', import.meta.url), 'utf8').replace(/\nmain\(\)\n$/, '\n');

it.each(['0', '0x01', '0x7f', '0xa5', '0xff'])('arguments are read whatever tag a pointer has: %s', (tag) => {
  const program = `${functions}
tag = ${tag} << 56
words = [ctypes.create_string_buffer(word) for word in (b"/bin/true", b"word")]
array = (ctypes.c_uint64 * 3)(*(ctypes.addressof(word) | tag for word in words), 0)
memory = os.open("/proc/self/mem", os.O_RDONLY)
print(arguments(memory, ctypes.addressof(array) | tag), text(memory, ctypes.addressof(words[0]) | tag))`;
  const printed = execFileSync('python3', ['-c', program], { encoding: 'utf8' });
  expect(printed).toBe("(['/bin/true', 'word'], True) b'/bin/true'\n");
});
