import { local } from './cases/local.ts';
import { testReplies } from './test-replies.ts';

testReplies(local);
