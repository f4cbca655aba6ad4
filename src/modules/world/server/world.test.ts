import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Fact } from '#modules/feeds/rules/fact.ts'
import { checkFact } from '#modules/feeds/server/fact-schema.ts'
import { createWorld } from './create-world.ts'

const HOUR = 3_600_000
const SATURDAY = Date.UTC(2026, 10, 21, 13)
const at = (now: number) => ({ now: () => now })

function run(from: number, to: number, tick: number, restartAt?: number): Fact[] {
  let world = createWorld({ seed: 'w2', clock: at(from) })
  const facts = world.begin(from, true)
  for (let now = from; now < to;) {
    now = Math.min(to, now + tick)
    facts.push(...world.advance(now))
    if (restartAt !== undefined && now >= restartAt) {
      world = createWorld({ seed: 'w2', clock: at(now) })
      // The cursor is older than what was delivered: the overlap falls away by its keys.
      facts.push(...world.begin(now - 120_000, false), ...world.advance(now))
      restartAt = undefined
    }
  }
  const seen = new Set<string>()
  return facts.filter((fact) => !seen.has(fact.key) && seen.add(fact.key))
}

const digest = (facts: readonly Fact[]) =>
  createHash('sha256')
    .update(facts.map((fact) => `${fact.sentAt}${fact.key}`).join('\n'))
    .digest('hex')

