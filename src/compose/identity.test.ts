import { expect, test } from 'vitest'
import { countryByCode } from '#modules/account/server/index.ts'
import { loadBrands } from '#modules/brand/server/index.ts'
import { identificationOf } from './identity.ts'

test('papers are those of the country that the player has named, else of the brand’s own', () => {
  const brands = loadBrands('brands', 'production')
  const types = (brand: string, countryId: number) => identificationOf(brands, brand, countryId)?.docTypes.map(({ key }) => key)
  const everywhere = ['passport', 'id_card', 'driving_licence', 'residence_permit']
  expect(types('polosa', countryByCode('KZ')!.id)).toEqual(everywhere)
  expect(types('polosa', 0)).toEqual(everywhere)
  expect(types('polosa', countryByCode('DE')!.id)).toEqual(['passport', 'id_card'])
  expect(types('nobody', 0)).toBeUndefined()
})
