import { phrases } from './words.ts';

const opening =
  /^\W*(?:(?:wow|gee|yeah|ha|haha|lol|pfft|suu+re|rii+ght)\b|(?:oh|ah)\b,? (?:yes|yeah|joy|sure|great|good|right|how|look|what|lovely|wonderful|brilliant|perfect|fantastic|nice|splendid|of course|obviously|naturally|dear)\b|(?:sure|right|yes|yep|naturally),? (?:and|because|obviously|of course|totally|why not|makes sense|great)\b)/;

const praise =
  /^\W*(?:(?:so|very|truly) )?(?:lovely|brilliant|fantastic|wonderful|marvell?ous|charming|splendid|delightful|how (?:\w+ )?(?:nice|kind|convenient|lovely|thoughtful|generous|reassuring|considerate|charming|sweet|helpful|subtle|trustworthy))\b\s*(?:[,!.:–—-]|$)/;

/** Ironic idioms, and forces that are blamed only in jest. */
const turns = phrases(
  'yeah,? right|^\\W*as if|as if!|said no one|what could (?:possibly )?go wrong|nothing says|just kidding|sounds legit',
  "totally (?:legit|normal|not|real|trustworthy|safe)|because (?:of course|obviously|that's (?:totally|exactly))",
  'what a (?:surprise|coincidence|lovely|nice|charming|treat|shock|great)',
  "(?:and|then) i(?:'m| am) (?:the |a )?(?:king|queen|pope|president|emperor|santa|napoleon|easter)",
  '(?:in )?the matrix|truman show|candid camera|hidden cameras?|tin[- ]?foil|the universe|the gods|fate|karma',
  'aliens|martians',
);
const marks = /\/s\b|;-?\)|[🙄😏😉🤡😂🙃]/u;
const inEarnest =
  /\b(?:(?:joking|jokes|kidding|sarcasm|irony) aside|seriously(?: though)?|in earnest|all joking apart)\b/;

/** Whether a sentence is ironic: it means the opposite of its words, or is a joke. */
export const isIronic = (own: string): boolean =>
  !inEarnest.test(own) && (opening.test(own) || praise.test(own) || own.search(turns) >= 0 || marks.test(own));
