import { expect, test } from 'vitest'
import { worldCatalogue } from '#modules/world/rules/catalogue.ts'
import { stadiumOfTeam, stadiumOfVenue, venueIn } from './stadiums.ts'

test('every club of six leagues of the world has its ground', () => {
  const leagues = ['gb-eng.1-premierleague', 'es.1-liga', 'it.1-seriea', 'de.1-bundesliga', 'fr.fr1', 'ru.ru1']
  const clubs = worldCatalogue('stadiums').filter(({ key }) => leagues.includes(key))
  expect(clubs).toHaveLength(leagues.length)
  for (const { competitors } of clubs) for (const { ref } of competitors) expect(stadiumOfTeam(ref.split(':')[3]!), ref).toBeDefined()
})

test('a venue is told in the language of the reader, an unknown one as it came', () => {
  const ground = stadiumOfTeam('Zenit St. Petersburg')!
  expect(stadiumOfVenue(ground.venue)).toBe(ground)
  expect(venueIn(ground.venue, 'ru')).toBe('Газпром Арена, Санкт-Петербург')
  expect(venueIn(ground.venue, 'ar')).toBe('Gazprom Arena, Saint Petersburg')
  expect(venueIn('Mill Road', 'ru')).toBe('Mill Road')
})
