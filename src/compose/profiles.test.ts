import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { brandFileSchema, type BrandFile } from '#modules/brand/contract/config.ts'
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
  strict.layers.push({ when: { countries: ['DE'] }, set: { withdrawals: { playerCanCancel: true } } })
  expect(brokenProfiles([strict])).toEqual(['polosa: withdrawals.playerCanCancel'])
  expect(() => refuseBrokenProfiles([strict])).toThrow('polosa: withdrawals.playerCanCancel')
  expect(brokenProfiles([change(({ config }) => (config.registration.min_age = 16))])).toEqual(['polosa: registration.min_age'])
})
