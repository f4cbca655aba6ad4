/**
 * Resolved facts of made-up games for tests and benchmarks: the same number gives the same game. Names are
 * ours. Nothing of the running product imports this.
 */
import type { FactBody, GameStatus, LiveState, Market, MarketOutcome } from '#modules/feeds/rules/fact.ts'
import type { ResolvedFact, ResolvedGame, ResolvedPart } from '#modules/feeds/rules/resolved.ts'
import { sportInfo } from './sport-info.ts'

export interface SampleGame {
  n: number
  sportId?: number
  championshipId?: number
  weight?: number
  kind?: 1 | 3
  status?: GameStatus
  startsAt?: number
  parts?: string[]
  type?: ResolvedGame['type']
  names?: [home: Record<string, string>, away: Record<string, string>]
}

export const SAMPLE_START = 1_893_510_000_000
const WORDS = ['Arden', 'Harbour', 'Vale', 'North', 'Stone', 'Lake', 'Ridge', 'West', 'Elm', 'Castle']
const KINDS = ['City', 'United', 'Rovers', 'Town', 'Athletic', 'Wanderers']
const RU = ['Арден', 'Харбор', 'Вейл', 'Норт', 'Стоун', 'Лейк', 'Ридж', 'Вест', 'Элм', 'Касл']
const RU_KINDS = ['Сити', 'Юнайтед', 'Роверс', 'Таун', 'Атлетик', 'Уондерерс']

export function sampleTeam(n: number): Record<string, string> {
  const word = n % WORDS.length
  const kind = Math.floor(n / WORDS.length) % KINDS.length
  const number = Math.floor(n / (WORDS.length * KINDS.length))
  const tail = number ? ` ${number}` : ''
  return { en: `${WORDS[word]} ${KINDS[kind]}${tail}`, ru: `${RU[word]} ${RU_KINDS[kind]}${tail}` }
}

export function sampleGame(sample: SampleGame): ResolvedGame {
  const { n, sportId = 1, championshipId = 910_101, weight = 100, kind = 3 } = sample
  const base = 310_000_000 + n * 20
  const offset = kind === 1 ? 10_000_000 : 0
  const parts: ResolvedPart[] = ['full', ...(sample.parts ?? [])].map((part, k) => ({
    part,
    ci: base + k,
    i: 600_000_000 + offset + n * 20 + k,
    n: n * 20 + k,
    p: partNumber(part),
    ti: part === 'corners' ? 201 : part === 'cards' ? 202 : 0,
  }))
  const sport = sportInfo(sportId)
  const [home, away] = sample.names ?? [sampleTeam(n * 2), sampleTeam(n * 2 + 1)]
  return {
    ci: base,
    ref: `g${n}`,
    provider: 'world',
    origin: 'simulated',
    championship: {
      id: championshipId,
      ref: `c${championshipId}`,
      sportId,
      countryId: 225,
      countryCode: '',
      weight,
      type: 'league',
      names: { en: `Lowland. Division ${championshipId}`, ru: `Лоуленд. Дивизион ${championshipId}` },
    },
    sport: { id: sportId, names: sport.names },
    type: sample.type ?? 'match',
    sides: [
      { id: 70_000 + n * 2, ref: `t${n * 2}`, role: 'home', order: 0, names: home, countryId: 225, countryCode: '' },
      { id: 70_001 + n * 2, ref: `t${n * 2 + 1}`, role: 'away', order: 1, names: away, countryId: 225, countryCode: '' },
    ],
    startsAt: sample.startsAt ?? SAMPLE_START,
    startConfirmed: true,
    status: sample.status ?? (kind === 1 ? 'live' : 'scheduled'),
    kind,
    round: 'Round 1',
    venue: 'Mill Road',
    liveCoverage: true,
    parts,
  }
}

function partNumber(part: string): number {
  const match = /\d+$/.exec(part)
  return match ? Number(match[0]) : 0
}

let keys = 0

export interface SampleHead {
  sentAt?: number
  producer?: string
  provider?: ResolvedFact['fact']['provider']
}

