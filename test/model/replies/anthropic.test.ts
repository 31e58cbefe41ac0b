import { anthropic } from './cases/anthropic.ts';
import { testReplies } from './test-replies.ts';

testReplies(anthropic);
