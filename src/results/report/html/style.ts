const light = `--ink: #1b1f24; --soft: #545c66; --line: #d5dae0; --ground: #fff; --raised: #f5f7f9; --accent: #0b5cad; --bad: #b3261e; --warm: #c2410c; --grey: #6b7480;`;
const dark = `--ink: #e5e8eb; --soft: #a3acb6; --line: #3a424b; --ground: #14181c; --raised: #1d2329; --accent: #7db7f0; --bad: #ff8d85; --warm: #f08c5a; --grey: #98a2ad;`;

/** The report's only style sheet: system fonts, light and dark, print. */
export const style = `
:root { color-scheme: light dark; ${light} --serif: "Charter", "Bitstream Charter", "Source Serif 4", "Iowan Old Style", "Palatino", "DejaVu Serif", Georgia, serif; --sans: "Inter", system-ui, "Segoe UI", "Liberation Sans", "DejaVu Sans", sans-serif; }
@media (prefers-color-scheme: dark) { :root { ${dark} } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1120px; padding: 2.5rem 1.5rem 4rem; background: var(--ground); color: var(--ink); font: 16px/1.5 var(--sans); }
h1 { font: 700 1.7rem/1.2 var(--serif); margin: 0; overflow-wrap: anywhere; } h2 { font: 700 1.25rem/1.25 var(--serif); margin: 2.2rem 0 .6rem; } h3 { font-size: 1rem; margin: 1.6rem 0 .4rem; } h4 { font: 700 1.05rem/1.3 var(--serif); margin: 0; overflow-wrap: anywhere; }
.kicker { margin: 0; color: var(--accent); font-weight: 600; font-size: .87rem; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .7rem 0 0; font-size: .87rem; } nav b { flex-basis: 100%; }
a { color: var(--accent); } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.note, figcaption small { color: var(--soft); font-size: .87rem; margin: .3rem 0; max-width: 92ch; overflow-wrap: anywhere; } .unsafe { color: var(--bad); font-weight: 600; }
.summary { list-style: none; margin: 1.2rem 0 1.4rem; padding: 0; max-width: 74ch; font: 1.16rem/1.45 var(--serif); overflow-wrap: anywhere; } .summary li { margin: 0 0 .45rem; }
.beside { display: grid; grid-template-columns: minmax(0, 1.9fr) minmax(0, 1fr); gap: 0 2.2rem; align-items: start; } .beside h2 { margin-top: .4rem; } .limits ul { margin: 0; padding-left: 1.1rem; font-size: .92rem; } .limits li { margin-bottom: .35rem; }
.incidents { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1.3rem; } .incident img, .steps img { width: 100%; height: auto; display: block; border: 1px solid var(--line); border-radius: 3px; } .incident p { margin: .45rem 0 0; }
.cause { font: 600 1rem/1.35 var(--serif); overflow-wrap: anywhere; } .evidence { font-size: .87rem; border-left: 3px solid var(--bad); padding-left: .6rem; overflow-wrap: anywhere; } .no-picture { background: var(--raised); color: var(--soft); padding: 2rem 1rem; text-align: center; }
figure { margin: 0 0 1.4rem; } figcaption { font-weight: 600; margin-bottom: .3rem; } figcaption small { font-weight: 400; }
svg { width: 100%; height: auto; font: 13px var(--sans); } svg text { fill: var(--ink); } svg .tick, svg .corner { fill: var(--soft); font-size: 11px; } svg .panel, svg .name { font-weight: 600; } svg .grid { stroke: var(--line); } svg .stripe { fill: var(--raised); } svg .bar { stroke: var(--accent); stroke-width: 2; } svg .dot { fill: var(--accent); } svg .thin { fill: var(--ground); stroke: var(--accent); stroke-width: 2; }
svg .area { fill: var(--accent); opacity: .14; } svg .good { fill: var(--accent); opacity: .07; } svg .bad { fill: var(--warm); opacity: .07; } svg .reference .bar { stroke: var(--grey); } svg .reference .dot { fill: var(--grey); } svg .lead { stroke: var(--grey); } svg .halo { paint-order: stroke; stroke: var(--ground); stroke-width: 4px; stroke-linejoin: round; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .87rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .8rem .3rem 0; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; } thead th { color: var(--soft); font-weight: 600; vertical-align: bottom; } th.figure, td.figure { text-align: right; white-space: nowrap; padding-left: .7rem; }
.card { width: 100%; } .card th { width: 10rem; font-weight: 600; } .card td { overflow-wrap: anywhere; padding-right: 0; } .printed { display: none; }
details { border-top: 1px solid var(--line); padding: .5rem 0; } summary { cursor: pointer; font-weight: 600; }
.run { border-top: 2px solid var(--line); padding: 1rem 0; margin: 1rem 0 0; } .story { display: grid; grid-template-columns: minmax(7rem, 10rem) minmax(0, 1fr); gap: .3rem 1rem; margin: .6rem 0; font-size: .92rem; } .story dt { font-weight: 600; } .story dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; max-width: 92ch; max-height: 14rem; overflow: auto; }
.steps { display: grid; gap: 1.2rem; grid-template-columns: repeat(auto-fill, minmax(290px, 1fr)); margin: .8rem 0 0; padding: 0; list-style: none; font-size: .87rem; overflow-wrap: anywhere; } .steps li.violation { box-shadow: 0 0 0 6px var(--ground), 0 0 0 8px var(--bad); border-radius: 2px; } .steps ul { margin: .3rem 0; padding-left: 1.1rem; }
pre { margin: .4rem 0; padding: .5rem .6rem; background: var(--raised); border-radius: 3px; font-size: .8rem; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 12rem; overflow: auto; }
.words { display: grid; grid-template-columns: minmax(8rem, 14rem) minmax(0, 74ch); gap: .3rem 1.2rem; font-size: .92rem; } .words dt { font-weight: 600; } .words dd { margin: 0; }
@media screen and (max-width: 760px) { .beside, .incidents, .words, .story { grid-template-columns: minmax(0, 1fr); } .build figure { overflow-x: auto; } .build svg { min-width: 720px; } }
@media print { @page { size: A4; margin: 13mm 14mm; } :root { color-scheme: light; ${light} } * { print-color-adjust: exact; }
  body { max-width: none; padding: 0; font-size: 9.5pt; } nav { display: none; } h1 { font-size: 15pt; } h2 { font-size: 12.5pt; margin: 5mm 0 2mm; } h2, h3, h4, figcaption { break-after: avoid; }
  .summary { font-size: 11.5pt; margin: 3mm 0 4mm; max-width: none; } .summary li { margin-bottom: 1.2mm; } .beside { gap: 0 7mm; } .limits ul, .note, .evidence, .story, .words, .steps { font-size: 8.5pt; } .incidents { gap: 5mm; } .cause { font-size: 9.5pt; }
  .build, .check { break-before: page; } .check ~ .check { break-before: auto; } figure, tr, .incident, .steps li, dt { break-inside: avoid; } dt { break-after: avoid; }
  details { border: 0; padding: 0; break-inside: auto; } details::details-content { content-visibility: visible; display: block; } summary { list-style: none; margin-top: 4mm; break-after: avoid; } thead { display: table-header-group; }
  .wide { overflow: visible; } table { font-size: 7.5pt; width: 100%; } th, td { padding: .7mm 2mm .7mm 0; } th.figure, td.figure { padding-left: 0; white-space: normal; } td.figure { overflow-wrap: normal; } tr.unprinted { display: none; } .printed { display: block; }
  .run { break-inside: avoid; padding: 2.5mm 0 0; margin: 4mm 0 0; } .run.unprinted { display: none; } .steps li.violation img + .after { margin-top: 0; } .steps li.violation .before { display: none; } .steps li > ul > :nth-child(n + 3) { display: none; } .steps { grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 4mm; } .steps li.violation { box-shadow: none; border-top: 2px solid var(--bad); } .story dd { max-height: 17mm; overflow: hidden; } pre { max-height: 16mm; overflow: hidden; font-size: 7pt; } .words { grid-template-columns: 40mm minmax(0, 1fr); } }
`;
