import { vertex } from './cases/vertex.ts';
import { testReplies } from './test-replies.ts';

testReplies(vertex);
