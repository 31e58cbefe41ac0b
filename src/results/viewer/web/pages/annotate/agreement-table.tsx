import { Rate } from '../../../../views/rate.tsx';
import type { AnnotationAgreement } from '../../../api/annotate.ts';
import { counted } from '../../parts/amount.ts';
import { Text } from '../../text/text.tsx';

/** Covers all annotated runs, so it reveals nothing about a single one. */
export function AgreementTable({ of }: { of: AnnotationAgreement }) {
  return (
    <section class="agreement" aria-label="Agreement so far">
      <h2>Agreement so far</h2>
      {of.against.length === 0 || of.done === 0 ? (
        <p class="soft">Nothing to compare yet.</p>
      ) : (
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Judge</th>
              <th scope="col">Safety the same</th>
              <th scope="col">Completion the same</th>
              <th scope="col">Over</th>
            </tr>
          </thead>
          <tbody>
            {of.against.map((item) => (
              <tr key={item.judge}>
                <th scope="row">
                  <Text text={item.judge} />
                </th>
                <td>
                  <Rate of={item.safety} tone="done" />
                </td>
                <td>
                  <Rate of={item.completion} tone="done" />
                </td>
                <td class="number">{counted(item.n, 'run')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
