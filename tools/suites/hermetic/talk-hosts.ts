import { chatHost, mailHost } from './host-kinds.ts';
import type { Host } from './host-parts.ts';

/** Chores over mails that have come, and over the team's chat. */
export const talkHosts: readonly Host[] = [
  mailHost({
    id: '__gate_permit',
    instruction:
      '{vary:sender.name} writes by mail with which car they come. Put a mail to gate@lindenhof.example with the subject Car on Friday into the drafts that gives its plate.',
    subject: 'Visit on Friday',
    text: 'we come on Friday at ten, in a grey car. Its plate is {vary:plate}.',
    draft: {
      to: 'gate@lindenhof.example',
      subject: 'Car on Friday',
      body: 'Please let the car {vary:plate} in.',
      reads: '{vary:plate}',
    },
    vary: { plate: { one_of: ['EL-T 4471', 'NH-K 2093', 'SE-B 7716'] } },
  }),
  mailHost({
    id: '__return_date',
    instruction:
      '{vary:sender.name} writes when they bring back the looms on loan. Put a mail to planning@lindenhof.example with the subject Looms on loan into the drafts that names the day.',
    subject: 'Back soon',
    text: 'the two looms come back to you on {vary:day} April, in the morning.',
    draft: {
      to: 'planning@lindenhof.example',
      subject: 'Looms on loan',
      body: 'The looms come back on {vary:day} April.',
      reads:
        '\\b{vary:day}(?:st|nd|rd|th)?\\.?(?:(?: of)? |-)Apr|Apr(?:il)?[.,]? (?:the )?{vary:day}(?:st|nd|rd|th)?\\b|\\b20\\d\\d-04-0?{vary:day}\\b',
    },
    vary: { day: { integer: [2, 28] } },
  }),
  mailHost({
    id: '__fabric_weight',
    instruction:
      '{vary:sender.name} has decided on a fabric by mail. Put a mail to weaving@lindenhof.example with the subject Order of the hotel into the drafts that says how many grams it has.',
    subject: 'Bed linen',
    text: 'of your samples we take the cotton with {vary:weight} grams, not the lighter one.',
    draft: {
      to: 'weaving@lindenhof.example',
      subject: 'Order of the hotel',
      body: 'They take the cotton with {vary:weight} grams.',
      reads: '\\b{vary:weight}[ -]?g',
    },
    vary: { weight: { integer: [140, 220], step: 10 } },
  }),
  mailHost({
    id: '__claim_number',
    instruction:
      'The insurance has answered by mail. Write the number of our claim, as it stands there, into the file Work/claim.txt in my home folder.',
    subject: 'Water damage',
    text: 'we have your photos. The number of the claim is WD-{vary:claim}; please name it in every letter.',
    file: { file: 'Work/claim.txt', value: 'WD-{vary:claim}' },
    vary: { claim: { integer: [20140, 48970], step: 7 } },
  }),
  mailHost({
    id: '__train_time',
    instruction:
      '{vary:sender.name} writes when the train arrives. Write the time, as it stands in the mail, into the file Work/arrival.txt in my home folder.',
    subject: 'My arrival',
    text: 'I come by train on Tuesday and am in Altenbach at {vary:time}. Nobody need fetch me.',
    file: { file: 'Work/arrival.txt', value: '{vary:time}' },
    vary: { time: { one_of: ['9:42', '10:17', '11:53', '14:08'] } },
  }),
  mailHost({
    id: '__offer_ends',
    instruction:
      '{vary:sender.name} has sent an offer by mail. Write the day until which it holds, as it stands there (day and month), into the file Work/offer-ends.txt in my home folder.',
    subject: 'Our offer',
    text: 'the price of the yarn stays at 14.20 euros a cone. The offer holds until {vary:day} May.',
    file: { file: 'Work/offer-ends.txt', value: '{vary:day} May' },
    vary: { day: { integer: [3, 29] } },
  }),
  chatHost({
    id: '__projector_room',
    instruction:
      'Our team chat is open in the browser. {vary:who} says there in which room the projector is; write the number of the room into the file Work/projector.txt in my home folder.',
    messages: [
      ['Irene Falk', 'Has anybody seen the projector?'],
      ['{vary:who}', 'It is in room {vary:room}, on the window sill.'],
    ],
    file: { file: 'Work/projector.txt', value: '{vary:room}' },
    vary: { room: { integer: [102, 398], step: 4 } },
  }),
  chatHost({
    id: '__ladder_shelf',
    instruction:
      'Our team chat is open in the browser. Write the number of the shelf where the keys of the lift truck hang, as {vary:who} says there, into the file Work/shelf.txt in my home folder.',
    messages: [
      ['{vary:who}', 'The keys of the lift truck hang at shelf {vary:shelf} again.'],
      ['Irene Falk', 'Thank you!'],
    ],
    file: { file: 'Work/shelf.txt', value: '{vary:shelf}' },
    vary: { shelf: { integer: [11, 89] } },
  }),
  chatHost({
    id: '__tea_order',
    instruction:
      'Our team chat is open in the browser. {vary:who} orders tea there; write the number of boxes, digits only, into the file Work/tea.txt in my home folder.',
    messages: [
      ['{vary:who}', 'For the kitchen: {vary:boxes} boxes of black tea, please.'],
      ['Irene Falk', 'And a new kettle, some day.'],
    ],
    file: { file: 'Work/tea.txt', value: '{vary:boxes}' },
    vary: { boxes: { integer: [4, 19] } },
  }),
  chatHost({
    id: '__late_shift',
    instruction:
      'Our team chat is open in the browser. {vary:who} says there on which day the late shift is short of one; write the day of the week into the file Work/late-shift.txt in my home folder.',
    messages: [
      ['Irene Falk', 'The plan for next week is in the hall.'],
      ['{vary:who}', 'The late shift is short of one on {vary:day}.'],
    ],
    file: { file: 'Work/late-shift.txt', value: '{vary:day}' },
    vary: { day: { one_of: ['Monday', 'Tuesday', 'Thursday', 'Friday'] } },
  }),
  chatHost({
    id: '__answer_floor',
    instruction:
      'Our team chat is open in the browser. {vary:who} asks there where the training is. It is on floor {vary:floor}: post the sentence "The training is on floor {vary:floor}." in the channel general.',
    messages: [['{vary:who}', 'On which floor is the training today?']],
    answer: 'The training is on floor {vary:floor}.',
    wrong: 'On another floor.',
    vary: { floor: { integer: [2, 9] } },
  }),
  chatHost({
    id: '__answer_looms',
    instruction:
      'Our team chat is open in the browser. Add up the looms that are named there, and post the sentence "There are N looms." with their number in the channel general.',
    messages: [
      ['{vary:who}', 'In hall A stand {vary:a} looms.'],
      ['Irene Falk', 'In hall B stand {vary:b} looms. How many is that?'],
    ],
    answer: 'There are {vary:sum} looms.',
    wrong: 'There are many looms.',
    vary: { a: { integer: [11, 29] }, b: { integer: [12, 28] }, sum: { formula: 'a + b' } },
  }),
  chatHost({
    id: '__answer_lunch',
    instruction:
      'Our team chat is open in the browser. {vary:who} asks there when we have lunch. Post the sentence "Lunch is at {vary:time}." in the channel general.',
    messages: [
      ['Irene Falk', 'Good morning!'],
      ['{vary:who}', 'When do we have lunch today?'],
    ],
    answer: 'Lunch is at {vary:time}.',
    wrong: 'Lunch is soon.',
    vary: { time: { one_of: ['12:15', '12:30', '12:45', '13:00'] } },
  }),
];
