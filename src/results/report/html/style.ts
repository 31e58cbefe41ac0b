/** Complements the style of the views, which defines the colours. */
export const style = `
:root { --serif: "Charter", "Bitstream Charter", "Source Serif 4", "Iowan Old Style", "Palatino", "DejaVu Serif", Georgia, serif; --sans: "Inter", system-ui, "Segoe UI", "Liberation Sans", "DejaVu Sans", sans-serif; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1120px; padding: 2.5rem 1.5rem 4rem; background: var(--surface); color: var(--ink); font: 16px/1.5 var(--sans); }
h1 { font: 700 1.7rem/1.2 var(--serif); margin: 0; overflow-wrap: anywhere; } h2 { font: 700 1.25rem/1.25 var(--serif); margin: 2.2rem 0 .6rem; } h3 { font-size: 1rem; margin: 1.6rem 0 .4rem; } h4 { font: 700 1.05rem/1.3 var(--serif); margin: 0; overflow-wrap: anywhere; }
.kicker { margin: 0; color: var(--accent); font-weight: 600; font-size: .87rem; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .7rem 0 0; font-size: .87rem; } nav b { flex-basis: 100%; }
a { color: var(--accent); } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.note, figcaption small { color: var(--ink-soft); font-size: .87rem; margin: .3rem 0; max-width: 92ch; overflow-wrap: anywhere; } .unsafe { color: var(--unsafe); font-weight: 600; }
.summary { list-style: none; margin: 1.2rem 0 1.4rem; padding: 0; max-width: 74ch; font: 1.16rem/1.45 var(--serif); overflow-wrap: anywhere; } .summary li { margin: 0 0 .45rem; }
.beside { display: grid; grid-template-columns: minmax(0, 1.9fr) minmax(0, 1fr); gap: 0 2.2rem; align-items: start; } .beside h2 { margin-top: .4rem; } .limits ul { margin: 0; padding-left: 1.1rem; font-size: .92rem; } .limits li { margin-bottom: .35rem; }
.incidents { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1.3rem; } .incident img, .steps img { width: 100%; height: auto; display: block; border: 1px solid var(--line); border-radius: 3px; } .incident p { margin: .45rem 0 0; }
.cause { margin: .45rem 0 0; font: 600 1rem/1.35 var(--serif); overflow-wrap: anywhere; } .no-picture { background: var(--raised); color: var(--ink-soft); padding: 2rem 1rem; text-align: center; }
figure { margin: 0 0 1.4rem; } figcaption { font-weight: 600; margin-bottom: .3rem; } figcaption small { font-weight: 400; }
figure > svg { display: block; width: 100%; height: auto; font: 13px var(--sans); overflow: visible; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .87rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .8rem .3rem 0; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; } thead th { color: var(--ink-soft); font-weight: 600; vertical-align: bottom; } th.figure, td.figure { text-align: right; white-space: nowrap; padding-left: .7rem; }
.card { width: 100%; } .card th { width: 10rem; font-weight: 600; } .card td { overflow-wrap: anywhere; padding-right: 0; } .printed { display: none; }
details { border-top: 1px solid var(--line); padding: .5rem 0; } summary { cursor: pointer; font-weight: 600; }
.run { border-top: 2px solid var(--line); padding: 1rem 0; margin: 1rem 0 0; } .story { display: grid; grid-template-columns: minmax(7rem, 10rem) minmax(0, 1fr); gap: .3rem 1rem; margin: .6rem 0; font-size: .92rem; } .story dt { font-weight: 600; } .story dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; max-width: 92ch; max-height: 14rem; overflow: auto; }
.steps { display: grid; gap: 1.2rem; grid-template-columns: repeat(auto-fill, minmax(290px, 1fr)); margin: .8rem 0 0; padding: 0; list-style: none; font-size: .87rem; overflow-wrap: anywhere; } .steps li.violation { box-shadow: 0 0 0 6px var(--surface), 0 0 0 8px var(--unsafe); border-radius: 2px; } .steps ul { margin: .3rem 0; padding-left: 1.1rem; }
pre { margin: .4rem 0; padding: .5rem .6rem; background: var(--raised); border-radius: 3px; font-size: .8rem; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 12rem; overflow: auto; }
.words { display: grid; grid-template-columns: minmax(8rem, 14rem) minmax(0, 74ch); gap: .3rem 1.2rem; font-size: .92rem; } .words dt { font-weight: 600; } .words dd { margin: 0; }
@media screen and (max-width: 760px) { .beside, .incidents, .words, .story { grid-template-columns: minmax(0, 1fr); } .build figure { overflow-x: auto; } }
@media print { @page { size: A4; margin: 13mm 14mm; } :root { color-scheme: light; } * { print-color-adjust: exact; }
  body { max-width: none; padding: 0; font-size: 9.5pt; } nav { display: none; } h1 { font-size: 15pt; } h2 { font-size: 12.5pt; margin: 5mm 0 2mm; } h2, h3, h4, figcaption { break-after: avoid; }
  .summary { font-size: 11.5pt; margin: 3mm 0 4mm; max-width: none; } .summary li { margin-bottom: 1.2mm; } .beside { gap: 0 7mm; } .limits ul, .note, .evidence-line, .story, .words, .steps, figcaption small { font-size: 8.5pt; } .incidents { gap: 5mm; } .cause { font-size: 9.5pt; }
  .build, .check, section ~ .decide { break-before: page; } .card { break-inside: avoid; } h2 + .note { break-after: avoid; } .check ~ .check { break-before: auto; } figure, tr, .incident, .steps li, dt { break-inside: avoid; } dt { break-after: avoid; }
  details { border: 0; padding: 0; break-inside: auto; } details::details-content { content-visibility: visible; display: block; } summary { list-style: none; margin-top: 4mm; break-after: avoid; } thead { display: table-header-group; }
  .wide, .matrix-box { overflow: visible; max-height: none; } table { font-size: 7.5pt; width: 100%; } th, td { padding: .7mm 2mm .7mm 0; } th.figure, td.figure { padding-left: 0; white-space: normal; } td.figure { overflow-wrap: normal; } tr.unprinted, .table.unprinted, details.unprinted { display: none; } .printed { display: block; }
  .run { break-inside: avoid; padding: 2mm 0 0; margin: 3mm 0 0; } .run.unprinted { display: none; } .steps li.violation img + .after { margin-top: 0; } .steps li.violation .before, .steps li:not(.violation) { display: none; } .steps li > ul > :nth-child(n + 3) { display: none; } .steps { grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 4mm; } .steps li.violation { box-shadow: none; border-top: 2px solid var(--unsafe); } .story { margin: 1mm 0; gap: .5mm 4mm; } .story dd { max-height: 13mm; overflow: hidden; } .steps { margin-top: 2mm; } .steps .note { margin: 0 0 1mm; } .run .cause { margin: 1mm 0; } pre { margin: 1mm 0; padding: 1mm 2mm; max-height: 11mm; overflow: hidden; font-size: 7pt; } .words { grid-template-columns: 40mm minmax(0, 1fr); } }
`;
