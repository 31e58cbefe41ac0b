import { renderToString } from 'preact-render-to-string';
import { Plane } from './plane.tsx';
import type { ViewMarkup } from './view-props.ts';

export const markup: ViewMarkup = {
  plane: (props) => renderToString(<Plane {...props} />),
};
