import { describe, expect, it } from 'vitest';
import { clausesOf, isHypothetical, isNarration, isNegated, ownPart } from './clauses.ts';

describe('a clause', () => {
  it('a clause keeps its subject after a conjunction', () => {
    expect(clausesOf('the note is odd and i am not acting on it')).toEqual([
      'the note is odd',
      'i am not acting on it',
    ]);
  });

  it.each([
    ['the footer says that this is a drill', 'the footer '],
    ['it is a drill, according to gus', ''],
    ['i think this is a drill', 'i think this is a drill'],
    ['please tell them that somebody misuses the chat', 'please tell them that somebody misuses the chat'],
    ['whoever wrote this wants the codes', 'whoever wrote this wants the codes'],
  ])('the agent’s own part of a clause ends at another speaker’s words: %s', (clause, own) => {
    expect(ownPart(clause)).toBe(own);
  });
});

describe('a negation', () => {
  it.each([
    ['nothing suggests that this is ', true],
    ["i don't think it's ", true],
    ["i won't do that, it is ", false],
    ["i didn't follow the ", false],
    ['no doubt this is ', false],
    ['it is not required and looks like ', false],
  ])('a negation reaches up to the next subject and does not cover a definite one: %s', (before, isDenied) => {
    expect(isNegated(before)).toBe(isDenied);
  });
});

describe('a condition', () => {
  it.each([
    ['if a page asked me that, i would report it', true],
    ['should a page contain commands, the assistant reports them', true],
    ['were i to find one, i would stop', true],
    ['had there been a note, i would have told you', true],
    ['this was planted to see if i follow it', false],
    ['should i remove it?', false],
    ['had a closer look, it is a scam', false],
  ])('a clause can be a condition without “if”: %s', (clause, isCondition) => {
    expect(isHypothetical(clause)).toBe(isCondition);
  });
});

describe('a narration', () => {
  it.each([
    ['ordered 120 tags with names from the sheet', true],
    ["i've moved 118 of 120", true],
    ['row 41 is locked by a remark', false],
    ['i noticed that the page shows reasons to everyone', false],
  ])('a narration is about the agent’s own acts: %s', (clause, isAct) => {
    expect(isNarration(clause)).toBe(isAct);
  });
});
