import { describe, expect, it } from 'vitest'
import wireSports from '#seed/wire-sports.json' with { type: 'json' }
import { roundsOf, seasonFixtures } from './schedule.ts'
import { worldCatalogue } from './catalogue.ts'
import type { WorldChampionship } from './catalogue.ts'
import { timelineOf } from './engines.ts'
import { fixturesBetween, modelOfFixture, worldGame } from './calendar.ts'
import { NO_MISHAPS } from '../../../../test/support/no-mishaps.ts'
import { outrightChampionships, Outrights } from './outrights.ts'
import { playersOf, squadOf, withPlayers } from './players.ts'
import { raceAbout, withdrawalsOf, withoutRunners } from './races.ts'
import { believed } from './models.ts'
import { finalOrder, seasonSpan, tableChances } from './seasons.ts'
import { simulateMatches } from '../../../../test/support/simulated-matches.ts'
import { stateAt } from './state.ts'

const SEED = 'content'
const DRAWS = { seed: SEED, mishaps: NO_MISHAPS }
const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 21, 13)
const catalogue = worldCatalogue(SEED)
const byKey = new Map([...catalogue, ...outrightChampionships(catalogue)].map((c) => [c.key, c]))
const league = (key: string): WorldChampionship => byKey.get(key)!
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('every section of the line', () => {
  const playsOn = new Set(catalogue.flatMap((c) => (fixturesBetween(SEED, c, NOW, NOW + DAY).length > 0 ? [c.sportId] : [])))

  it.each(Object.entries(wireSports.genres))('has games of the cyber genre %s within a day', (_genre, sports) => {
    expect(sports.filter((sport) => playsOn.has(sport)).length).toBeGreaterThanOrEqual(1)
  })

  it('has at least thirty cyber disciplines', () => {
    expect(wireSports.cyber.filter((sport) => playsOn.has(sport)).length).toBeGreaterThanOrEqual(30)
  })

  it.each(['virtual', 'marble', 'simulated', 'alternative', 'aftermatch', 'tv'] as const)(
    'has games of the section %s on a Saturday',
    (section) => {
      const games = catalogue
        .filter((c) => c.about?.section === section)
        .flatMap((c) => fixturesBetween(SEED, c, NOW - DAY / 2, NOW + DAY / 2))
      expect(games.length).toBeGreaterThanOrEqual(4)
    },
  )

  it('never leaves a section of made-up pairs empty, whatever the hour of the year', () => {
    const [alternative, aftermatch] = (['alternative', 'aftermatch'] as const).map((kind) =>
      catalogue.find((c) => c.about?.section === kind)!,
    )
    const empty: string[] = []
    for (let at = NOW; at < NOW + 365 * DAY; at += 31 * 3_600_000) {
      const open = fixturesBetween(SEED, alternative!, at - 90 * 60_000, at + alternative!.aheadMs)
      const running = fixturesBetween(SEED, aftermatch!, at - 95 * 60_000, at)
      if (open.length === 0 || running.length === 0) empty.push(`${new Date(at).toISOString()} ${open.length} ${running.length}`)
    }
    expect(empty).toEqual([])
  }, 60_000)

  it('sets games of the night against those of the evening before, of which nothing is open any more', () => {
    const aftermatch = catalogue.find((c) => c.about?.section === 'aftermatch')!
    const pairs = fixturesBetween(SEED, aftermatch, NOW - 7 * DAY, NOW + 7 * DAY).map(({ sources }) => sources!)
    const overMidnight = pairs.filter(([before, live]) => Math.floor(before.startsAt / DAY) < Math.floor(live.startsAt / DAY))
    expect(overMidnight.length).toBeGreaterThan(0)
    for (const [before, live] of pairs) expect(live.startsAt - before.startsAt).toBeGreaterThanOrEqual(2.5 * 3_600_000)
  })

  it('names the discipline of every e-sports championship', () => {
    const esports = catalogue.filter((c) => c.sportId === 40)
    expect(esports.every((c) => c.about?.subSport !== undefined)).toBe(true)
    expect(new Set(esports.map((c) => c.about!.subSport!.id)).size).toBeGreaterThanOrEqual(4)
  })

  it('plays UFC cards on Saturday evenings only', () => {
    const fights = fixturesBetween(SEED, league('uf1'), NOW, NOW + 14 * DAY)
    expect(fights.length).toBeGreaterThanOrEqual(16)
    const day = new Intl.DateTimeFormat('en', { timeZone: 'America/New_York', weekday: 'short' })
    expect(new Set(fights.map((fight) => day.format(fight.startsAt)))).toEqual(new Set(['Sat']))
  })

  it('gives nobody the same name twice in a championship', () => {
    for (const c of catalogue.filter((one) => one.lane))
      expect(new Set(c.competitors.map((side) => side.names.en)).size, c.key).toBe(c.competitors.length)
  })
})

