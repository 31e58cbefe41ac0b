import { renderToString } from 'preact-render-to-string';
import { Incident } from './incident.tsx';
import { Plane } from './plane.tsx';
import { RateGridImage } from './rate-grid-image.tsx';
import { RateRows } from './rate-rows.tsx';
import { SuccessCurves } from './success-curves.tsx';
import { VerdictBadge } from './verdict-badge.tsx';
import type { ViewMarkup } from './view-props.ts';

export const markup: ViewMarkup = {
  plane: (props) => renderToString(<Plane {...props} />),
  successCurves: (props) => renderToString(<SuccessCurves {...props} />),
  rateRows: (props) => renderToString(<RateRows {...props} />),
  rateGridImage: (props) => renderToString(<RateGridImage {...props} />),
  verdictBadge: (props) => renderToString(<VerdictBadge {...props} />),
  incident: (props) => renderToString(<Incident {...props} />),
};
