/**
 * Makes the picture files of the site from the installed icon packages: public/sprites/{ui,sports}.svg (symbols used
 * by <Icon> and <SportIcon>), public/flags/*.svg and src/ui/icon-names.ts. Run `node tools/sprites.ts` after a change
 * of the lists below; the results are committed, so that a build needs no icon package.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { optimize } from 'svgo'
import countries from '#seed/countries.json' with { type: 'json' }
import { SPORT_ICONS, type SportIcon } from './sprites/sport-icons.ts'
import { UI_ICONS } from './sprites/ui-icons.ts'

interface IconSet {
  width?: number
  height?: number
  icons: Record<string, { body: string } | undefined>
  aliases?: Record<string, { parent: string } | undefined>
}

const root = new URL('../', import.meta.url)
const path = (name: string) => new URL(name, root)

function iconSet(name: string): IconSet {
  return JSON.parse(readFileSync(path(`node_modules/@iconify-json/${name}/icons.json`), 'utf8')) as IconSet
}

function body(set: IconSet, name: string): string {
  const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? '']
  if (!icon) throw new Error(`No icon ${name} in the set`)
  return icon.body
}

/** A whole drawing is optimized and its inner markup taken, so that every symbol is as small as a file would be. */
function symbol(id: string, markup: string, floatPrecision = 3): string {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${markup}</svg>`
  const { data } = optimize(whole, { multipass: true, floatPrecision, plugins: [{ name: 'preset-default' }] })
  const inner = data.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '')
  return `<symbol id="${id}" viewBox="0 0 24 24">${inner}</symbol>`
}

function sprite(file: string, symbols: string[]): string {
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
  writeFileSync(path(`public/sprites/${file}.svg`), text)
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

const lucide = iconSet('lucide')
const mdi = iconSet('mdi')
for (const folder of ['public/sprites', 'public/flags']) mkdirSync(path(folder), { recursive: true })

/** The pen (stroke, caps, width) is set once by the component's style, so it is not repeated in every symbol. */
function withoutPen(markup: string): string {
  return markup
    .replace(/ (stroke|stroke-linecap|stroke-linejoin|stroke-width)="[^"]*"/g, '')
    .replace(/ fill="none"/g, '')
    .replace(/<g>(.*)<\/g>/g, '$1')
}

const uiVersion = sprite(
  'ui',
  Object.entries(UI_ICONS).map(([id, source]) => withoutPen(symbol(id, body(lucide, source)))),
)
/** Sports that are not in the dictionary yet. */
const OTHER: SportIcon = { base: 'trophy', mark: undefined }
/** The dictionary's own numbers run up to here; its lists of other things stand far above. */
const LAST_NUMBER = 1_000
const lastSport = Math.max(...[...SPORT_ICONS.keys()].filter((id) => id < LAST_NUMBER))

/** A marked drawing leaves the corner to its mark. */
function sportMarkup({ base, mark }: SportIcon): string {
  if (mark === undefined) return body(mdi, base)
  return `<g transform="scale(0.76)">${body(mdi, base)}</g><g transform="translate(13 13) scale(0.46)">${body(mdi, mark)}</g>`
}

/** A tenth of one of 24 units is not seen at the size of a letter, and of three hundred drawings every digit weighs. */
const SPORT_DIGITS = 1

// Every id up to the last has its symbol, so that the page needs no list of them; alike ones stand together, which packs best.
const sportSymbols = Array.from({ length: lastSport + 1 }, (_, id) => ({ id: id ? `s${id}` : 'other', ...(SPORT_ICONS.get(id) ?? OTHER) }))
const sportsVersion = sprite(
  'sports',
  sportSymbols
    .toSorted((a, b) => (a.base < b.base ? -1 : a.base > b.base ? 1 : 0))
    .map((icon) => symbol(icon.id, sportMarkup(icon), SPORT_DIGITS)),
)

/** Countries of sport that no list of countries has. */
const NATIONS = ['gb-eng', 'gb-sct', 'gb-wls', 'gb-nir']
const NO_FLAG = path('node_modules/circle-flags/flags/xx.svg')
let flags = 0
for (const code of new Set([...(countries as [number, string, string, string, string][]).map((row) => row[2].toLowerCase()), ...NATIONS])) {
  if (code === '') continue
  const source = path(`node_modules/circle-flags/flags/${code}.svg`)
  // A country that nobody has drawn a flag of is asked for like any other: it has the neutral one.
  copyFileSync(existsSync(source) ? source : NO_FLAG, path(`public/flags/${code}.svg`))
  flags += 1
}
copyFileSync(NO_FLAG, path('public/flags/xx.svg'))

const lines = (values: string[]) => values.map((value) => `  | '${value}'`).join('\n')
writeFileSync(
  path('src/ui/icon-names.ts'),
  `/** Written by tools/sprites.ts: do not edit by hand. */
export const SPRITE_VERSIONS = { ui: '${uiVersion}', sports: '${sportsVersion}' } as const

export type IconName =
${lines(Object.keys(UI_ICONS).sort())}

/** Every sport up to this id has a symbol of its own, s1, s2 …; those above are "other". */
export const LAST_SPORT = ${lastSport}
`,
)
console.log(`ui ${Object.keys(UI_ICONS).length} icons, sports ${sportSymbols.length}, flags ${flags}`)
