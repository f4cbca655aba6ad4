/** Tournaments and players of the pack have names as they are written where people read of them: none is spelt by rule (feeds §12). */
import { describe, expect, it } from 'vitest'
import { countryNames, leagueNames } from '#modules/feeds/rules/names/display.ts'
import { findDataPack } from '#platform/server/env.ts'
import { recordedChampionship, recordedSide } from '../rules/recorded-names.ts'
import { readIndex, readTournaments } from './pack.ts'

const pack = findDataPack(process.env['POLOSA_DATA'])
const UNTOLD = '@'

describe.skipIf(pack === null)('names of the pack', () => {
  it('every tournament is in the table, under a country or a part of the world that has a name', () => {
    const tournaments = [...readTournaments(pack!).values()]
    expect(tournaments.length).toBeGreaterThan(100)
    const untold = tournaments.filter(({ id, country }) => {
      const { en, ru } = leagueNames(id, country, UNTOLD)
      return `${en} ${ru}`.includes(UNTOLD) || countryNames(country)['en'] === country
    })
    expect(untold.map(({ id }) => id)).toEqual([])
  })

  it('every tournament of a recording is in the table, in all languages', () => {
    const untold = readIndex(pack!).filter(({ sport, tournament, season }) => !recordedChampionship(sport, tournament, season).names['ar'])
    expect([...new Set(untold.map(({ sport, tournament }) => `${sport}:${tournament}`))]).toEqual([])
  })

  it('every player of a recording is in the table', () => {
    const rows = readIndex(pack!).filter(({ sport }) => sport === 'badminton')
    const untold = rows.flatMap(({ home, away }) =>
      [home, away].filter((name) => recordedSide(name, recordedChampionship('badminton', '', ''), true).names['ar'] === undefined),
    )
    expect([...new Set(untold)]).toEqual([])
  })
})
