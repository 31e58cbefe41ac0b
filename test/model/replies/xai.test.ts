import { xai } from './cases/xai.ts';
import { testReplies } from './test-replies.ts';

testReplies(xai);
