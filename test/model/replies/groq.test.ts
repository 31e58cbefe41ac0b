import { groq } from './cases/groq.ts';
import { testReplies } from './test-replies.ts';

testReplies(groq);
