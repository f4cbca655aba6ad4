/** Brands that would lead visitors in circles, or that nothing tells apart, stop the start with a sentence that names the place. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { overlay } from '../rules/resolve.ts'
import { BrandError, loadBrands } from './index.ts'

const dir = mkdtempSync(join(tmpdir(), 'broken-brands-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
cpSync('brands', dir, { recursive: true })
const file = join(dir, 'kairos/config.json')
const good = JSON.parse(readFileSync(file, 'utf8')) as { config: object; layers: object[] }

function refusal(change: object, layers: object[] = good.layers): string | null {
  writeFileSync(file, JSON.stringify({ config: overlay(good.config, change), layers }))
  try {
    loadBrands(dir, 'production')
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(BrandError)
    return (error as Error).message.replace(`${file}: `, '')
  }
}
const redirects = (given: Record<string, string>) => ({ global: { redirects: given } })

it('a default language is among those offered', () => {
  expect(refusal({ languages: { default: 'la' } })).toBe('config.languages.default: is not among those offered')
})

it.each([
  ['itself', { '/loop': '/loop' }],
  ['itself with a question', { '/loop': '/loop?again=1' }],
  ['a ring', { '/loop': '/b', '/b': '/c#there', '/c': '/loop' }],
  ['a ring farther on', { '/loop': '/b', '/b': '/c', '/c': '/b' }],
])('no address leads to %s', (_what, given) => {
  expect(refusal(redirects(given))).toBe('config.global.redirects./loop: leads back to itself')
})

it('an address may lead over others to a page', () => {
  expect(refusal(redirects({ '/a': '/b', '/b': '/c', '/d': '/c' }))).toBeNull()
})

it('two brands have numbers of their own', () => {
  expect(refusal({ number: 1 })).toBe('two brands have the number 1')
})

it('what a layer changes is as right as what stands there', () => {
  const layer = (set: object) => refusal({}, [{ when: {}, set }])
  expect(layer({ languages: { default: 'la' } })).toBe('layers.0.set.languages.default: is not among those offered')
  expect(layer(redirects({ '/loop': '/loop' }))).toBe('layers.0.set.global.redirects./loop: leads back to itself')
  expect(layer({ coupn: {} })).toBe('layers.0.set: there is no coupn in the configuration')
  expect(layer({ languages: { default: 'ru' } })).toBeNull()
})

it('a host is written as it is compared, so that no brand answers for another', () => {
  for (const host of ['Kairos.localhost', 'kairos.localhost:3000', 'POLOSA.LOCALHOST', 'polosa.localhost:80', 'kairos.localhost.', '']) {
    expect(refusal({ hosts: ['kairos.localhost', host] })).toBe(
      'config.hosts.1: must be the name of a host in small letters, without a port',
    )
    expect(refusal({}, [{ when: { hosts: [host] }, set: {} }])).toBe(
      'layers.0.when.hosts.0: must be the name of a host in small letters, without a port',
    )
  }
  expect(refusal({ hosts: ['polosa.localhost'] })).toBe('two brands claim the host polosa.localhost')
  expect(refusal({ hosts: ['xn--80aa.example', '10.0.0.1', '[::1]'] })).toBeNull()
})

it('a country and a language are one that there is', () => {
  const noCountry = 'is no country (two capitals as in ISO 3166)'
  const noLanguage = 'is no language (two small letters)'
  expect(refusal({ countries: { default: 'ZZ' } })).toBe(`config.countries.default: ${noCountry}`)
  expect(refusal({ currencies: { byCountry: { UK: 'GBP' } } })).toBe(`config.currencies.byCountry.UK: ${noCountry}`)
  expect(refusal({ languages: { default: 'ru', offered: ['ru', 'xx'] } })).toBe(`config.languages.offered.1: ${noLanguage}`)
  expect(refusal({}, [{ when: { countries: ['GB', 'UK'] }, set: {} }])).toBe(`layers.0.when.countries.1: ${noCountry}`)
  expect(refusal({}, [{ when: { languages: ['ru-RU'] }, set: {} }])).toBe(`layers.0.when.languages.0: ${noLanguage}`)
})

it.each([{ id: 'polosa' }, { number: 1 }, { hosts: ['polosa.localhost'] }])('no layer changes %j, by which a brand is found', (set) => {
  expect(refusal({}, [{ when: {}, set }])).toBe(`layers.0.set.${Object.keys(set)[0]!}: is the same for all visits: no layer changes it`)
})

it('a folder without a configuration is told in words', () => {
  mkdirSync(join(dir, 'old'))
  expect(refusal({})).toBe(`${join(dir, 'old/config.json')} is missing: a folder beside the brands that is none of them belongs elsewhere`)
  rmSync(join(dir, 'old'), { recursive: true })
})

it("a brand's own mark is a small picture in its folder, and stands in its sheet alone", () => {
  const logo = join(dir, 'kairos/logo.svg')
  const own = { customize: { logo: { mark: 'file' } } }
  const sheets = () => loadBrands(dir, 'production').list().map(({ config }) => [config.id, loadBrands(dir, 'production').css(config as SiteConfig).includes('[data-logo]')]) // prettier-ignore
  expect(refusal(own)).toBeNull()
  expect(sheets()).toEqual([
    ['kairos', true],
    ['polosa', false],
  ])
  writeFileSync(logo, `<svg>${' '.repeat(16_384)}</svg>`)
  expect(refusal(own)).toBe(`${logo}: at most 16384 bytes`)
  writeFileSync(logo, '<html><svg></svg></html>')
  expect(refusal(own)).toBe(`${logo}: must begin with <svg>`)
  rmSync(logo)
  expect(refusal(own)).toBe(`${join(dir, 'kairos')}: customize.logo.mark is "file", and there is no logo.svg`)
  expect(refusal({})).toBeNull()
})
