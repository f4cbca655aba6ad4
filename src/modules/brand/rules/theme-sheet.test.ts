import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readSheet } from './theme-sheet.ts'
import { contrastFailures, parseTokens } from './theme.ts'

const tokens = parseTokens(readFileSync('src/ui/tokens.css', 'utf8'))
const HOUSE = { accent: '#D4F53C', onAccent: '#14160A', neutralHue: null }
const read = (css: string) => readSheet(css, (name) => name in tokens.paper)
/** Scenes in which text cannot be read on its ground. */
const unreadable = (css: string) => {
  const { tokens: own, unclear } = read(css)
  expect(unclear).toEqual([])
  const failures = contrastFailures(tokens, HOUSE, own)
  return failures.filter(({ foreground, background }) => foreground === 'text' && background === 'bg').map(({ theme }) => theme)
}

it.each<[string, string[]]>([
  ['', []],
  [':root{--text:#fff;--bg:#fff}', ['paper', 'flood', 'system, light', 'system, dark']],
  [':root { --text : #FFF !important; /* } */ --bg: #ffffff }', ['paper', 'flood', 'system, light', 'system, dark']],
  ['[data-theme="paper"]{--text:#fff}', ['paper']],
  ['@media screen{:root[data-theme=flood],[data-theme=paper]{--bg:#888}}', ['paper', 'flood']],
  ['[data-theme=system]{--text:#000;--bg:#fff}', []],
  ['[data-theme=system]{--text:#000}', ['system, dark']],
  ['@media (prefers-color-scheme: dark){[data-theme=system]{--text:#000}}', ['system, dark']],
  [':root{--text:#fff}[data-theme=paper]{--text:#000}', ['system, light']],
  [':root{--r-1:7px;--font:"a;b}"} .x{color:var(--text);background:url("a#fff.png")}', []],
])('%s', (css, scenes) => expect(unreadable(css)).toEqual(scenes))

it.each([
  ':root{--ink:#fff;--paper:#fff}',
  ':root{--text:white}',
  ':root{--text:var(--bg)}',
  ':root{--text:#ffffff00}',
  '.card{--text:#fff}',
  '@media print{:root{--text:#fff}}',
  '@media (prefers-color-scheme:dark){:root{--text:#fff}}',
  '.card{color:#fff}',
  '.card{color:red}',
  '.card{background:linear-gradient(rgb(0 0 0),red)}',
  '@supports (x:y){@media screen{.card{border:1px solid oklch(0.5 0 0)}}}',
  '@import url(https://elsewhere.example/x.css);',
  '@import "x.css";',
])('%s cannot be reckoned and is refused', (css) => expect(read(css).unclear).not.toEqual([]))
