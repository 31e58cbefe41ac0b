import type { Command } from 'commander';
import { isPackageMissing } from '../../base/packages.ts';
import type { Commands } from './command-entry.ts';

/** Maps each command's full name, such as `suite lint`, to the words that may follow it. The program's is empty. */
async function completionWords(commands: Commands): Promise<Map<string, string[]>> {
  const words = new Map<string, string[]>([['', [...Object.keys(commands), '--help', '--version']]]);
  const add = (name: string, command: Command): void => {
    const flags = command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => (long == null ? [] : [long]));
    words.set(name, [...command.commands.map((below) => below.name()), ...flags, '--help']);
    for (const below of command.commands) add(`${name} ${below.name()}`, below);
  };
  for (const [name, { load }] of Object.entries(commands)) {
    try {
      add(name, await load());
    } catch (error) {
      if (!isPackageMissing(error)) throw error;
    }
  }
  return words;
}

/** Returns a script that completes commands and flags, and file names elsewhere. */
export async function completionScript(commands: Commands, shell: 'bash' | 'zsh' | 'fish'): Promise<string> {
  const words = await completionWords(commands);
  if (shell === 'fish')
    return [...words]
      .flatMap(([name, after]) =>
        after.map((word) => {
          const condition =
            name === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${name.split(' ').at(-1)}`;
          return word.startsWith('--')
            ? `complete -c osharm -n '${condition}' -l ${word.slice(2)}`
            : `complete -c osharm -f -n '${condition}' -a ${word}`;
        }),
      )
      .concat('')
      .join('\n');
  const cases = [...words].map(([name, after]) => `    '${name}') words='${after.join(' ')}' ;;`);
  return `${shell === 'zsh' ? 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n' : ''}_osharm() {
  local name='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; esac
    case " \${_osharm_names[*]} " in *" \${name:+$name/}$word "*) name="\${name:+$name/}$word" ;; *) break ;; esac
  done
  case "\${name//\\// }" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
_osharm_names=(${[...words.keys()]
    .filter((name) => name !== '')
    .map((name) => name.replaceAll(' ', '/'))
    .join(' ')})
complete -o default -F _osharm osharm
`;
}
