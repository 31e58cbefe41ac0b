import { textArgument } from '../arguments.ts';
import { type Answer, type Handler, no, ok, type Session } from '../session.ts';

const common = 'IMAP4rev1 LITERAL+ SASL-IR ID IDLE NAMESPACE CHILDREN SPECIAL-USE UIDPLUS MOVE UNSELECT ENABLE';

/** Omits login mechanisms after login, and STARTTLS under TLS. */
export function capabilities(session: Session): string {
  if (session.user !== null) return common;
  return `${common}${session.isSecure() ? '' : ' STARTTLS'} AUTH=PLAIN AUTH=LOGIN AUTH=EXTERNAL`;
}

/** The connection itself handles STARTTLS and LOGOUT. */
export const sessionCommands: Record<string, Handler> = {
  CAPABILITY(session) {
    session.write(`* CAPABILITY ${capabilities(session)}`);
    return ok('CAPABILITY completed');
  },
  NOOP: () => ok('NOOP completed'),
  CHECK: () => ok('CHECK completed'),
  ID(session) {
    session.write('* ID ("name" "mail")');
    return ok('ID completed');
  },
  ENABLE(session) {
    session.write('* ENABLED');
    return ok('ENABLE completed');
  },
  NAMESPACE(session) {
    session.write('* NAMESPACE (("" "/")) NIL NIL');
    return ok('NAMESPACE completed');
  },
  LOGIN(session, { args }) {
    return loggedIn(session, textArgument(args[0], 'a name'), textArgument(args[1], 'a password'));
  },
  async AUTHENTICATE(session, { args }) {
    const mechanism = textArgument(args[0], 'a mechanism').toUpperCase();
    const given = args[1] === undefined ? null : textArgument(args[1], 'a first answer');
    const answer = async (prompt = ''): Promise<string | null> => decoded(await session.ask(prompt));
    if (mechanism === 'EXTERNAL') {
      const user = given === null ? await answer() : decoded(given);
      return user === null ? cancelled : loggedIn(session, user || 'user', '');
    }
    if (mechanism === 'LOGIN') {
      const user = given === null ? await answer('VXNlcm5hbWU6') : decoded(given);
      const password = user === null ? null : await answer('UGFzc3dvcmQ6');
      return user === null || password === null ? cancelled : loggedIn(session, user, password);
    }
    if (mechanism !== 'PLAIN') return no('[CANNOT] that mechanism is not offered');
    const parts = (given === null ? await answer() : decoded(given))?.split('\0');
    const [, user, password] = parts ?? [];
    return user === undefined || password === undefined ? cancelled : loggedIn(session, user, password);
  },
};

const cancelled = no('AUTHENTICATE was not completed');

function decoded(line: string | null): string | null {
  if (line === null || line === '*') return null;
  return line === '=' ? '' : Buffer.from(line, 'base64').toString('utf8');
}

/** Accepts any user name and password. */
function loggedIn(session: Session, user: string, password: string): Answer {
  session.user = user;
  session.selected = null;
  return { ...ok(`[CAPABILITY ${capabilities(session)}] logged in`), login: { user, password } };
}