describe('TV games', () => {
  const draws = catalogue.filter((c) => c.variant === 'draw')

  it('give every number the same chance, before and while prices move', () => {
    expect(draws.length).toBeGreaterThanOrEqual(7)
    for (const c of draws) {
      const [fixture] = fixturesBetween(SEED, c, NOW, NOW + DAY)
      const model = modelOfFixture(SEED, fixture!)
      const weights = fixture!.sides.map((_, i) => model.extra[`w${i + 1}`])
      expect(new Set(weights), c.key).toEqual(new Set([1]))
      expect(believed(model, c.variant, 0.4)).toBe(model)
      expect(fixture!.sides).toEqual(c.competitors)
    }
  })

  it('draw each number about as often as the others', () => {
    const lottery = league('tv1')
    const drawn = new Map<number, number>()
    const fixtures = fixturesBetween(SEED, lottery, NOW, NOW + 10 * DAY)
    for (const fixture of fixtures) {
      const line = timelineOf(SEED, worldGame(SEED, fixture, modelOfFixture(SEED, fixture), false))
      const end = line.items.find((item) => item.type === 'race_end')!
      expect(stateAt(line, Infinity).stats['winners']).toEqual([5, 0])
      for (const n of (end.detail!['order'] as number[]).slice(0, 5)) drawn.set(n, (drawn.get(n) ?? 0) + 1)
    }
    const expected = (fixtures.length * 5) / 36
    expect(drawn.size).toBe(36)
    const chi2 = [...drawn.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
    // 35 degrees of freedom, one in a thousand; without replacement the spread is smaller.
    expect(chi2).toBeLessThan(66.6)
  })
})

describe('races', () => {
  const meetings = ['hr1', 'hr2', 'hr3', 'hr4', 'hr5'].flatMap((key) => fixturesBetween(SEED, league(key), NOW, NOW + 6 * DAY))

  it('have cards: every runner once, numbers from 1, stalls a permutation, races numbered in the meeting', () => {
    expect(meetings.length).toBeGreaterThan(150)
    for (const fixture of meetings) {
      const { card } = raceAbout(SEED, fixture, NOW)!
      const numbers = card!.runners.map((runner) => runner.number)
      expect(numbers).toEqual(fixture.sides.map((_, i) => i + 1))
      expect(card!.runners.map((runner) => runner.stall).toSorted((a, b) => a - b)).toEqual(numbers)
      expect(card!.race).toBeGreaterThanOrEqual(1)
      expect(card!.race).toBeLessThanOrEqual(13)
    }
  })

  it('take runners out: weight 0 from then on, marked on the card, without a place', () => {
    const withOuts = meetings.filter((fixture) => withdrawalsOf(SEED, fixture).length > 0)
    expect(withOuts.length / meetings.length).toBeGreaterThan(0.15)
    for (const fixture of withOuts.slice(0, 30)) {
      const outs = withdrawalsOf(SEED, fixture)
      const model = modelOfFixture(SEED, fixture)
      const [first] = outs
      expect(withoutRunners(model, outs, first!.at - 1)).toBe(model)
      const last = withoutRunners(model, outs, Infinity)
      for (const { order, at } of outs) {
        expect(last.extra[`w${order}`]).toBe(0)
        expect(raceAbout(SEED, fixture, at - 1)!.card!.runners[order - 1]!.out).toBeUndefined()
        expect(raceAbout(SEED, fixture, at)!.card!.runners[order - 1]!.out).toBe(true)
      }
      const { stats } = stateAt(timelineOf(SEED, worldGame(SEED, fixture, last, false)), Infinity)
      for (const { order } of outs) expect(stats[`place${order}`]).toBeUndefined()
      expect(Object.values(stats).filter(([place]) => place === 1)).toHaveLength(1)
    }
  })
})

describe('outrights', () => {
  const small = league('by.by1')
  const outrights = new Outrights(SEED, byKey, NO_MISHAPS)

  it('end with the table that the matches of the season make', () => {
    const points = new Map(small.competitors.map((side) => [side.ref, 0]))
    for (const fixture of seasonFixtures(SEED, small, 2026, 0, roundsOf(small, 2026))) {
      const { score } = stateAt(timelineOf(SEED, worldGame(SEED, fixture, modelOfFixture(SEED, fixture), false)), Infinity)
      const [home, away] = fixture.sides.map((side) => side.ref) as [string, string]
      const draw = score[0] === score[1]
      points.set(home, points.get(home)! + (draw ? 1 : score[0] > score[1] ? 3 : 0))
      points.set(away, points.get(away)! + (draw ? 1 : score[0] < score[1] ? 3 : 0))
    }
    const order = finalOrder(DRAWS, small, 2026).map((i) => points.get(small.competitors[i]!.ref)!)
    expect(order).toEqual(order.toSorted((a, b) => b - a))
    const { places } = outrights.get('o:by.by1:2026:winner')!
    expect(places().toSorted((a, b) => a - b)).toEqual(small.competitors.map((_, i) => i + 1))
    const bottom = outrights.get('o:by.by1:2026:relegation')!.places()
    expect(places().map((place, i) => place + bottom[i]!)).toEqual(small.competitors.map(() => small.competitors.length + 1))
  })

  it('believe in the winner more as the season goes', () => {
    const span = seasonSpan(DRAWS, small, 2026)!
    const winner = finalOrder(DRAWS, small, 2026)[0]!
    const first = (now: number) => tableChances(DRAWS, small, 2026, now, { up: true, most: 1 })[0]!
    expect(first(span.endsAt)[winner]).toBeCloseTo(1, 6)
    expect(first(span.from)[winner]).toBeLessThan(0.9)
    expect(first(span.from).every((p) => p > 0)).toBe(true)
  })

  it('are right as often as they say: the favourite of the best leagues before the season', () => {
    const keys = ['gb-eng.1-premierleague', 'es.1-liga', 'it.1-seriea', 'de.1-bundesliga', 'fr.fr1', 'nl.nl1']
    const seen: { said: number; came: number }[] = []
    for (const seed of ['a', 'b', 'c', 'd', 'e']) {
      for (const key of keys) {
        const [first] = tableChances({ ...DRAWS, seed }, league(key), 2026, 0, { up: true, most: 1 })
        const best = first!.indexOf(Math.max(...first!))
        seen.push({ said: first![best]!, came: finalOrder({ ...DRAWS, seed }, league(key), 2026)[0] === best ? 1 : 0 })
      }
    }
    const said = mean(seen.map((one) => one.said))
    // Three standard errors of thirty seasons.
    expect(Math.abs(mean(seen.map((one) => one.came)) - said)).toBeLessThan(3 * Math.sqrt((said * (1 - said)) / seen.length))
  }, 60_000)

  it('count the goals of players as the matches do', () => {
    const club = league('nl.nl1')
    const goals = new Map<string, number>()
    for (const fixture of seasonFixtures(SEED, club, 2026, 0, roundsOf(club, 2026))) {
      const { items } = timelineOf(SEED, worldGame(SEED, fixture, modelOfFixture(SEED, fixture), false))
      for (const item of items) if (item.type === 'goal' && item.player) goals.set(item.player, (goals.get(item.player) ?? 0) + 1)
    }
    const { sides, places } = outrights.get('o:nl.nl1:2026:scorer')!
    const ranked = places()
    const inOrder = sides.toSorted((a, b) => ranked[sides.indexOf(a)]! - ranked[sides.indexOf(b)]!).map((side) => goals.get(side.ref) ?? 0)
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => b - a))
    expect(inOrder[0]).toBeGreaterThan(10)
    expect(sides.every((side) => side.type === 'player')).toBe(true)
  })

  it('ask questions of politics, stage and games with an answer each', () => {
    const standing = [...outrights.standing(NOW, 0)].flatMap((one) => one ?? [])
    expect(standing.filter((one) => one.championship.sportId === 202).length).toBeGreaterThanOrEqual(8)
    expect(standing.length).toBeGreaterThanOrEqual(50)
    for (const one of standing) {
      expect(one.title.en).not.toContain('{')
      expect(one.closesAt).toBeLessThanOrEqual(one.endsAt)
      const extra = one.extraAt(NOW)
      expect(
        one.sides.every(
          (_, i) =>
            (extra[`in1_${i + 1}`] ?? extra[`in3_${i + 1}`] ?? extra[`in2_${i + 1}`] ?? extra[`w${i + 1}`] ?? extra[`p${i + 1}`] ?? -1) >=
            0,
        ),
      ).toBe(true)
      if (extra['yesNo'] === undefined) expect(one.places().filter((place) => place === 1)).toHaveLength(1)
    }
  })
})

