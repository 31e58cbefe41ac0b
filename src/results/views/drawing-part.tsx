import type { ComponentChildren } from 'preact';

/** A part of a drawing, as a link if it has an address. */
export function DrawingPart({
  href,
  class: name,
  children,
}: {
  href: string | undefined;
  class: string;
  children: ComponentChildren;
}) {
  return href === undefined ? (
    <g class={name}>{children}</g>
  ) : (
    <a class={name} href={href}>
      {children}
    </a>
  );
}