/** Wraps a body; `key` is only unique, the book does not read it. */
export function sampleFact(body: FactBody, gameCi: number | undefined, head: SampleHead = {}): ResolvedFact {
  const { sentAt = SAMPLE_START, producer = 'world', provider = 'world' } = head
  keys += 1
  return {
    fact: { provider, producer, sentAt, receivedAt: sentAt, key: String(keys), ...body },
    ...(gameCi === undefined ? {} : { gameCi }),
  }
}

export function sampleGameFact(game: ResolvedGame, head: SampleHead = {}): ResolvedFact {
  const { ref, type, startsAt, status, liveCoverage, origin } = game
  const body: FactBody = {
    t: 'game',
    reason: 'status',
    game: {
      kind: 'game',
      ref,
      championship: game.championship.ref,
      type,
      sides: [],
      startsAt,
      startConfirmed: true,
      status,
      liveCoverage,
      origin,
    },
  }
  return { ...sampleFact(body, game.ci, head), game }
}

export function sampleMarket(key: string, spec: string, outcomes: [key: string, price: number][], more: Partial<Market> = {}): Market {
  const list: MarketOutcome[] = outcomes.map(([outcome, price]) => ({
    key: outcome,
    active: true,
    price,
    prob: Math.min(0.95, 940 / price),
  }))
  return { game: '', part: 'full', key, spec, status: 'active', outcomes: list, ...more }
}

/** About sixty outcomes of a football match; `shift` moves the prices. */
export function footballMarkets(shift = 0): Market[] {
  const price = (milli: number): number => milli + (shift % 97)
  const lines: Market[] = []
  for (const line of [0.5, 1.5, 2.5, 3.5, 4.5]) {
    lines.push(
      sampleMarket(
        'total',
        `line=${line}`,
        [
          [`9:${line}`, price(1000 + line * 400)],
          [`10:${line}`, price(3400 - line * 400)],
        ],
        { main: line === 2.5 },
      ),
    )
  }
  for (const line of [-1.5, -1, 0, 1, 1.5]) {
    const suffix = (p: number): string => (p === 0 ? '' : `:${p}`)
    lines.push(
      sampleMarket(
        'handicap',
        `line=${line}`,
        [
          [`7${suffix(line)}`, price(2000 - line * 300)],
          [`8${suffix(-line)}`, price(1800 + line * 300)],
        ],
        { main: line === 0 },
      ),
    )
  }
  for (const [key, over, under] of [
    ['team1_total', 11, 12],
    ['team2_total', 13, 14],
  ] as const) {
    for (const line of [0.5, 1.5, 2.5]) {
      lines.push(
        sampleMarket(key, `line=${line}`, [
          [`${over}:${line}`, price(1100 + line * 600)],
          [`${under}:${line}`, price(3000 - line * 500)],
        ]),
      )
    }
  }
  const scores = ['1', '2', '2.001', '3', '', '1.001', '2.002', '0.001', '0.002', '1.002', '0.003'].map((p, k): [string, number] => [
    p === '' ? '731' : `731:${p}`,
    price(6000 + k * 1500),
  ])
  return [
    sampleMarket('result_1x2', '', [
      ['1', price(2150)],
      ['2', price(3400)],
      ['3', price(3550)],
    ]),
    sampleMarket('double_chance', '', [
      ['4', price(1320)],
      ['5', price(1340)],
      ['6', price(1740)],
    ]),
    sampleMarket('btts', '', [
      ['180', price(1880)],
      ['181', price(1920)],
    ]),
    sampleMarket('correct_score', '', [...scores, ['3786', price(9000)]]),
    sampleMarket('odd_even', '', [
      ['182', price(1900)],
      ['183', price(1900)],
    ]),
    ...lines,
  ]
}

export function sampleLive(score: [number, number], more: Partial<LiveState> = {}): FactBody {
  return {
    t: 'live',
    state: {
      game: '',
      phase: 'h2',
      clockSec: 3240,
      clockRuns: true,
      score,
      periods: [
        { no: 1, code: 'h1', score: [1, 0] },
        { no: 2, code: 'h2', score: [0, 0] },
      ],
      stats: { corners: [4, 2], possession: [54, 46] },
      ...more,
    },
  }
}