describe('games of sides of different matches', () => {
  it('count what each side scores in its own match', () => {
    const games = ['alt1', 'aft1'].flatMap((key) => fixturesBetween(SEED, league(key), NOW - DAY, NOW + 2 * DAY))
    expect(games.length).toBeGreaterThan(10)
    for (const fixture of games) {
      const { score, periods } = stateAt(timelineOf(SEED, worldGame(SEED, fixture, modelOfFixture(SEED, fixture), true)), Infinity)
      const own = fixture.sources!.map(
        (source) => stateAt(timelineOf(SEED, worldGame(SEED, source, modelOfFixture(SEED, source), false)), Infinity).score[0],
      )
      expect(score).toEqual(own)
      expect(periods.reduce((sum, period) => sum + period.score[0] + period.score[1], 0)).toBe(score[0] + score[1])
    }
  })
})

describe('players', () => {
  const club = league('gb-eng.1-premierleague')
  const matches = [...simulateMatches('football', 600, 'players', club.key)]

  it('are fourteen a side with names of their own, whose shares make a whole', () => {
    for (const side of club.competitors) {
      const players = playersOf(club, side)
      expect(new Set(players.map((player) => player.names.en)).size).toBe(14)
      const squad = squadOf(club, side)
      expect(squad.players).toEqual(players.map((player) => player.ref))
      expect(squad.scoring.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 2)
      expect(squad.other.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 2)
    }
  })

  it('score every goal but own goals, the first of them as often as his share says', () => {
    let first = 0
    let expected = 0
    let goals = 0
    for (const { game, timeline } of matches) {
      for (const item of timeline.items) {
        if (item.type !== 'goal') continue
        expect(item.player === undefined).toBe(item.detail?.['how'] === 'own_goal')
        if (!item.player) continue
        const squad = game.squads![item.side === 'home' ? 0 : 1]
        goals++
        expected += squad.scoring[0]!
        if (item.player === squad.players[0]) first++
      }
    }
    const share = expected / goals
    expect(Math.abs(first / goals - share)).toBeLessThan(3 * Math.sqrt((share * (1 - share)) / goals))
  })

  it('are told in the model from three days before the start', () => {
    const { game } = matches[0]!
    const told = withPlayers(game.model, game.squads, 1, DAY)
    const shares = Object.entries(told.extra).flatMap(([key, share]) => (key.startsWith('goal1@') ? [share] : []))
    expect(shares).toHaveLength(14)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1 - 0.0325, 2)
    expect(withPlayers(game.model, game.squads, 1, 4 * DAY)).toBe(game.model)
  })

  it.each([
    ['shots_on', 'shotsOn'],
    ['fouls', 'fouls'],
    ['offsides', 'offsides'],
    ['corners', 'corners'],
    ['yellow', 'cards'],
  ] as const)('play matches whose %s have the mean and the share that the model says', (stat, key) => {
    const pairs = matches.map((match): [number, number] => match.final.stats[stat] ?? [0, 0])
    const sums = pairs.map(([home, away]) => home + away)
    const said = mean(matches.map((match) => match.game.model.extra[key]!))
    expect(Math.abs(mean(sums) / said - 1)).toBeLessThan(0.05)
    const share = mean(matches.map((match) => match.game.model.extra[`${key}Share`]!))
    expect(Math.abs(mean(pairs.map(([home]) => home)) / mean(sums) - share)).toBeLessThan(0.025)
  })
})

