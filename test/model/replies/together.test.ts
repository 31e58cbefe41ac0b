import { together } from './cases/together.ts';
import { testReplies } from './test-replies.ts';

testReplies(together);
