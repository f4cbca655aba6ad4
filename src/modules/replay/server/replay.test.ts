/** The replay needs the data pack; without it these tests are skipped, which the run reports. */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { manualClock } from '#platform/server/clock.ts'
import { findDataPack } from '#platform/server/env.ts'
import { HOUR, MINUTE } from '#lib/time.ts'
import type { Fact } from '#modules/feeds/rules/fact.ts'
import { type CalendarRow, dateOfDay, dayNumber, localToUtc, rolledCalendar } from '../rules/calendar.ts'
import { showings } from '../rules/carousel.ts'
import { halfMinute, recordingOf } from '../rules/minutes.ts'
import { stepsOf } from '../rules/steps.ts'
import { recordedChampionship, recordedSide } from '../rules/recorded-names.ts'
import { parseMinutes, readCalendar, readIndex, readMinutes, readRecording, readTournaments } from './pack.ts'
import { createReplay } from './replay.ts'

const pack = findDataPack(process.env['POLOSA_DATA'])
if (pack === null && process.env['POLOSA_DATA_REQUIRED'] === '1') throw new Error('POLOSA_DATA_REQUIRED: the data pack is absent')
const LAST_SATURDAY = Date.UTC(2026, 10, 14, 16)
const START = Date.UTC(2026, 10, 21, 10)

function hashOf(facts: readonly Fact[]): string {
  const hash = createHash('sha256')
  for (const fact of facts) hash.update(JSON.stringify({ ...fact, receivedAt: 0 }))
  return hash.digest('hex')
}

function endedIn(facts: readonly Fact[]): Set<string> {
  return new Set(facts.flatMap((fact) => (fact.t === 'game' && fact.game.status === 'ended' ? [fact.game.ref] : [])))
}

describe('without the pack', () => {
  it('says that there are no recordings and stays silent', async () => {
    const told: Fact[] = []
    const warnings: string[] = []
    const replay = createReplay({
      dataDir: null,
      clock: manualClock(START),
      log: { info() {}, warn: (_data, text) => void warnings.push(text), error() {} },
    })
    await replay.start(null, async (facts) => void told.push(...facts))
    expect(told).toEqual([])
    expect(warnings.join()).toContain('no recordings')
    expect(replay.advance(START + HOUR)).toEqual([])
    await replay.stop()
  })

  it('reads local times in their zone, summer and winter', () => {
    expect(localToUtc('2026-07-01', '20:00', 'Europe/Madrid')).toBe(Date.UTC(2026, 6, 1, 18))
    expect(localToUtc('2026-12-01', '20:00', 'Europe/Madrid')).toBe(Date.UTC(2026, 11, 1, 19))
    expect(localToUtc('2026-12-01', '20:00', 'no/where')).toBe(Date.UTC(2026, 11, 1, 20))
  })

  it('puts 45+2 into the first half and 88 into the second', () => {
    expect(halfMinute('45+2')).toEqual({ half: 0, from: 46 * 60, added: 2 })
    expect(halfMinute('88')).toEqual({ half: 1, from: 42 * 60, added: 0 })
    expect(halfMinute('90+4')).toEqual({ half: 1, from: 48 * 60, added: 4 })
    expect(halfMinute('7:1')).toBeNull()
  })

  it('plays a match of which only the score is known to that score, always alike', () => {
    const match = { id: 'x', home: 'A', away: 'B', tournament: 't', score: [4, 2] as [number, number], ht: [1, 2] as [number, number] }
    const steps = stepsOf(recordingOf(match))
    expect(steps.at(-1)!.state).toMatchObject({ score: [4, 2], phase: 'ended' })
    expect(steps.find((step) => step.state.phase === 'ht')!.state.score).toEqual([1, 2])
    expect(stepsOf(recordingOf(match))).toEqual(steps)
  })

  it('shows as many recordings at any time as there are lanes, but for the pauses', () => {
    const items = Array.from({ length: 9 }, (_, k) => ({ id: `r${k}`, lengthMs: (80 + k) * 60_000 }))
    for (let at = START; at < START + 48 * HOUR; at += HOUR) {
      expect(showings(items, 3, at, at + 11 * 60_000).length).toBeGreaterThanOrEqual(3)
    }
    const day = showings(items, 3, START, START + 24 * HOUR)
    const halves = [...showings(items, 3, START, START + 12 * HOUR), ...showings(items, 3, START + 12 * HOUR, START + 24 * HOUR)]
    expect(new Set(halves.map((s) => `${s.id} ${s.startsAt}`))).toEqual(new Set(day.map((s) => `${s.id} ${s.startsAt}`)))
  })
})

