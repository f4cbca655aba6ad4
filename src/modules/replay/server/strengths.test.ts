import { expect, it } from 'vitest'
import table from '#seed/world-table.json' with { type: 'json' }
import { readStrengths } from './pack.ts'
import { clubPlaces } from '../rules/clubs.ts'
import { type Club, footballModel } from '../rules/prior.ts'

const strengths = readStrengths('seed/world-table.json')
const CUP = 'europe.cl'

/** The chance of the home side's goals against the guest's, as a share of all. */
function share(home: Club, away: Club, tournament = CUP): number {
  const { supremacy, total } = footballModel(strengths, tournament, home, away)
  return 0.5 + supremacy / total / 2
}

const club = (country: string, name: string): Club => ({ country, name })

it.each<[Club, Club, number, number]>([
  // By lot these two were even, 2.534 to 2.568.
  [club('KZ', 'Kairat Almaty'), club('GR', 'PAE Olympiakos SFP'), 0.2, 0.45],
  [club('ES', 'Real Madrid CF'), club('KZ', 'Kairat Almaty'), 0.75, 0.95],
  [club('GB-ENG', 'Liverpool FC'), club('ES', 'Real Madrid CF'), 0.45, 0.68],
  [club('MT', 'Hibernians FC'), club('DE', 'FC Bayern München'), 0.02, 0.2],
])('%s at home to %s is priced by their countries’ leagues', (home, away, from, to) => {
  expect(share(home, away)).toBeGreaterThan(from)
  expect(share(home, away)).toBeLessThan(to)
})

it('a national cup knows who plays how high; whom no table has stands below them', () => {
  const first = club('DE', 'FC Bayern München')
  const third = club('DE', '1. FC Saarbrücken')
  const amateur = club('DE', 'FC Teutonia Irgendwo')
  expect(share(third, first, 'de.cup')).toBeLessThan(0.4)
  expect(share(amateur, first, 'de.cup')).toBeLessThan(share(third, first, 'de.cup'))
})

it('a league is priced by its own table as before', () => {
  const [key, country, , , , c, h, teams] = table.leagues[0] as [
    string,
    string,
    string,
    string,
    string,
    number,
    number,
    [string, number, number][],
  ]
  const [[home, ha, hd], [away, aa, ad]] = teams as [[string, number, number], [string, number, number]]
  const { supremacy } = footballModel(strengths, key, club(country, home), club(country, away))
  expect(supremacy).toBeCloseTo(Math.exp(c + h + ha - ad) - Math.exp(c + aa - hd), 2)
})

it.each([
  ['Manchester United', 'Manchester United FC'],
  ['PAE Olympiakos SFP', 'Olympiakos Piräus'],
  ['AZ Alkmaar', 'AZ'],
  ['SL Benfica', 'Benfica Lissabon'],
  ['1899 Hoffenheim', 'TSG Hoffenheim'],
  // Two clubs have a word of it: nobody is taken by guess.
  ['Lazio Roma', undefined],
  ['FC Nowhere', undefined],
])('%s is %s of the table', (name, known) => {
  const names = [
    'Manchester United FC',
    'Manchester City FC',
    'Olympiakos Piräus',
    'AZ',
    'Jong AZ',
    'Benfica Lissabon',
    'Benfica Lissabon B',
    'TSG Hoffenheim',
    'AS Roma',
    'SS Lazio',
  ]
  const places = clubPlaces([{ unit: 'league', country: 'EU', clubs: names.map((club, k) => [club, k, 0]) }])
  expect(names[places('EU', name)?.own[0] ?? -1]).toBe(known)
  expect(places('KZ', name)).toBeUndefined()
})