describe('the world', () => {
  it('W2: an hour of a Saturday are the same facts whatever the tick and with a restart in the middle', () => {
    const end = SATURDAY + HOUR
    const small = run(SATURDAY, end, 250)
    const large = run(SATURDAY, end, 7_777_000 / 3, SATURDAY + 0.5 * HOUR)
    expect(small.length).toBeGreaterThan(10_000)
    expect(large.length).toBe(small.length)
    expect(digest(large)).toBe(digest(small))
  }, 120_000)

  describe('of one opening and the hour after it', () => {
    const world = createWorld({ seed: 'hour', clock: at(SATURDAY) })
    const opening = world.begin(SATURDAY, true)
    const hour = world.advance(SATURDAY + HOUR)

    it('facts are told in order of time, each with a key of its own', () => {
      expect(hour.every((fact, i) => i === 0 || hour[i - 1]!.sentAt <= fact.sentAt)).toBe(true)
      expect(hour.every((fact) => fact.sentAt >= SATURDAY && fact.sentAt < SATURDAY + HOUR)).toBe(true)
      expect(new Set(hour.map((fact) => fact.key)).size).toBe(hour.length)
      expect(hour.some((fact) => fact.t === 'odds.delta' || fact.t === 'settle')).toBe(false)
    })

    it('a game that others decide names them: sides of two matches, two runners of a race', () => {
      const games = opening.flatMap((fact) => (fact.t === 'game' ? [fact.game] : []))
      const known = new Set(games.map(({ ref }) => ref))
      const decided = games.filter(({ about }) => about?.of)
      expect(new Set(decided.map(({ championship }) => championship))).toContain('l:alt1')
      expect(decided.some(({ championship }) => championship === 'l:f1-pairs')).toBe(true)
      // What was played before is not told any more.
      const all = decided.filter(({ championship }) => championship !== 'l:aft1')
      for (const { about } of all) for (const ref of about!.of!) expect(known).toContain(ref)
      expect(decided.every(({ about, championship }) => about!.of!.length === (championship.endsWith('-pairs') ? 1 : 2))).toBe(true)
    })

    it('nothing is said but what the edge lets in', () => {
      const wrong = [...opening.slice(0, 3000), ...hour].flatMap((fact) => {
        const checked = checkFact(fact)
        return 'wrong' in checked ? [checked.wrong] : []
      })
      expect(wrong).toEqual([])
    })

    it('everything is named before it is used', () => {
      const known = new Set<string>()
      for (const fact of opening) {
        if (fact.t === 'catalog') for (const entity of fact.entities) known.add(entity.ref)
        if (fact.t !== 'game') continue
        if (!known.has(fact.game.championship)) expect(known).toContain(fact.game.championship)
        for (const side of fact.game.sides) if (!known.has(side.competitor)) expect(known).toContain(side.competitor)
        known.add(fact.game.ref)
      }
      const starts = opening.flatMap((fact) => (fact.t === 'game' && fact.game.type !== 'outright' ? [fact.game.startsAt] : []))
      expect(starts.findIndex((start, i) => i > 0 && starts[i - 1]! > start)).toBe(-1)
    })
  })

  it('stops bets at most 25 s before every football goal, and ends every game', () => {
    const world = createWorld({ seed: 'stops', clock: at(SATURDAY), settings: { worldMishaps: false } })
    world.begin(SATURDAY, true)
    const facts = world.advance(SATURDAY + 5 * HOUR)
    const league = (ref: string) => /^g:[a-z-]+\./.test(ref)
    let goals = 0
    for (const [i, fact] of facts.entries()) {
      if (fact.t !== 'live' || !league(fact.state.game) || fact.incidents?.at(-1)?.type !== 'goal') continue
      goals++
      const stop = facts.slice(0, i).findLast((f) => f.t === 'bet.stop' && f.game === fact.state.game)
      expect(fact.sentAt - stop!.sentAt).toBeLessThanOrEqual(25_000)
    }
    expect(goals).toBeGreaterThan(100)
    const started = facts.flatMap((f) =>
      f.t === 'game' && f.game.status === 'live' && f.sentAt < SATURDAY + 2 * HOUR && league(f.game.ref) ? [f.game.ref] : [],
    )
    const ended = new Set(facts.flatMap((f) => (f.t === 'game' && f.game.status === 'ended' ? [f.game.ref] : [])))
    expect(started.filter((ref) => !ended.has(ref))).toEqual([])
  }, 120_000)

  it('W6: the floor holds at three hours of a year', () => {
    for (let month = 0; month < 12; month += 4) {
      const now = Date.UTC(2027, month, 3 + month * 2, (month * 7 + 2) % 24, 17)
      const world = createWorld({ seed: 'w6', clock: at(now), settings: { longTerm: false } })
      const facts = world.begin(now, true)
      const games = facts.flatMap((fact) => (fact.t === 'game' && fact.game.status === 'scheduled' ? [fact.game] : []))
      const live = world.liveCount()
      const where = new Date(now).toISOString()
      expect(live.games, where).toBeGreaterThanOrEqual(40)
      expect(live.games, where).toBeLessThanOrEqual(200)
      expect(live.sports, where).toBeGreaterThanOrEqual(8)
      expect(games.length, where).toBeGreaterThanOrEqual(3000)
      expect(games.filter((game) => game.startsAt < now + 7 * 24 * HOUR).length, where).toBeGreaterThanOrEqual(1000)
    }
  }, 120_000)

  it('stands in half a second on a free machine (a loose bound of processor time: machines are shared)', () => {
    createWorld({ seed: 'warm', clock: at(SATURDAY) }).begin(SATURDAY, true)
    const before = process.threadCpuUsage()
    createWorld({ seed: 'time', clock: at(SATURDAY) }).begin(SATURDAY, true)
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5000)
  }, 120_000)

  it('runs on its clock, waits for the sink, and stops', async () => {
    let now = SATURDAY
    const world = createWorld({ seed: 'loop', clock: { now: () => now }, settings: { tickMs: 5, batch: 1000 } })
    const got: Fact[] = []
    let busy = false
    const running = world.start({ at: SATURDAY }, async (facts) => {
      expect(busy).toBe(false)
      busy = true
      await Promise.resolve()
      got.push(...facts)
      busy = false
      if (now >= SATURDAY + HOUR / 6) await world.stop()
      now += HOUR / 60
    })
    await running
    const dated = got.filter((fact) => fact.t !== 'catalog')
    expect(dated.length).toBeGreaterThan(100)
    expect(new Set(dated.map((fact) => fact.key)).size).toBe(dated.length)
  }, 120_000)

  it('a day that passes in a moment is not played minute by minute: all that was known has ended or stands where it is', async () => {
    let now = SATURDAY
    const world = createWorld({ seed: 'leap', clock: { now: () => now }, settings: { tickMs: 5, longTerm: false } })
    const known = new Map<string, Fact & { t: 'game' }>()
    const after: Fact[] = []
    await world.start(null, async (facts) => {
      for (const fact of facts) if (fact.t === 'game') known.set(fact.game.ref, fact)
      if (now > SATURDAY) after.push(...facts)
      // A tick without news: the world has told all it has to tell.
      if (facts.length === 0 && now > SATURDAY) await world.stop()
      else if (facts.length === 0) now += 24 * HOUR
    })
    const begun = [...known.values()].filter(({ game }) => game.startsAt < now - 6 * HOUR)
    expect(begun.length).toBeGreaterThan(300)
    expect(begun.filter(({ game }) => game.status === 'scheduled').map(({ game }) => game.ref)).toEqual([])
    // One last state a game, with all that happened in it, rather than each of its minutes.
    const states = after.flatMap((fact) => (fact.t === 'live' ? [fact.state.game] : []))
    expect(new Set(states).size).toBe(states.length)
    expect([...known.values()].some(({ game }) => game.startsAt > now + 12 * 24 * HOUR)).toBe(true)
    expect(world.liveCount().games).toBeGreaterThan(39)
  }, 120_000)

  it('tells past results', () => {
    const world = createWorld({ seed: 'past', clock: at(SATURDAY) })
    const facts = [...world.history(SATURDAY - 48 * HOUR, SATURDAY)]
    expect(facts.length).toBeGreaterThan(50)
    for (const fact of facts) {
      if (fact.t !== 'history') throw new Error('not a history fact')
      expect(fact.sentAt).toBeLessThan(SATURDAY)
      if (/^g:[a-z-]+\./.test(fact.game.ref) && fact.game.status === 'closed') {
        expect(fact.periods.reduce((sum, period) => sum + period.score[0] + period.score[1], 0)).toBe(fact.score[0] + fact.score[1])
      }
    }
  }, 120_000)

  it('says nothing more about a game that a person has ended', () => {
    const world = createWorld({ seed: 'act', clock: at(SATURDAY) })
    const live = world.begin(SATURDAY, true).find((f) => f.t === 'game' && f.game.status === 'live')!
    if (live.t !== 'game') throw new Error('no game')
    world.act([{ ...live, provider: 'trader', game: { ...live.game, status: 'ended' } }])
    const about = world
      .advance(SATURDAY + HOUR)
      .filter((f) => (f.t === 'live' && f.state.game === live.game.ref) || (f.t === 'game' && f.game.ref === live.game.ref))
    expect(about).toEqual([])
  }, 120_000)

  it('gives a game by its ref, again after a restart', async () => {
    const world = createWorld({ seed: 'fetch', clock: at(SATURDAY) })
    const fact = world.begin(SATURDAY, true).find((f) => f.t === 'game' && f.game.status === 'scheduled')!
    if (fact.t !== 'game') throw new Error('no game')
    expect(await createWorld({ seed: 'fetch', clock: at(SATURDAY) }).fetchGame(fact.game.ref)).toEqual(fact.game)
    await expect(world.fetchGame('g:nothing:1')).rejects.toThrow('unknown game')
  }, 120_000)
})