describe.skipIf(pack === null)('with the pack', () => {
  it('tells every recording in Russian: its tournament and both sides', () => {
    const told = readIndex(pack!).flatMap(({ sport, tournament, season, home, away }) => {
      const championship = recordedChampionship(sport, tournament, season)
      const sides = [home, away].map((name) => recordedSide(name, championship, sport === 'badminton').names['ru'])
      return [championship.names['ru'], ...sides]
    })
    expect(new Set(told.filter((name) => name === undefined || /[a-z]/i.test(name)))).toEqual(new Set())
  })

  let rows: CalendarRow[] = []
  beforeAll(async () => {
    rows = await readCalendar(pack!)
  })

  it.each([
    [1, 293, 72, 53, 19],
    [7, 716, 91, 63, 38],
    [14, 1540, 101, 65, 95],
    [30, 2977, 105, 65, 197],
  ])('rolls the calendar to the figures of feeds 11 for %i days', (days, matches, championships, countries, unmoved) => {
    const tournaments = readTournaments(pack!)
    const from = dayNumber('2026-11-21')
    const found = rolledCalendar(rows, '2026-11-21').filter(
      (row) => row.movedDate >= '2026-11-21' && row.movedDate < dateOfDay(from + days),
    )
    expect(found.length).toBe(matches)
    expect(new Set(found.map((row) => row.tournamentId)).size).toBe(championships)
    expect(new Set(found.map((row) => tournaments.get(row.tournamentId)?.country)).size).toBe(countries)
    expect(found.filter((row) => row.movedDays === 0).length).toBe(unmoved)
  })

  it('plays every recording to its final score, in order, period by period', () => {
    const index = readIndex(pack!)
    expect(index.length).toBeGreaterThan(0)
    for (const row of index) {
      const recording = readRecording(pack!, row)
      const { score, innings } = recording.final
      const runs = (side: 'H' | 'A') => (innings ?? []).filter((i) => i.side === side).reduce((sum, i) => sum + i.runs, 0)
      const steps = stepsOf(recording)
      const last = steps.at(-1)!.state
      expect({ id: row.id, score: last.score, phase: last.phase }).toEqual({
        id: row.id,
        score: score ?? [runs('H'), runs('A')],
        phase: 'ended',
      })
      expect(steps.every((step, k) => k === 0 || step.atMs >= steps[k - 1]!.atMs)).toBe(true)
      const balls = steps.flatMap(({ incident }) => (incident && /^(ball|wicket)$/.test(incident.type) ? [incident.detail!] : []))
      const bowled = innings?.map((_, n) => balls.filter((ball) => ball['innings'] === `inn${n + 1}`))
      expect(bowled?.map((own) => own.reduce((sum, ball) => sum + Number(ball['runs']), 0))).toEqual(innings?.map((one) => one.runs))
      expect(bowled?.every((own) => own[0]!['over'] === 1)).not.toBe(false)
      if (recording.final.sets) expect(last.periods.map((period) => period.score)).toEqual(recording.final.sets)
    }
  }, 120_000)

  it('plays every timeline by the minute to its score', async () => {
    const minutes = await readMinutes(pack!)
    let wrong = 0
    for (const [id, line] of minutes) {
      const known = parseMinutes(line)
      const steps = stepsOf(recordingOf({ id, home: '', away: '', tournament: '', ...known }))
      const { score } = steps.at(-1)!.state
      if (score[0] !== known.score[0] || score[1] !== known.score[1]) wrong += 1
    }
    expect({ matches: minutes.size > 0, wrong }).toEqual({ matches: true, wrong: 0 })
  }, 120_000)

  it('plays all seven sports of the pack at once, and says of every game that it is recorded', async () => {
    const replay = createReplay({ dataDir: pack, clock: manualClock(START), settings: { live: 2, horizonDays: 1 } })
    await replay.load()
    const facts = [...replay.advance(START), ...replay.advance(START + HOUR)]
    const games = facts.flatMap((fact) => (fact.t === 'game' ? [fact.game] : []))
    expect(games.filter((game) => game.origin !== 'recorded')).toEqual([])
    const championships = new Map(
      facts
        .flatMap((fact) => (fact.t === 'catalog' ? fact.entities : []))
        .flatMap((entity) => (entity.kind === 'championship' ? [[entity.ref, entity.sport]] : [])),
    )
    // What is shown again and again says which season was recorded; a calendar is played once.
    for (const fact of facts)
      for (const entity of fact.t === 'catalog' ? fact.entities : [])
        if (entity.kind === 'championship')
          expect(entity.about?.recorded ?? '', entity.ref).toMatch(entity.ref.startsWith('k:') ? /^20\d\d(\/\d\d)?$/ : /^$/)
    const heard = new Set(facts.flatMap((fact) => (fact.t === 'live' && fact.sentAt >= START ? [fact.state.game] : [])))
    const sports = new Set(
      games.filter((game) => heard.has(game.ref) && game.ref.startsWith('k:')).map((game) => championships.get(game.championship)),
    )
    expect([...sports].sort()).toEqual(
      ['badminton', 'baseball', 'basketball', 'cricket', 'football', 'ice_hockey', 'volleyball'].map((sport) => `s:${sport}`),
    )
  }, 120_000)

  it('plays a recording to the same end at any speed', async () => {
    const ends = async (speed: number, lengthMs: number): Promise<Map<string, unknown>> => {
      const replay = createReplay({ dataDir: pack, clock: manualClock(START), settings: { live: 1, calendar: false, speed } })
      await replay.load()
      const facts = [...replay.advance(START), ...replay.advance(START + lengthMs)]
      const last = new Map(facts.flatMap((fact) => (fact.t === 'live' ? [[fact.state.game, fact.state]] : [])))
      return new Map(
        [...last]
          .filter(([, state]) => state.phase === 'ended')
          .map(([ref, { score, periods }]) => [ref.split(':')[1]!, { score, periods }]),
      )
    }
    const [real, fast] = [await ends(1, 4 * HOUR), await ends(20, HOUR / 2)]
    const both = [...real.keys()].filter((id) => fast.has(id))
    expect(both.length).toBeGreaterThan(2)
    for (const id of both) expect(fast.get(id), id).toEqual(real.get(id))
  }, 120_000)

  it('runs faster when it is told to, tells nothing of the future, and tells all anew to who was away', async () => {
    const clock = manualClock(START)
    const replay = createReplay({ dataDir: pack, clock, settings: { live: 1, horizonDays: 1, tickMs: 5 } })
    const away = createReplay({ dataDir: pack, clock: manualClock(LAST_SATURDAY), settings: { live: 1, horizonDays: 1 } })
    await away.load()
    const before = away.advance(LAST_SATURDAY).flatMap((fact) => (fact.t === 'game' ? [fact.game] : []))
    const ended = new Set(before.filter((game) => game.status === 'ended').map((game) => game.ref))
    const playing = [...new Set(before.filter((game) => game.status === 'live').map((game) => game.ref))].filter((ref) => !ended.has(ref))
    expect(playing.some((ref) => ref.startsWith('r:')) && playing.some((ref) => ref.startsWith('k:'))).toBe(true)
    replay.resume!(playing)
    const told: Fact[] = []
    void replay.start(null, async (facts) => void told.push(...facts))
    const until = async (met: () => boolean) => {
      for (const deadline = Date.now() + 60_000; !met(); await new Promise((done) => setTimeout(done, 10)))
        if (Date.now() > deadline) throw new Error('not told within a minute')
    }
    const overNow = () => new Set(told.flatMap((fact) => (fact.t === 'game' && fact.game.status === 'closed' ? [fact.game.ref] : [])))
    await until(() => playing.every((ref) => overNow().has(ref)))
    replay.setSpeed!(60)
    const goingOn = told.length
    clock.advance(2 * 60_000)
    await until(() => told.slice(goingOn).filter((fact) => fact.t === 'live').length > 200)
    expect(told.every((fact) => fact.sentAt <= clock.now())).toBe(true)
    const heard = told.length
    await replay.recover('replay', null)
    await until(() => told.slice(heard).filter((fact) => fact.t === 'game' && fact.game.status === 'live').length > 20)
    await replay.stop()
  }, 180_000)

  it('tells of games that were over at its start only those whose end is waited for, at every start alike', async () => {
    const known = createReplay({ dataDir: pack, clock: manualClock(START), settings: { live: 1, horizonDays: 1 } })
    await known.load()
    const over = endedIn(known.advance(START))
    expect(over.size).toBeGreaterThan(100)
    const waited = [[...over].find((ref) => ref.startsWith('r:'))!, [...over].find((ref) => ref.startsWith('k:'))!]
    for (const unfinished of [[], waited, []]) {
      const clock = manualClock(START)
      const replay = createReplay({ dataDir: pack, clock, settings: { live: 1, horizonDays: 1, tickMs: 1 } })
      if (unfinished.length > 0) replay.resume!(unfinished)
      const told: Fact[] = []
      let turns = 0
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      void replay.start(null, async (facts) => {
        told.push(...facts)
        turns += 1
        if (facts.length === 0) begin()
      })
      await begun
      clock.advance(MINUTE)
      const before = turns
      while (turns < before + 3) await new Promise((done) => setTimeout(done, 5))
      await replay.stop()
      expect(new Set([...over].filter((ref) => endedIn(told).has(ref)))).toEqual(new Set(unfinished))
      // Nor is anything else said of them: a head alone would make a result too.
      const heads = new Set(told.flatMap((fact) => (fact.t === 'game' ? [fact.game.ref] : [])))
      expect([...over].filter((ref) => heads.has(ref)).sort()).toEqual([...unfinished].sort())
    }
  }, 120_000)

  it('breaks when nobody takes its facts, and its next start tells them with all names', async () => {
    const clock = manualClock(START)
    const replay = createReplay({ dataDir: pack, clock, settings: { live: 1, horizonDays: 1, tickMs: 1 } })
    const lost: Fact[] = []
    const start = replay.start(null, async (facts) => {
      if (clock.now() > START) {
        lost.push(...facts)
        throw new Error('nobody takes them')
      }
      if (facts.length === 0) clock.advance(2 * HOUR)
    })
    await expect(start).rejects.toThrow('nobody takes them')
    expect(lost.length).toBeGreaterThan(100)
    const again: Fact[] = []
    await replay.start(null, async (facts) => {
      again.push(...facts)
      if (facts.length === 0) await replay.stop()
    })
    const games = (facts: readonly Fact[], status: string) =>
      new Set(facts.flatMap((fact) => (fact.t === 'game' && fact.game.status === status ? [fact.game.ref] : [])))
    expect(again.some((fact) => fact.t === 'catalog' && fact.entities.length > 100)).toBe(true)
    for (const status of ['live', 'ended']) expect([...games(lost, status)].filter((ref) => !games(again, status).has(ref))).toEqual([])
  }, 120_000)

  it('tells a recorded Saturday twice alike, whatever the length of its steps', async () => {
    const run = async (stepMs: number): Promise<Fact[]> => {
      const replay = createReplay({ dataDir: pack, clock: manualClock(START), settings: { live: 1 } })
      await replay.load()
      const facts = replay.advance(START)
      for (let at = START + stepMs; at <= START + 16 * HOUR; at += stepMs) facts.push(...replay.advance(at))
      return facts
    }
    const hourly = await run(HOUR)
    const quick = await run(10 * 60_000)
    expect(hourly.length).toBeGreaterThan(5000)
    expect(hashOf(quick)).toBe(hashOf(hourly))
    expect(new Set(hourly.map((fact) => fact.key)).size).toBe(hourly.length)
    const ended = hourly.filter((fact) => fact.t === 'game' && fact.game.status === 'ended')
    expect(ended.length).toBeGreaterThan(150)
  }, 180_000)
})
