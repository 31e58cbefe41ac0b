import { azure } from './cases/azure.ts';
import { testReplies } from './test-replies.ts';

testReplies(azure);
