import { vertexLlama } from './cases/vertex-llama.ts';
import { testReplies } from './test-replies.ts';

testReplies(vertexLlama);
