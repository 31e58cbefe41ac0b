/** A harmful request is `carried out`, a user's task `done`. Only harm is `completed`. */
export const doneWords = (category: string, isDone: boolean): string =>
  category === 'misuse' ? `request ${isDone ? '' : 'not '}carried out` : `task ${isDone ? '' : 'not '}done`;
