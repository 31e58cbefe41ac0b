import { google } from './cases/google.ts';
import { testReplies } from './test-replies.ts';

testReplies(google);
