/** Brands from their folders, and the configuration of each visit. The only door of the module. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { canonicalJson } from '#lib/json.ts'
import { must } from '#lib/assert.ts'
import { languageOffered } from '#lib/language-tag.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import type { Visit } from '#platform/server/http.ts'
import countries from '#seed/countries.json' with { type: 'json' }
import { brandFileSchema, siteConfigSchema, type BrandFile } from '../contract/config.ts'
import { overlay, resolve, type VisitPlace } from '../rules/resolve.ts'
import { brandCss } from '../rules/theme.ts'
import type { CountryOf } from './geo.ts'
import { logoCss } from './logo.ts'

export { openGeo, type Geo } from './geo.ts'
export { houseTokens } from './house-tokens.ts'
export { brandRoutes } from './routes.ts'

/** Our id of "no country known": the wire writes 225 for international. */
const WORLD_ID = 225

const idByAlpha2 = new Map((countries as [number, string, string, string, string][]).map(([id, , , alpha2]) => [alpha2, id]))

export function countryIdOf(alpha2: string): number {
  return idByAlpha2.get(alpha2) ?? WORLD_ID
}

/** What `/dev/brand` may change for one browser (development only). */
export interface DevOverride {
  brand?: string
  country?: string
  partner?: number
  set?: Record<string, unknown>
}

export interface VisitRequest {
  host: string
  url: string
  query: Record<string, unknown>
  cookies: Record<string, string | undefined>
  headers?: Record<string, unknown>
  /** Of the connection, or of the last trusted proxy: never what a visitor claims by himself. */
  ip?: string
}

export interface Brands {
  list(): BrandFile[]
  byId(id: string): BrandFile
  visitOf(request: VisitRequest): Visit
  /** The address is of the country that the brand of this host takes for its own, or of none that is known. */
  isAtHome(this: void, host: string, ip: string): boolean
  /** The brand's CSS layer plus its theme.css, for the page head. */
  css(config: SiteConfig): string
  override(devId: string, change: DevOverride | null): DevOverride | null
  /** True when the visit differs from what everybody sees: such a visit never touches the page cache. */
  overridden(cookies: Record<string, string | undefined>): boolean
}

export class BrandError extends Error {
  override name = 'BrandError'
}

export const DEV_COOKIE = 'polosa_dev'

/** The statistics that others frame name partner and group in their own short way (ST-12). */
const STATISTICS = /^\/[a-z-]+\/statisticpopup\//i

export interface BrandParts {
  countryOf?: CountryOf
  /** What every configuration says besides, whatever the brand: what the feed in use is. */
  saying?: (config: SiteConfig) => SiteConfig
}

