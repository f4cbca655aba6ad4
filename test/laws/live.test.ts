/**
 * Law of the line (design §4): for every topic, snapshot v plus the deltas v..w equals snapshot w; and what a
 * topic shows is what a topic opened now would show. Facts come in any order, late, twice and from two producers.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feedEndpoints } from '#modules/line/contract.ts'
import { footballMarkets, SAMPLE_START, sampleFact, sampleGame, sampleGameFact, sampleLive } from '#modules/line/rules/sample-facts.ts'
import type { ResolvedFact } from '#modules/feeds/rules/resolved.ts'
import { type FeedMethod, feedQuestion } from '#modules/line/server/answers.ts'
import { feedQuery } from '#modules/line/rules/feed-query.ts'
import { createLine, type Line } from '#modules/line/server/index.ts'
import { Topic } from '#platform/server/stream/topic.ts'

const GAMES = 3
const NAMES = [
  ...Array.from({ length: GAMES }, (_, n) => [`row:${ci(n)}`, `game:${ci(n)}`]).flat(),
  'list:live',
  'list:line',
  'list:line:1',
  'counts',
  'feed',
]
const STATUSES = ['scheduled', 'live', 'suspended', 'ended', 'cancelled', 'delayed'] as const

function ci(n: number): number {
  return sampleGame({ n }).ci
}

const seconds = fc.integer({ min: 0, max: 40 })
const producer = fc.constantFrom('pre', 'live')
const someGame = fc.integer({ min: 0, max: GAMES - 1 })

const gameFact = fc
  .record({ n: someGame, status: fc.constantFrom(...STATUSES), at: seconds, sportId: fc.constantFrom(1, 3) })
  .map(({ n, status, at, sportId }) => {
    const kind = status === 'live' || status === 'suspended' ? 1 : 3
    return sampleGameFact(sampleGame({ n, status, kind, sportId, parts: ['h1'] }), { sentAt: SAMPLE_START + at })
  })
const oddsFact = fc
  .record({
    n: someGame,
    at: seconds,
    producer,
    shift: fc.nat(50),
    image: fc.boolean(),
    take: fc.integer({ min: 1, max: 20 }),
    skip: fc.nat(10),
    part: fc.constantFrom('full', 'full', 'h1'),
    status: fc.constantFrom('active', 'active', 'suspended', 'inactive'),
    dead: fc.nat(4),
  })
  .map(({ n, at, producer: by, shift, image, take, skip, part, status, dead }) => {
    const markets = footballMarkets(shift)
      .slice(skip, skip + take)
      .map((market) => ({
        ...market,
        part,
        status: status as 'active',
        outcomes: market.outcomes.map((outcome, k) => ({ ...outcome, active: k !== dead })),
      }))
    return sampleFact({ t: image ? 'odds.image' : 'odds.delta', game: '', markets }, ci(n), {
      producer: by,
      sentAt: SAMPLE_START + at,
    })
  })
const liveFact = fc
  .record({ n: someGame, at: seconds, home: fc.nat(5), seq: fc.nat(9), producer })
  .map(({ n, at, home, seq, producer: by }) => {
    const body = sampleLive([home, 0], { clockSec: at * 60 })
    if (body.t === 'live') body.incidents = [{ game: '', seq, clockSec: at, type: 'goal' }]
    return sampleFact(body, ci(n), { producer: by, sentAt: SAMPLE_START + at })
  })
const stopFact = fc
  .record({ n: fc.option(someGame), at: seconds, producer })
  .map(({ n, at, producer: by }) =>
    sampleFact(
      { t: 'bet.stop', game: n === null ? '*' : '', groups: 'all', to: 'suspended', reason: 'goal' },
      n === null ? undefined : ci(n),
      { producer: by, sentAt: SAMPLE_START + at },
    ),
  )
const settleFact = fc.record({ n: someGame, at: seconds, market: fc.nat(20), back: fc.boolean() }).map(({ n, at, market, back }) => {
  const { part, key, spec, outcomes } = footballMarkets()[market]!
  const id = { game: '', part, key, spec }
  const results = outcomes.map((outcome, k) => ({ outcome: outcome.key, won: k === 0 ? (1 as const) : (0 as const) }))
  return sampleFact(
    back
      ? { t: 'settle.rollback', game: '', markets: [id] }
      : { t: 'settle', game: '', certainty: 'confirmed', markets: [{ id, results }] },
    ci(n),
    { sentAt: SAMPLE_START + at },
  )
})
const producerFact = fc
  .record({ at: seconds, producer, state: fc.constantFrom('up', 'down', 'recovering') })
  .map(({ at, producer: by, state }) =>
    sampleFact({ t: 'producer', state: state as 'up', lastAliveAt: SAMPLE_START + at }, undefined, {
      producer: by,
      sentAt: SAMPLE_START + at,
    }),
  )
const facts = fc.array(fc.oneof(gameFact, oddsFact, oddsFact, oddsFact, liveFact, stopFact, settleFact, producerFact), {
  minLength: 5,
  maxLength: 60,
})

function newLine(): Line {
  const line = createLine({ clock: { now: () => SAMPLE_START }, texts: { text: (_lng, key) => key } })
  for (let n = 0; n < GAMES; n += 1) line.apply([sampleGameFact(sampleGame({ n, parts: ['h1'] }), { sentAt: SAMPLE_START - 1000 })])
  return line
}

function openTopics(line: Line): Map<string, Topic> {
  return new Map(
    NAMES.map((name) => {
      const topic = new Topic(name)
      expect(line.topics.open(topic, name), name).toBe(true)
      return [name, topic]
    }),
  )
}

/** What a client does with a patch: null deletes; an image (from 0) replaces all it knew. */
function applyPatch(known: Record<string, unknown>, patch: { from: number; values: Record<string, unknown> }): Record<string, unknown> {
  const next = patch.from === 0 ? {} : { ...known }
  for (const [key, value] of Object.entries(patch.values)) {
    if (value === null) delete next[key]
    else next[key] = value
  }
  return next
}

