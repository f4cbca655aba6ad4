/** Of which partner and group a visit is, and what of the configuration follows from it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import { DEV_COOKIE, loadBrands } from './index.ts'

const dir = mkdtempSync(join(tmpdir(), 'polosa-brands-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const file = JSON.parse(readFileSync('brands/polosa/config.json', 'utf8')) as { config: object; layers: object[] }
file.layers = [
  { when: { partners: [77] }, set: { customize: { logo: { mark: 'bars', word: 'partner' } } } },
  { when: { hosts: ['polosa.localhost', 'stranger.example'] }, set: { customize: { logo: { mark: 'bars', word: 'host' } } } },
  { when: { groups: [5] }, set: { customize: { defaultTheme: 'flood' } } },
  { when: { partners: [78] }, set: { languages: { default: 'en', offered: ['en', 'ar'], hidden: [] } } },
]
mkdirSync(join(dir, 'polosa'))
writeFileSync(join(dir, 'polosa', 'config.json'), JSON.stringify(file))
const brands = loadBrands(dir, 'production')

function asked(path: string) {
  const query = Object.fromEntries(new URL(path, 'http://localhost').searchParams)
  return { host: 'localhost', url: path, query, cookies: {} }
}

function visit(path: string) {
  const { config, partner, group } = brands.visitOf(asked(path))
  return { partner, group, word: config.customize.logo.word, theme: config.customize.defaultTheme }
}

const OWN = visit('/ru/line')

describe('partner and group of a visit', () => {
  it('are the brand’s own by default', () => {
    expect(OWN).toMatchObject({ word: 'polosa', theme: 'system' })
  })

  it('are named by the short parameters of the statistics window, and its pages wear their layers (ST-12)', () => {
    expect(visit('/en/statisticpopup/team/1/70001?r=77')).toMatchObject({ partner: 77, word: 'partner', group: OWN.group })
    expect(visit('/en/statisticpopup/team/1/70001.data?g=5')).toMatchObject({ group: 5, theme: 'flood', partner: OWN.partner })
  })

  it('are those of the visit, whoever came before it', () => {
    const paths = ['/ru/line', '/ru/line?ref=77', '/en/line', '/en/statisticpopup/team/1/70001?g=5', '/en/line?ref=77']
    const alone = paths.map((path) => loadBrands(dir, 'production').visitOf(asked(path)).config)
    for (const first of paths) {
      for (const [i, path] of paths.entries()) {
        brands.visitOf(asked(first))
        expect(brands.visitOf(asked(path)).config).toEqual(alone[i])
      }
    }
  })

  it('are not changed by those letters anywhere else, nor by what is no number', () => {
    expect(visit('/ru/line?r=77&g=5')).toEqual(OWN)
    expect(visit('/en/statisticpopup/team/1/70001?r=x&g=')).toEqual(OWN)
    expect(visit('/ru/line?ref=77')).toMatchObject({ partner: 77, word: 'partner' })
  })
})

test.each([
  ['polosa.localhost:3000', 'polosa.localhost:3000'],
  ['LOCALHOST', 'LOCALHOST'],
  ['stranger.example', 'localhost'],
  ['localhost.stranger.example:3000', 'localhost'],
  ['stranger.example#@localhost', 'localhost'],
])('a host that no brand names is nobody’s address: %s → %s', (host, kept) => {
  expect(brands.visitOf({ ...asked('/ru/line'), host }).host).toBe(kept)
})

it('what a layer says of a host is for its visitors, and a stranger’s name has no layer: its pages are those of the brand’s own host', () => {
  const wordAt = (host: string) => brands.visitOf({ ...asked('/ru/line'), host }).config.customize.logo.word
  expect([wordAt('polosa.localhost:3000'), wordAt('stranger.example')]).toEqual(['host', OWN.word])
})

it('in development any name by which a telephone finds the machine will do', () => {
  expect(loadBrands(dir, 'development').visitOf({ ...asked('/ru/line'), host: '192.168.1.5:3000' }).host).toBe('192.168.1.5:3000')
})

describe('format of prices before the visitor has chosen one (LN-32)', () => {
  const house = loadBrands('brands', 'development')
  const format = (brand: string, country: string, lng: string, coefview?: string) => {
    house.override('someone', { brand, country })
    const cookies = { [DEV_COOKIE]: 'someone', ...(coefview === undefined ? {} : { coefview }) }
    return house.visitOf({ host: 'localhost', url: `/${lng}/line`, query: {}, cookies }).cfView
  }

  it.each(['polosa', 'kairos'])('of %s follows the country, then the language, then is decimal', (brand) => {
    const byCountry = ['GB', 'US', 'HK', 'ID', 'MY', 'KZ', 'DE'].map((country) => format(brand, country, 'ru'))
    expect(byCountry).toEqual([1, 2, 4, 5, 6, 0, 0])
    expect(['en', 'id', 'ms', 'ar'].map((lng) => format(brand, 'KZ', lng))).toEqual([0, 5, 6, 0])
    expect([format(brand, 'GB', 'ms'), format(brand, 'GB', 'ms', '3')]).toEqual([1, 3])
  })
})

it('a visit is in a language that its layers offer', () => {
  const languageAt = (path: string) => {
    const { lng, config } = brands.visitOf(asked(path))
    return [lng, config.languages.offered.includes(lng)]
  }
  expect(languageAt('/ru/line')).toEqual(['ru', true])
  expect(languageAt('/ru/line?ref=78')).toEqual(['en', true])
  expect(languageAt('/ar/line?ref=78')).toEqual(['ar', true])
  expect(languageAt('/line?ref=78&lng=ru')).toEqual(['en', true])
})