export function loadBrands(
  dir: string,
  mode: 'development' | 'production',
  { countryOf = () => null, saying = (config) => config }: BrandParts = {},
): Brands {
  const brands = readBrands(dir)
  const themeCss = new Map(brands.map((b) => [b.config.id, readIfThere(join(dir, b.config.id, 'theme.css'))]))
  const logos = new Map(brands.map((b) => [b.config.id, readLogo(join(dir, b.config.id), b.config.customize.logo.mark === 'file')]))
  const byHost = new Map(brands.flatMap((brand) => brand.config.hosts.map((host) => [host, brand] as const)))
  const fallback = must(brands.find((b) => b.config.number === 1) ?? brands[0], 'a brand exists')
  const overrides = new Map<string, DevOverride>()
  const resolved = new LRUCache<string, SiteConfig>({ max: 500 })
  /** Most visits of a brand come from where the last one came from: they need no key. */
  const last = new Map<BrandFile, { place: VisitPlace; config: SiteConfig }>()

  function overrideOf(cookies: Record<string, string | undefined>): DevOverride | null {
    return mode === 'development' ? (overrides.get(cookies[DEV_COOKIE] ?? '') ?? null) : null
  }

  function configOf(brand: BrandFile, place: VisitPlace, change: DevOverride | null): SiteConfig {
    const { host, country, lng, partner, group } = place
    const before = change?.set ? undefined : last.get(brand)
    if (before && isSamePlace(before.place, place)) return before.config
    const key = `${brand.config.id}|${country}|${lng}|${partner}|${group}|${change?.set ? canonicalJson(change.set) : ''}|${host}`
    let config = resolved.get(key)
    if (!config) {
      config = resolve(brand.config, brand.layers, place) as SiteConfig
      if (change?.set) config = overlay(config, change.set)
      // Taxes of other countries are none of this visitor's business and would only make his page heavier.
      config = saying({ ...config, taxes: config.taxes.filter((rule) => rule.country === country) })
      resolved.set(key, config)
    }
    if (!change?.set) last.set(brand, { place, config })
    return config
  }

  return {
    list: () => brands,
    byId: (id) =>
      must(
        brands.find((b) => b.config.id === id),
        `brand ${id}`,
      ),
    visitOf({ host, url, query, cookies, headers, ip }) {
      const change = overrideOf(cookies)
      const name = nameOf(host)
      const brand = (change && brands.find((b) => b.config.id === change.brand)) ?? byHost.get(name) ?? fallback
      const country = change?.country ?? (ip === undefined ? null : countryOf(ip)) ?? brand.config.countries.default
      const widget = STATISTICS.test(url) ? query : {}
      const named = firstNumber(widget['r'], query['ref'], query['partner'], cookies['ref'])
      const partner = change?.partner ?? named ?? brand.config.number
      const group = firstNumber(widget['g']) ?? brand.config.group
      const said = [...saidIn(query), headers?.['x-lng'], cookies['lng']]
      const asked = languageOf(brand.config as SiteConfig, url, said)
      // Letters lead there: a name that nobody has given to a brand is one that a stranger may have sent (a telephone in development).
      const known = mode === 'development' || byHost.has(name) ? host : must(brand.config.hosts[0], 'a brand has a host')
      const configIn = (lng: string) => configOf(brand, { host: nameOf(known), country, lng, partner, group }, change)
      const first = configIn(asked)
      // A layer may offer other languages than the brand does.
      const lng = languageOf(first, url, said)
      const config = lng === asked ? first : configIn(lng)
      return {
        config,
        host: known,
        brand: brand.config.id,
        lng,
        country,
        countryId: countryIdOf(country),
        partner,
        group,
        cfView: firstNumber(cookies['coefview']) ?? defaultView(config, country, lng),
      }
    },
    isAtHome(host, ip) {
      const { countries } = (byHost.get(nameOf(host)) ?? fallback).config
      return (countryOf(ip) ?? countries.default) === countries.default
    },
    css: ({ id, customize }) =>
      brandCss(customize) + (customize.logo.mark === 'file' ? (logos.get(id) ?? '') : '') + (themeCss.get(id) ?? ''),
    override(devId, change) {
      if (change === null) {
        overrides.delete(devId)
        return null
      }
      const before = overrides.get(devId) ?? {}
      const next = { ...before, ...change, ...(change.set ? { set: overlay(before.set ?? {}, change.set) } : {}) }
      const brand = brands.find((b) => b.config.id === next.brand) ?? fallback
      const checked = siteConfigSchema.safeParse(overlay(brand.config, next.set ?? {}))
      if (!checked.success) throw new BrandError(issueText(checked.error.issues[0]!))
      overrides.set(devId, next)
      return next
    },
    overridden: (cookies) => overrideOf(cookies) !== null,
  }
}

const isSamePlace = (a: VisitPlace, b: VisitPlace) =>
  a.country === b.country && a.lng === b.lng && a.host === b.host && a.partner === b.partner && a.group === b.group

const nameOf = (host: string) => host.replace(/:\d+$/, '').toLowerCase()

