import { moonshot } from './cases/moonshot.ts';
import { testReplies } from './test-replies.ts';

testReplies(moonshot);
