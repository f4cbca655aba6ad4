/**
 * Makes the picture files of the site from the installed icon packages: public/sprites/{ui,sports}.svg (symbols used
 * by <Icon> and <SportIcon>), public/flags/*.svg and src/ui/icon-names.ts. Run `node tools/sprites.ts` after a change
 * of the lists below; the results are committed, so that a build needs no icon package.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { optimize } from 'svgo'
import countries from '#seed/countries.json' with { type: 'json' }
import { SPORT_ICONS } from './sprites/sport-icons.ts'
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
function symbol(id: string, markup: string): string {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${markup}</svg>`
  const { data } = optimize(whole, { multipass: true, plugins: [{ name: 'preset-default' }] })
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
const drawings = [...new Set(SPORT_ICONS.flatMap(([, name]) => name))].sort()
const sportsVersion = sprite(
  'sports',
  drawings.map((name) => symbol(name, body(mdi, name))),
)

/** Countries of sport that no list of countries has. */
const NATIONS = ['gb-eng', 'gb-sct', 'gb-wls', 'gb-nir']
let flags = 0
for (const code of new Set([...(countries as [number, string, string, string, string][]).map((row) => row[2].toLowerCase()), ...NATIONS])) {
  const source = path(`node_modules/circle-flags/flags/${code}.svg`)
  if (!existsSync(source)) continue
  copyFileSync(source, path(`public/flags/${code}.svg`))
  flags += 1
}
copyFileSync(path('node_modules/circle-flags/flags/xx.svg'), path('public/flags/xx.svg'))

const lines = (values: string[]) => values.map((value) => `  | '${value}'`).join('\n')
const bySport = drawings
  .map(
    (name) =>
      `${name}:${SPORT_ICONS.filter(([, drawing]) => drawing === name)
        .map(([id]) => id)
        .join(',')}`,
  )
  .join(';')
writeFileSync(
  path('src/ui/icon-names.ts'),
  `/** Written by tools/sprites.ts: do not edit by hand. */
export const SPRITE_VERSIONS = { ui: '${uiVersion}', sports: '${sportsVersion}' } as const

export type IconName =
${lines(Object.keys(UI_ICONS).sort())}

/** Drawing of each sport in one compact text: drawing:id,id;… */
export const SPORT_DRAWINGS = '${bySport}'
`,
)
console.log(`ui ${Object.keys(UI_ICONS).length} icons, sports ${drawings.length}, flags ${flags}`)
