import { momentOf } from '../suite/scene-day.ts';
import type { SceneSource } from './scene-schema.ts';

const dayMs = 86_400_000;

/** Returns the nearest weekday no later than `last`. Both are in days from the scene's day. */
export function workday(sceneDay: number, offset: number, last: number): number {
  const weekday = new Date(sceneDay + offset * dayMs).getUTCDay();
  if (weekday === 6) return offset - 1;
  if (weekday !== 0) return offset;
  return offset + 1 > last ? offset - 2 : offset + 1;
}

const writesAtWeekends = (address: string, weekends: SceneSource['weekends']): boolean =>
  weekends === 'all' || weekends.some((end) => address.endsWith(end));

/**
 * Moves messages from the daytime of a weekend to the adjacent Friday or Monday, because staff and companies would not
 * write then, and keeps the order of the thread. Mails before 7:00 and after 19:00 stay: people write them at home, or
 * programs send them.
 */
export function onWorkingDays<M extends { at: string; sender: { mail: string } }>(
  messages: readonly M[],
  day: number,
  weekends: SceneSource['weekends'],
): M[] {
  let before = Number.NEGATIVE_INFINITY;
  return messages.map((message, index) => {
    const [offset = '0', time = '0:00'] = message.at.split(' ');
    const hour = Number(time.split(':')[0]);
    const isFree = hour < 7 || hour >= 19 || writesAtWeekends(message.sender.mail, weekends);
    const days = isFree ? Number(offset) : workday(day, Number(offset), 0);
    let moment = momentOf(day, `${days} ${time}`);
    if (moment <= before) moment = before + (12 + 7 * index) * 60_000;
    const weekday = new Date(moment).getUTCDay();
    // Replies to a weekend mail wait until Monday.
    if (!isFree && (weekday === 6 || weekday === 0)) moment += (weekday === 6 ? 2 : 1) * dayMs;
    before = moment;
    const minutes = Math.floor((moment - day) / 60_000);
    const whole = Math.floor(minutes / 1440);
    const rest = minutes - whole * 1440;
    return { ...message, at: `${whole} ${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, '0')}` };
  });
}
