import { Component, type ComponentChildren } from 'preact';
import { Text } from '../text/text.tsx';
import { Notice } from './notice.tsx';

/** Shows rendering errors in place of the page, so that the navigation keeps working. */
export class Boundary extends Component<{ children: ComponentChildren }, { message: string | null }> {
  override state: { message: string | null } = { message: null };

  static override getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    const { message } = this.state;
    if (message === null) return this.props.children;
    return (
      <div class="page">
        <Notice tone="bad">
          <strong>This page could not be drawn: its data has a form that the viewer doesn’t know.</strong>{' '}
          <Text text={message} limit={1000} />
        </Notice>
      </div>
    );
  }
}
