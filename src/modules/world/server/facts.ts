/** Facts of the world: bodies become facts with a key that never depends on when they arrive (feeds §2.1). */
import type { Millis } from '#lib/time.ts'
import type { Entity, Fact, FactBody, Game, GameAbout, GameStatus, Incident, LiveState } from '#modules/feeds/rules/fact.ts'
import { factKey } from '#modules/feeds/rules/fact-key.ts'
import { countryNames } from '#modules/feeds/rules/names/display.ts'
import type { Fixture } from '../rules/calendar.ts'
import type { WorldChampionship } from '../rules/catalogue.ts'
import { stadiumOfTeam } from '#modules/feeds/rules/stadiums.ts'
import { hasPlayers, playersOf } from '../rules/players.ts'
import type { Timeline, WorldGame, WorldModel } from '../rules/types.ts'

/** The moment at which the catalogue is said: the same in every run, so that a restart repeats nothing. */
export const EPOCH: Millis = Date.UTC(2026, 0, 1)

export function makeFact(body: FactBody, at: Millis, receivedAt: Millis): Fact {
  return { provider: 'world', producer: 'world', sentAt: at, receivedAt, key: factKey(body, at), ...body }
}

export interface Standing {
  startsAt: Millis
  status: GameStatus
  note?: Timeline['note']
  about?: GameAbout | undefined
}

export function gameEntity(fixture: Fixture, world: WorldGame, { startsAt, status, note, about }: Standing): Game {
  const field = world.engine === 'field'
  return {
    kind: 'game',
    ref: fixture.ref,
    championship: fixture.championship.ref,
    type: field ? 'race' : 'match',
    sides: fixture.sides.map((side, i) => ({ competitor: side.ref, role: field ? 'runner' : i === 0 ? 'home' : 'away', order: i + 1 })),
    startsAt,
    startConfirmed: true,
    ...(fixture.round ? { round: fixture.round } : {}),
    ...venueOf(fixture),
    ...(fixture.championship.lane || fixture.sources || fixture.race ? { neutral: true } : {}),
    ...(Object.keys(world.format).length > 0 ? { format: world.format } : {}),
    status,
    ...(note ? { statusNote: note } : {}),
    liveCoverage: true,
    origin: 'simulated',
    ...(about ? { about } : {}),
  }
}

/** A game of a league is played at the ground of its home side. */
function venueOf({ championship, sides, sources }: Fixture): { venue?: string } {
  if (championship.sportId !== FOOTBALL || championship.lane || sources) return {}
  const stadium = stadiumOfTeam(sides[0]?.ref.split(':')[3] ?? '')
  return stadium ? { venue: stadium.venue } : {}
}

const FOOTBALL = 1

export function modelBody(game: string, model: WorldModel): FactBody {
  const extra = Object.keys(model.extra).length > 0 ? { extra: model.extra } : {}
  return { t: 'model', game, supremacy: model.supremacy, total: model.total, rho: model.rho, ...extra }
}

export function liveBody(state: LiveState, incidents: Incident[]): FactBody {
  return incidents.length > 0 ? { t: 'live', state, incidents } : { t: 'live', state }
}

/** Sports and countries of all championships and competitors. */
export function frameBody(championships: readonly WorldChampionship[]): FactBody {
  const sports = [...new Set(championships.map((c) => c.sportId))].toSorted((a, b) => a - b)
  const countries = [...new Set(championships.flatMap((c) => [c.country, ...c.competitors.map((side) => side.country)]))].toSorted()
  const entities: Entity[] = [
    ...sports.map((sportId): Entity => ({ kind: 'sport', ref: `s:${sportId}`, sportId })),
    ...countries.map((code): Entity => ({ kind: 'country', ref: `k:${code}`, code, names: countryNames(code) })),
  ]
  return { t: 'catalog', entities }
}

/** A championship and everybody who plays in it. */
export function championshipBody(c: WorldChampionship): FactBody {
  const entities: Entity[] = [
    {
      kind: 'championship',
      ref: c.ref,
      sport: `s:${c.sportId}`,
      country: `k:${c.country}`,
      type: c.outright ? 'outright' : c.cup ? 'cup' : 'league',
      tz: c.tz,
      names: c.names,
      ...(c.about ? { about: c.about } : {}),
      ...(/\(W\)$/.test(c.names['en'] ?? '') ? { gender: 'f' as const } : {}),
    },
    ...c.competitors.map((side): Entity => ({
      kind: 'competitor',
      ref: side.ref,
      sport: `s:${c.sportId}`,
      type: side.type,
      country: `k:${side.country}`,
      names: side.names,
    })),
  ]
  return { t: 'catalog', entities }
}

/** The players of a championship's sides; null where none are known. */
export function playersBody(c: WorldChampionship): FactBody | null {
  if (!hasPlayers(c)) return null
  const entities = c.competitors.flatMap((side) =>
    playersOf(c, side).map(({ ref, names }): Entity => ({ kind: 'player', ref, competitor: side.ref, names })),
  )
  return { t: 'catalog', entities }
}
