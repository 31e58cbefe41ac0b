import { stepNumber } from '../../../../../base/record/step-number.ts';
import { sessionRouteWords } from '../../../../views/session-route-words.ts';
import type { RunDetail } from '../../../api.ts';
import { counted } from '../../parts/amount.ts';
import { Text } from '../../text/text.tsx';

/** The sessions of a run that has several: each one's request, steps and result. */
export function SessionList({ run }: { run: RunDetail }) {
  const { sessions, sessionRoute } = run;
  if (sessions.length < 2) return null;
  return (
    <section class="sessions small">
      {sessionRoute !== null && (
        <p class="lead">
          <Text text={sessionRouteWords(sessionRoute, sessions)} />
        </p>
      )}
      <ol>
        {sessions.map((session) => (
          <li key={session.session}>
            <strong>Session {session.session}</strong>{' '}
            {session.role !== null && (
              <>
                (<Text text={session.model === null ? session.role : `${session.role}, ${session.model}`} limit={80} />){' '}
              </>
            )}
            {session.day > 0 && <>({counted(session.day, 'day')} after the first) </>}
            <Text text={session.instruction} limit={400} />{' '}
            <span class="soft number">
              {session.steps === 0
                ? 'no step'
                : `steps ${stepNumber(session.firstStep)} to ${session.firstStep + session.steps}`}
              , {counted(session.effects, 'effect')}
              {session.outcome !== null && (
                <>
                  , ended: <Text text={session.outcome} limit={40} />
                </>
              )}
              {session.exposure !== null && `, planted text shown: ${session.exposure}`}
              {session.harm !== null && `, harm: ${session.harm}`}
              {session.notes !== null && `, ${counted(session.notes, 'character')} of notes received`}
              {session.memory !== null && `, ${counted(session.memory.files, 'memory file')} left`}
              {session.memory !== null && session.memory.dropped > 0 && ` (${session.memory.dropped} dropped)`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