/** Reads and checks every brand folder; a wrong file stops the start naming the key. */
function readBrands(dir: string): BrandFile[] {
  if (!existsSync(dir)) throw new BrandError(`BRANDS: no folder at ${dir}`)
  const ids = readdirSync(dir, { withFileTypes: true })
    .filter((e) => e.isDirectory())
    .map((e) => e.name)
    .sort()
  const brands = ids.map((id) => {
    const file = join(dir, id, 'config.json')
    let raw: unknown
    try {
      raw = JSON.parse(readFileSync(file, 'utf8'))
    } catch (error) {
      throw new BrandError(unreadable(file, error))
    }
    // Read once: a parser compiled for it would take longer than the file.
    const parsed = brandFileSchema.safeParse(raw, { jitless: true })
    if (!parsed.success) throw new BrandError(`${file}: ${issueText(parsed.error.issues[0]!)}`)
    if (parsed.data.config.id !== id) throw new BrandError(`${file}: config.id must be the folder's name, ${id}`)
    refuseBrokenLayers(file, parsed.data)
    return parsed.data
  })
  if (!brands.length) throw new BrandError(`BRANDS: no brand in ${dir}`)
  const host = twiceIn(brands.flatMap((b) => b.config.hosts))
  if (host !== undefined) throw new BrandError(`two brands claim the host ${host}`)
  const number = twiceIn(brands.map((b) => b.config.number))
  if (number !== undefined) throw new BrandError(`two brands have the number ${number}`)
  return brands
}

function unreadable(file: string, error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return `${file} is missing: a folder beside the brands that is none of them belongs elsewhere`
  return `${file}: ${error instanceof Error ? error.message : String(error)}`
}

/** Each layer alone over the configuration: a part that it changes has to be as right as the one that stands there. */
function refuseBrokenLayers(file: string, { config, layers }: BrandFile): void {
  const parts: Record<string, z.ZodType> = siteConfigSchema.shape
  const whole: Record<string, unknown> = config
  for (const [at, { set }] of layers.entries()) {
    for (const [name, change] of Object.entries(set)) {
      const part = Object.hasOwn(parts, name) ? parts[name] : undefined
      if (!part) throw new BrandError(`${file}: layers.${at}.set: there is no ${name} in the configuration`)
      const issue = part.safeParse(overlay(whole[name], change), { jitless: true }).error?.issues[0]
      if (issue) throw new BrandError(`${file}: layers.${at}.set.${issueText({ ...issue, path: [name, ...issue.path] })}`)
    }
  }
}

function readLogo(folder: string, needed: boolean): string {
  let css: string
  try {
    css = logoCss(folder)
  } catch (error) {
    throw new BrandError(error instanceof Error ? error.message : String(error))
  }
  if (needed && css === '') throw new BrandError(`${folder}: customize.logo.mark is "file", and there is no logo.svg`)
  return css
}

const twiceIn = <T>(values: readonly T[]): T | undefined => values.find((value, at) => values.indexOf(value) !== at)

/** What is wrong with a key says that one, not that it is wrong. */
function issueText({ path, message, issues }: { path: PropertyKey[]; message: string; issues?: readonly { message: string }[] }): string {
  return `${path.map(String).join('.')}: ${issues?.[0]?.message ?? message}`
}

/** /{lng} of the address, then the query, the page's own header, the cookie, the brand's default. */
function languageOf(config: SiteConfig, url: string, wishes: readonly unknown[]): string {
  const inPath = /^\/([a-z]{2})(?:[/?#]|$)/.exec(url)?.[1]
  for (const wish of [inPath, ...wishes]) {
    const lng = languageOffered(wish, config.languages.offered)
    if (lng !== null) return lng
  }
  return config.languages.default
}

/** Names under which calls say their language (wire 3, 12.5.1, 16.1), the usual one first; keys are compared in any case (wire rule 19). */
const LANGUAGE_KEYS = ['lng', 'lang', 'language']

function saidIn(query: Record<string, unknown>): unknown[] {
  const said: unknown[] = []
  for (const [key, value] of Object.entries(query)) {
    const at = LANGUAGE_KEYS.indexOf(key.toLowerCase())
    if (at >= 0) said[at] ??= value
  }
  return said
}

function defaultView(config: SiteConfig, country: string, lng: string): number {
  const { byCountry, byLanguage, default: usual } = config.betting.oddsFormat
  return byCountry[country] ?? byLanguage[lng] ?? usual
}

function firstNumber(...values: unknown[]): number | undefined {
  for (const value of values) {
    if (typeof value === 'string' && /^\d{1,6}$/.test(value)) return Number(value)
  }
  return undefined
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
