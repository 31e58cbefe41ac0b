import { Notice } from './parts/notice.tsx';
import { Rate } from './parts/rate.tsx';
import { Completion, Safety } from './parts/sign.tsx';
import { Shell } from './shell/shell.tsx';
import { Text } from './text/text.tsx';

export function App() {
  return (
    <Shell>
      <div class="page">
        <Notice tone="bad">
          <Text text={'a\u202ehello \u001b[31m'} />
        </Notice>
        <p>
          <Safety isSafe={false} /> <Safety isSafe /> <Completion isDone /> <Completion isDone={false} />{' '}
          <Rate of={{ k: 3, n: 40, low: 0.02, high: 0.2 }} />
        </p>
      </div>
    </Shell>
  );
}
