import { openai } from './cases/openai.ts';
import { testReplies } from './test-replies.ts';

testReplies(openai);
