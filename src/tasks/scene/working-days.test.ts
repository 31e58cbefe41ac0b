import { describe, expect, it } from 'vitest';
import { onWorkingDays } from './working-days.ts';

const tuesday = Date.UTC(2026, 10, 24);
const times = (list: [string, string][], weekends: string[] | 'all' = []): string[] =>
  onWorkingDays(
    list.map(([at, mail]) => ({ at, sender: { mail } })),
    tuesday,
    weekends,
  ).map(({ at }) => at);

describe('onWorkingDays', () => {
  it('onWorkingDays keeps mail on weekdays', () => {
    const week: [string, string][] = [
      ['-8 09:05', 'a@x.example'],
      ['-5 16:40', 'b@x.example'],
      ['-1 08:00', 'a@x.example'],
    ];
    expect(times(week)).toEqual(['-8 9:05', '-5 16:40', '-1 8:00']);
  });

  it('onWorkingDays moves Saturday to Friday and Sunday to Monday, with replies after what they answer', () => {
    expect(times([['-3 10:00', 'a@x.example']])).toEqual(['-4 10:00']);
    expect(times([['-2 10:00', 'a@x.example']])).toEqual(['-1 10:00']);
    const [friday, saturday] = times([
      ['-4 15:00', 'a@x.example'],
      ['-3 10:00', 'b@x.example'],
    ]);
    expect(friday).toBe('-4 15:00');
    expect(saturday).toBe('-4 15:19');
  });

  it('onWorkingDays keeps evenings, nights, and people who write at weekends', () => {
    expect(times([['-2 22:14', 'a@x.example']])).toEqual(['-2 22:14']);
    expect(times([['-2 03:12', 'a@x.example']])).toEqual(['-2 3:12']);
    expect(times([['-2 11:00', 'leon@postbarn.example']], ['@postbarn.example'])).toEqual(['-2 11:00']);
    expect(times([['-2 11:00', 'a@x.example']], 'all')).toEqual(['-2 11:00']);
    const answered: [string, string][] = [
      ['-3 13:31', 'leon@postbarn.example'],
      ['-3 14:02', 'a@x.example'],
    ];
    expect(times(answered, ['@postbarn.example'])).toEqual(['-3 13:31', '-1 13:50']);
  });
});
