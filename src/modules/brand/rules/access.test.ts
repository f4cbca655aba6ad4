import { vipFlags } from './route-rules.ts'
import { describe, expect, it, test } from 'vitest'
import { access, isListed, type AccessFlags } from './access.ts'

const guest = { signedIn: false, language: 'en', country: 'KZ' }
const player = { ...guest, signedIn: true }

describe('access (AC-01…05)', () => {
  test.each<[AccessFlags, typeof guest, string]>([
    [{}, guest, 'allow'],
    [{ signedOut: true }, player, 'home'],
    [{ signedOut: true }, guest, 'allow'],
    [{ signedIn: true }, guest, 'sign_in'],
    [{ signedIn: true }, player, 'allow'],
    [{ languages: ['ru'] }, guest, 'not_found'],
    [{ languages: ['ru', 'en'] }, guest, 'allow'],
    [{ blockedCountries: ['kz'] }, guest, 'blocked'],
    [{ blockedCountries: ['KZ'], signedIn: true }, guest, 'blocked'],
    [{ hideOutsideCountries: ['RU'] }, guest, 'allow'],
    [{ hideOutsideCountries: ['RU'] }, player, 'not_found'],
    [{ hideOutsideCountries: ['KZ'] }, player, 'allow'],
    [{ feature: 'casino' }, player, 'not_found'],
    [{ languages: ['ru'], blockedCountries: ['KZ'] }, guest, 'not_found'],
  ])('%j for %j is %s', (flags, who, verdict) => expect(access(flags, who)).toBe(verdict))
  it('opens a feature that is on', () =>
    expect(access({ feature: 'casino' }, { ...player, hasFeature: (name) => name === 'casino' })).toBe('allow'))
  it('lists what can be reached by signing in', () => {
    expect([isListed({ signedIn: true }, guest), isListed({ hideOutsideCountries: ['RU'] }, player)]).toEqual([true, false])
  })
})

describe('a VIP host (AC-12)', () => {
  const vip = { domain: true, authCountries: ['KZ'] }
  it.each([
    ['KZ', '/line', { signedIn: true }],
    ['kz', '/', { signedIn: true }],
    ['RU', '/line', {}],
    ['KZ', '/login', {}],
    ['KZ', '/social/google', {}],
    ['KZ', '/block-appeal', {}],
    ['KZ', '/information/regRules', {}],
  ])('from %s at %s asks %j', (country, path, flags) => expect(vipFlags(vip, country, path)).toEqual(flags))
  it('that is none asks nothing', () => expect(vipFlags({ ...vip, domain: false }, 'KZ', '/line')).toEqual({}))
})
