import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { brandFileSchema, type BrandFile } from '#modules/brand/contract/config.ts'
import { overlay } from '#modules/brand/rules/resolve.ts'
import { brokenProfiles, refuseBrokenProfiles } from './profiles.ts'

const shipped = ['polosa', 'kairos'].map((id) => brandFileSchema.parse(JSON.parse(readFileSync(`brands/${id}/config.json`, 'utf8'))))
const change = (change: (file: BrandFile) => void): BrandFile => {
  const copy = structuredClone(shipped[0]!)
  change(copy)
  return copy
}

it('every brand that is shipped keeps its profile', () => expect(brokenProfiles(shipped)).toEqual([]))

it('a brand that breaks its profile is refused by name, also when only a layer does', () => {
  const strict = change(({ config }) => {
    config.responsible = { ...config.responsible, profile: 'strict', autoLogoff: true, autoLogoffMinutes: 30, realityCheckMinutes: 60 }
    config.withdrawals.playerCanCancel = false
  })
  expect(brokenProfiles([strict])).toEqual([])
  expect(brokenProfiles([{ ...strict, config: { ...strict.config, identification: undefined } }])).toEqual(['polosa: identification'])
  strict.layers.push({ when: { countries: ['DE'] }, set: { withdrawals: { playerCanCancel: true } } })
  expect(brokenProfiles([strict])).toEqual(['polosa: withdrawals.playerCanCancel'])
  expect(() => refuseBrokenProfiles([strict])).toThrow('polosa: withdrawals.playerCanCancel')
  expect(brokenProfiles([change(({ config }) => (config.registration.min_age = 16))])).toEqual(['polosa: registration.min_age'])
})

it.each([
  ['se', 2],
  ['nl', 30],
] as const)('under the profile %s a brand is published with its rules kept, and not without (RG-17)', (profile, minutes) => {
  const kept = change(({ config }) => {
    config.responsible = { ...config.responsible, profile, autoLogoff: true, autoLogoffMinutes: minutes }
    config.withdrawals.playerCanCancel = false
  })
  expect(brokenProfiles([kept])).toEqual([])
  const longer = structuredClone(kept)
  longer.config.responsible.autoLogoffMinutes = minutes + 1
  expect(brokenProfiles([longer])).toEqual(profile === 'se' ? ['polosa: responsible.autoLogoffMinutes'] : [])
})

/** A title of its own, or the text of its key: what the list of accepted papers says of a type (XT-49). */
it.each(['ru', 'en'])('every brand names the papers it takes in %s, by itself and under each of its layers', (lng) => {
  const texts = JSON.parse(readFileSync(`locales/${lng}/identity.json`, 'utf8')) as Record<string, string>
  const nameless = shipped.flatMap(({ config, layers }) =>
    [config, ...layers.map(({ set }) => overlay(config, set))].flatMap((one) =>
      (one.identification?.docTypes ?? [{ key: 'no list', title: {} as Record<string, string> }])
        .filter(({ key, title }) => !title[lng] && !texts[`doc_${key}`])
        .map(({ key }) => `${config.id}: ${key}`),
    ),
  )
  expect(nameless).toEqual([])
})