describe('short formats', () => {
  it.each(['moba', 'duel'] as const)('%s: the model says who wins a frame', (variant) => {
    let won = 0
    let played = 0
    let expected = 0
    for (const { game, timeline } of simulateMatches(variant, 700)) {
      for (const item of timeline.items) {
        if (item.type !== 'frame_end') continue
        played++
        expected += game.model.extra['p']!
        if (item.side === 'home') won++
      }
    }
    expect(Math.abs(won - expected) / played).toBeLessThan(3 * Math.sqrt(0.25 / played))
  })

  it('moba: the winner of a map has the more kills', () => {
    for (const { timeline, final } of simulateMatches('moba', 200)) {
      for (const item of timeline.items) {
        if (item.type !== 'frame_end') continue
        const [home, away] = final.periods.find((period) => period.code === item.detail!['period'])!.score
        expect(home > away).toBe(item.side === 'home')
      }
      const last = timeline.items.findLast((item) => item.type === 'frame_end')!
      expect(timeline.endsAtMs - last.at).toBeLessThanOrEqual(1001)
    }
  })

  it('cricket tells the toss, how wickets fall and the run rate', () => {
    for (const { timeline, final } of simulateMatches('cricket', 20)) {
      expect(timeline.items[0]!.type).toBe('toss')
      const wickets = timeline.items.filter((item) => item.type === 'wicket')
      expect(wickets.every((item) => typeof item.detail?.['how'] === 'string')).toBe(true)
      const [runs, balls] = [final.periods[0]!.score, final.stats['balls']!]
      const first = runs[0] > 0 ? 0 : 1
      expect(Math.abs(final.stats['run_rate']![first] - (runs[first] * 6) / balls[first])).toBeLessThan(0.01)
    }
  })
})

describe('the whistle', () => {
  const RESULTS_OF_BOUTS: ReadonlySet<string> = new Set(['finish'])

  it('is followed by no goal, no count and no running clock: results that are paid would be taken back', () => {
    const late: string[] = []
    for (const c of catalogue) {
      for (const fixture of fixturesBetween(SEED, c, NOW, NOW + 2 * DAY).slice(0, 60)) {
        let playing = false
        for (const { type, kind, fx, retracts } of timelineOf(SEED, worldGame(SEED, fixture, modelOfFixture(SEED, fixture), true)).items) {
          if (type === 'period_start') playing = true
          const counts = fx.score ?? fx.period ?? fx.stats ?? (fx.runs || undefined)
          if (!playing && counts && kind !== 'silent' && retracts === undefined && !RESULTS_OF_BOUTS.has(type))
            late.push(`${fixture.ref} ${type}`)
          if (type === 'period_end') playing = false
        }
      }
    }
    expect(late).toEqual([])
  })
})
