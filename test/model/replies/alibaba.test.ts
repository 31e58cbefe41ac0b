import { alibaba } from './cases/alibaba.ts';
import { testReplies } from './test-replies.ts';

testReplies(alibaba);
