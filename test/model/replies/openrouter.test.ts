import { openrouter } from './cases/openrouter.ts';
import { testReplies } from './test-replies.ts';

testReplies(openrouter);
