import { deepseek } from './cases/deepseek.ts';
import { testReplies } from './test-replies.ts';

testReplies(deepseek);
