import { bedrock } from './cases/bedrock.ts';
import { testReplies } from './test-replies.ts';

testReplies(bedrock);
