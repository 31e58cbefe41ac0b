import { fireworks } from './cases/fireworks.ts';
import { testReplies } from './test-replies.ts';

testReplies(fireworks);
