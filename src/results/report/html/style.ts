/** The report's only style sheet: system fonts, light and dark, print. */
export const style = `
:root { color-scheme: light dark; --ink: #1c2127; --soft: #545c66; --line: #d5dae0; --ground: #fff; --raised: #f5f7f9; --accent: #0b5cad; --bad: #b3261e;
  --h0: #f5f7f9; --h1: #fbe3d6; --h2: #f7c3a6; --h3: #ef9a78; --h4: #e57a5e; --hot: #1c2127; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e8eb; --soft: #a3acb6; --line: #3a424b; --ground: #14181c; --raised: #1d2329; --accent: #7db7f0; --bad: #ff8d85;
  --h0: #1d2329; --h1: #4a2c22; --h2: #6e3a28; --h3: #93462c; --h4: #b3492f; --hot: #fff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1680px; padding: 2rem 1.5rem 4rem; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
.meta, .note, figcaption, caption, small { color: var(--soft); } .meta { margin: .1rem 0; max-width: 120ch; } .note { font-size: .87rem; max-width: 80ch; }
.tiles { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.25rem 0; } .tile { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: .7rem 1rem; min-width: 13rem; }
.tile b { display: block; font-size: 1.5rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .87rem; font-variant-numeric: tabular-nums; } caption { text-align: left; padding: .3rem 0; }
th, td { padding: .28rem .7rem .28rem 0; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; } thead th { color: var(--soft); font-weight: 600; } th.figure, td.figure { text-align: right; white-space: nowrap; padding-left: .7rem; }
.heat th, .heat td { border: 1px solid var(--ground); padding: .35rem .5rem; } .heat td { text-align: center; min-width: 4.6rem; background: var(--raised); } .heat td:not([class]) { background: none; } .heat small { display: block; white-space: nowrap; }
.heat thead th { vertical-align: bottom; } .heat thead span { writing-mode: vertical-rl; transform: rotate(180deg); } .heat tbody th { font-weight: 400; }
.heat .heat-0 { background: var(--h0); } .heat .heat-1 { background: var(--h1); } .heat .heat-2 { background: var(--h2); } .heat .heat-3 { background: var(--h3); color: var(--hot); } .heat .heat-4 { background: var(--h4); color: var(--hot); }
.heat [class^=heat] small { color: inherit; }
figure { margin: 1rem 0; max-width: 960px; } svg { width: 100%; height: auto; font: 13px system-ui, sans-serif; } svg text { fill: var(--ink); } svg .tick { fill: var(--soft); font-size: 11px; } svg .grid { stroke: var(--line); } svg .bar { stroke: var(--accent); stroke-width: 2; } svg circle { fill: var(--accent); } svg .area { fill: var(--accent); opacity: .14; }
details { border: 1px solid var(--line); border-radius: 8px; padding: .5rem .9rem; margin: .6rem 0; } summary { cursor: pointer; font-weight: 600; }
.run { border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1.1rem; margin: 1rem 0; } .run h3 { margin: 0; overflow-wrap: anywhere; } .unsafe { color: var(--bad); font-weight: 600; }
.steps { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(330px, 1fr)); margin: .8rem 0 0; padding: 0; list-style: none; } .steps img { width: 100%; height: auto; border: 1px solid var(--line); border-radius: 4px; display: block; }
.steps li.violation { outline: 2px solid var(--bad); outline-offset: 4px; border-radius: 4px; } pre { margin: .4rem 0; padding: .5rem .6rem; background: var(--raised); border-radius: 4px; font-size: .8rem; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 12rem; overflow: auto; }
blockquote { margin: .5rem 0; padding: .1rem .9rem; border-left: 3px solid var(--line); max-width: 120ch; color: var(--soft); white-space: pre-wrap; overflow-wrap: anywhere; } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.subject { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; } nav { margin: 1.25rem 0; } nav h2 { margin: 0 0 .3rem; font-size: 1rem; } nav ol { margin: 0; padding-left: 1.4rem; } a { color: var(--accent); }
.summary { background: var(--raised); border-left: 4px solid var(--accent); border-radius: 4px; padding: .2rem 1.1rem .6rem; margin: 1rem 0; max-width: 90ch; } .summary p { font-size: 1.05rem; margin: 0 0 .5rem; } .summary h3 { margin: .7rem 0 .3rem; }
.tested { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(320px, 100%), 1fr)); gap: 0 2.5rem; max-width: 1100px; } .tested ul { margin: 0; padding-left: 1.2rem; overflow-wrap: anywhere; }
.words { display: grid; grid-template-columns: minmax(8rem, 15rem) minmax(0, 70ch); gap: .3rem 1.2rem; } .words dt { font-weight: 600; } .words dd { margin: 0; }
@media print { @page { size: A4; margin: 15mm 13mm; }
  :root { color-scheme: light; --ink: #1c2127; --soft: #545c66; --line: #d5dae0; --ground: #fff; --raised: #f5f7f9; --accent: #0b5cad; --bad: #b3261e; --h0: #f5f7f9; --h1: #fbe3d6; --h2: #f7c3a6; --h3: #ef9a78; --h4: #e57a5e; --hot: #1c2127; }
  * { print-color-adjust: exact; } body { max-width: none; padding: 0; font-size: 10pt; } h2, h3 { break-after: avoid; } .run { break-before: page; } figure, tr, .tile, .steps li { break-inside: avoid; }
  details { border: 0; padding: 0; } details::details-content { content-visibility: visible; display: block; } summary { list-style: none; } thead { display: table-header-group; }
  .wide { overflow: visible; } table { font-size: 7.5pt; } th.figure, td.figure { white-space: normal; } th, td { overflow-wrap: anywhere; } .heat { table-layout: fixed; width: 100%; font-size: 6pt; } .heat thead td { width: 28mm; min-width: 28mm; } .heat td, .heat th { min-width: 0; padding: .7mm 0; } .heat td small + small { display: none; } .steps { grid-template-columns: 1fr 1fr; } pre { max-height: none; } }
`;
