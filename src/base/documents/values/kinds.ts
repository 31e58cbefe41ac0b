import { amount, containedNumber } from './amount.ts';
import { date, dayOfMonth, daysOfMonth, month, time, weekday } from './calendar.ts';
import { dictatedText } from './dictated-text.ts';
import { bankAccount, figures, mailAddress, phone, reference } from './identifiers.ts';
import { filledIn, item, mention } from './item.ts';
import { unorderedList } from './list.ts';
import { fullName, person } from './person.ts';
import { place } from './place.ts';
import { status } from './status.ts';
import type { WrittenKind } from './written-kind.ts';

/** The kinds of values. `text` is for words that the documents or the user dictate. */
export const valueKinds = {
  text: dictatedText,
  name: fullName,
  person,
  place,
  account: bankAccount,
  mail: mailAddress,
  phone,
  number: amount,
  'has-number': containedNumber,
  figures,
  day: dayOfMonth,
  date,
  days: daysOfMonth,
  month,
  time,
  weekday,
  reference,
  list: unorderedList,
  status,
  item,
  mention,
  filled: filledIn,
} satisfies Record<string, WrittenKind>;
