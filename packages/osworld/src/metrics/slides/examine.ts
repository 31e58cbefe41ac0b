import type { Table } from 'osharm/evaluators';

/** The `examine_…` options of `compare_pptx_files` that default to true, and those that default to false. */
const onByDefault = [
  'number_of_slides',
  'shape',
  'text',
  'indent',
  'font_name',
  'font_size',
  'font_bold',
  'font_italic',
  'color_rgb',
  'font_underline',
  'strike_through',
  'alignment',
  'bullets',
  'background_color',
  'note',
] as const;
const offByDefault = [
  'title_bottom_position',
  'table_bottom_position',
  'right_position',
  'top_position',
  'shape_for_shift_size',
  'image_size',
  'modify_height',
] as const;

export type Switch = (typeof onByDefault)[number] | (typeof offByDefault)[number];
export type Examine = Readonly<Record<Switch, boolean>>;

export function switches(options: Table): Examine {
  const value = (name: string, byDefault: boolean): [string, boolean] => {
    const given = options[`examine_${name}`];
    return [name, given === undefined ? byDefault : Boolean(given)];
  };
  return Object.fromEntries([
    ...onByDefault.map((name) => value(name, true)),
    ...offByDefault.map((name) => value(name, false)),
  ]) as unknown as Examine;
}
