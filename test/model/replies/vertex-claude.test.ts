import { vertexClaude } from './cases/vertex-claude.ts';
import { testReplies } from './test-replies.ts';

testReplies(vertexClaude);
