import { mistral } from './cases/mistral.ts';
import { testReplies } from './test-replies.ts';

testReplies(mistral);
