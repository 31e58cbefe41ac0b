import { MetricFault } from 'osharm/evaluators';
import type { Measure, SlideShape } from '../../documents/slide-shape.ts';
import type { Examine } from './examine.ts';

const measures: readonly Measure[] = ['left', 'top', 'width', 'height'];

/** As in OSWorld, several switches fit only a single task: they check a fixed slide number, text or limit in EMU. */
export function arePlacesRight(
  slideShape: SlideShape,
  gold: SlideShape,
  slide: number,
  examine: Examine,
  tolerance: number,
): boolean {
  const isSame = (...names: Measure[]): boolean =>
    names.every((name) => isNear(slideShape.measure(name), gold.measure(name), tolerance));
  const isPlaced = isSame(...measures);
  const bothText = slideShape.hasText && gold.hasText;
  const neitherText = !slideShape.hasText && !gold.hasText;
  const isBelow = (): boolean => place(slideShape, 'top') > place(gold, 'top') && place(slideShape, 'top') >= 3_600_000;

  if (examine.title_bottom_position) {
    if (bothText && slideShape.text === gold.text) {
      if (slideShape.text === 'Product Comparison' && !isBelow()) return false;
    } else if (!isPlaced) return false;
  }
  if (examine.table_bottom_position) {
    if (slide === 3 && slideShape.kind === 'table' && gold.kind === 'table') {
      if (!isBelow()) return false;
    } else if (!isPlaced) return false;
  }
  if (examine.right_position && slide === 2 && neitherText) {
    if (place(slideShape, 'left') <= place(gold, 'left') || place(slideShape, 'left') < 4_320_000) return false;
  }
  if (examine.top_position && slide === 2 && slideShape.kind === 'picture' && gold.kind === 'picture') {
    if (place(slideShape, 'top') >= place(gold, 'top') || place(slideShape, 'top') > 1_980_000) return false;
  }
  if (examine.shape_for_shift_size && !isPlaced) {
    if (!(bothText && slideShape.text === gold.text && slideShape.text === 'Elaborate on what you want to discuss.'))
      return false;
  }
  if (!isPlaced && examine.shape) return false;
  if (examine.image_size) {
    if (slideShape.kind === 'picture' && gold.kind === 'picture' ? !isSame('width', 'height') : !isPlaced) return false;
  }
  if (examine.modify_height) {
    const isHeightOnly = neitherText || (slideShape.kind === 'freeform' && gold.kind === 'freeform');
    if (isHeightOnly ? !isSame('height') : !isPlaced) return false;
  }
  return true;
}

function place(shape: SlideShape, name: Measure): number {
  const value = shape.measure(name);
  if (value === null) throw new MetricFault('A shape has no position or size.', 'result');
  return value;
}

function isNear(first: number | null, second: number | null, tolerance: number): boolean {
  if (first === second) return true;
  if (first === 0 || second === 0) return false;
  if (first === null || second === null) throw new MetricFault('A shape has no position or size.', 'result');
  return Math.abs(first - second) / Math.max(Math.abs(first), Math.abs(second)) <= tolerance;
}