test('snapshot v plus deltas v..w is snapshot w, for every topic and every pair', () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 1, max: 7 }), (sequence, every) => {
      const line = newLine()
      const topics = openTopics(line)
      const clients = new Map([...topics].map(([name, topic]) => [name, { version: topic.version, values: topic.snapshot().values }]))
      sequence.forEach((fact: ResolvedFact, index) => {
        line.apply([fact])
        if (index % every !== 0) return
        for (const [name, topic] of topics) {
          const client = clients.get(name)!
          if (topic.version === client.version) continue
          const patch = topic.patch(client.version)
          client.values = applyPatch(client.values, patch)
          client.version = patch.version
          expect(client.values, name).toEqual(topic.snapshot().values)
        }
      })
      // Topics kept up by changes show the same as topics filled from the book now.
      const fresh = openTopics(line)
      for (const [name, topic] of topics) expect(topic.snapshot().values, name).toEqual(fresh.get(name)!.snapshot().values)
    }),
    { numRuns: 150 },
  )
}, 60_000)

const QUESTIONS: [FeedMethod, Record<string, string>][] = [
  ['Get1x2_VZip', {}],
  ['Get1x2_VZip', { sports: '3' }],
  ['Get1x2_VZip', { champs: '910101' }],
  ['BestGamesExtVZip', {}],
  ['GetTopGamesStatZip', {}],
  ['TopGamesStatDashbord', { games: String(sampleGame({ n: 0 }).parts[0]!.i) }],
  ['GetSportsZip', {}],
  ['GetSportsShortZip', { sports: '1' }],
  ['GetSportsShortZip', { sports: '1', champs: '910101', groupchamps: '1' }],
  ['GetChampsZip', {}],
  ['GetChampZip', { champ: '910101' }],
  ['WebGetTopChampsZip', {}],
  ['Web_SearchZip', { text: 'arden' }],
  ['GetFavoritesZip', { games: `${ci(1)}`, champs: '910101', teams: '70000' }],
  ['GetGamesTeamZip', { teams: '70000,70003' }],
  ['GetGameZip', { id: String(ci(0)), groupevents: '1', issubgames: '1' }],
  ['GetGameZip', { id: String(sampleGame({ n: 1, kind: 1 }).parts[0]!.i) }],
  ['GetChronoOfPlay', { id: String(sampleGame({ n: 2, kind: 1 }).parts[0]!.i) }],
]

test('an answer that a fact has changed has a new version: no cached bytes outlive what they show', () => {
  fc.assert(
    fc.property(facts, (sequence) => {
      const line = newLine()
      const questions = ([1, 3] as const).flatMap((kind) =>
        QUESTIONS.map(([method, raw]) => ({
          name: `${method} ${JSON.stringify(raw)} kind ${kind}`,
          question: feedQuestion(line.answers, method, kind, feedQuery(raw, { lng: 'en', format: 0, countryId: 225 }), {
            id: 'b',
            sportsOrder: [],
          }),
        })),
      )
      const look = () =>
        questions.map(({ question }) => [JSON.stringify(question.build()), line.answers.indexes.version(question.scope())] as const)
      let before = look()
      for (const fact of sequence) {
        line.apply([fact])
        const after = look()
        after.forEach(([text, version], k) => {
          const [oldText, oldVersion] = before[k]!
          if (text !== oldText) expect(version, `${questions[k]!.name} after ${fact.fact.t}`).not.toBe(oldVersion)
        })
        before = after
      }
    }),
    { numRuns: 40 },
  )
}, 60_000)

test('whatever the facts, the card and the lists parse with the contract', () => {
  fc.assert(
    fc.property(facts, fc.boolean(), (sequence, grouped) => {
      const line = newLine()
      line.apply(sequence)
      for (const kind of [1, 3] as const) {
        const ask = (method: 'GetGameZip' | 'Get1x2_VZip', raw: Record<string, string>): void => {
          const query = feedQuery(raw, { lng: 'en', format: 0, countryId: 225 })
          const text = JSON.stringify(feedQuestion(line.answers, method, kind, query, { id: 'b', sportsOrder: [] }).build())
          const checked = feedEndpoints[method].reply.safeParse(JSON.parse(text))
          expect(checked.error?.issues.slice(0, 3)).toBeUndefined()
        }
        for (let n = 0; n < GAMES; n += 1)
          ask('GetGameZip', { id: String(ci(n)), groupevents: String(grouped), issubgames: '1', isnewbuilder: '1' })
        ask('Get1x2_VZip', { nofilterblockevent: '1' })
      }
    }),
    { numRuns: 60 },
  )
}, 60_000)
