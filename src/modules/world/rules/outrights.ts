/** Long-term bets: winners and relegation of the leagues from their tables, and questions with a date of their own. */
import { must } from '#lib/assert.ts'
import type { Names } from '#modules/feeds/rules/fact.ts'
import { countryNames } from '#modules/feeds/rules/names/display.ts'
import file from '#seed/world-questions.json' with { type: 'json' }
import { GREAT_LEAGUES, type WorldChampionship, type WorldCompetitor } from './catalogue.ts'
import { lot, lotNormal, Random } from '#lib/random.ts'
import type { Mishaps } from './fate.ts'
import { scorerChances, scorerOrder, scorerSides } from './scorers.ts'
import { type Draws, finalOrder, playingSpans, seasonSpan, tableChances } from './seasons.ts'

const DAY = 86_400_000
const YEAR = 365 * DAY
/** Bets on a season open this long before its first match; questions so long before their date. */
const SEASON_AHEAD = 45 * DAY
const QUESTION_AHEAD = 360 * DAY
const DATED_AHEAD = 8 * YEAR
/** Questions close before their answer is known. */
const QUESTION_CLOSES = 6 * 3_600_000
const LEAGUE_STEP = 0.12
/** "In the first k" of a season. */
const FIRST = [1, 2, 3, 4, 6, 10] as const
/** How far the belief about a question is off when it opens (log of a weight). */
const QUESTION_SD = 0.3

export interface Outright {
  ref: string
  championship: WorldChampionship
  sides: WorldCompetitor[]
  title: Names
  opensAt: number
  closesAt: number
  endsAt: number
  /** Figures of the model as they are at a moment. */
  extraAt(now: number): Record<string, number>
  /** When they change after a moment, or a match begins that changes them; Infinity when nothing comes. */
  newsAfter(at: number): number
  /** Place of each side in their order, 0 = none. */
  places(): number[]
}

/** Championships of which outrights stand for something: those whose final table the world knows. */
const TABLES: readonly string[] = [...GREAT_LEAGUES, 'be.1', 'gb-sct.sco1', 'gr.gr1', 'ua.ua1', 'by.by1', 'kz.kz1', 'sa.sa1']
const KINDS = ['winner', 'relegation', 'scorer'] as const
type Kind = (typeof KINDS)[number]
const TITLES: Readonly<Record<Kind, { en: string; ru: string }>> = {
  winner: { en: 'Winner', ru: 'Победитель' },
  relegation: { en: 'To be relegated', ru: 'Вылетит из лиги' },
  scorer: { en: 'Top scorer of those listed', ru: 'Лучший бомбардир из списка' },
}

interface Ordered {
  sides: WorldCompetitor[]
  /** So many of them win. */
  winners: number
  /** Row k − 1: chance of each to be among the first k. */
  chancesAt(now: number, most: number): number[][]
  /** Numbers of the sides, first to last. */
  order(): number[]
}

interface Question {
  key: string
  champ: string
  title: { en: string; ru: string }
  /** Month and day. */
  at: string
  options?: [name: string, ru: string, weight: number][]
  /** Sides are the teams of a championship, or the best so many of several. */
  league?: string
  clubs?: Record<string, number>
  skip?: number
  years?: number[]
  /** The title speaks of the year before the date. */
  shift?: number
  yesNo?: boolean
}
const QUESTIONS = file.questions as unknown as readonly Question[]

function holder(
  key: string,
  ref: string,
  base: Pick<WorldChampionship, 'sportId' | 'country' | 'tz' | 'names' | 'competitors'>,
): WorldChampionship {
  return { ...base, key, ref, engine: 'field', variant: 'track', aheadMs: 0, season: null, lane: null, fitted: null, outright: true }
}

/** All championships that only hold outrights. */
export function outrightChampionships(all: readonly WorldChampionship[]): WorldChampionship[] {
  const byKey = new Map(all.map((c) => [c.key, c]))
  const long = (names: Names): Names => ({ ...names, en: `${names['en']}. Long-term`, ru: `${names['ru']}. Долгосрочные` })
  const ofTables = TABLES.flatMap((key) => {
    const league = byKey.get(key)
    if (!league) return []
    const competitors = league.rich ? [...league.competitors, ...scorerSides(league)] : league.competitors
    return [holder(`long.${key}`, `l:long.${key}`, { ...league, competitors, names: long(league.names) })]
  })
  const ofQuestions = file.championships.map((row) => {
    const { key, sport: sportId, country = '001', names } = row as { key: string; sport: number; country?: string; names: Names }
    const sides = QUESTIONS.filter((question) => question.champ === key).flatMap((question) => sidesOf(question, byKey))
    const competitors = [...new Map(sides.map((side) => [side.ref, side])).values()]
    return holder(key, `l:${key}`, { sportId, country, tz: 'UTC', names, competitors })
  })
  return [...ofTables, ...ofQuestions]
}

function sidesOf(question: Question, byKey: ReadonlyMap<string, WorldChampionship>): WorldCompetitor[] {
  if (question.league) return byKey.get(question.league)?.competitors ?? []
  if (question.clubs) {
    const skip = question.skip ?? 0
    return Object.entries(question.clubs).flatMap(([key, count], rank) => {
      const best = (byKey.get(key)?.competitors ?? []).toSorted(
        (a, b) => b.attack + b.defence - a.attack - a.defence || (a.ref < b.ref ? -1 : 1),
      )
      // Strengths are those inside a league; leagues stand in the order of their own.
      return best.slice(skip, skip + count).map((side) => ({ ...side, attack: side.attack - LEAGUE_STEP * rank }))
    })
  }
  return (question.options ?? []).map(([name, ru, weight], i) => {
    const code = name.startsWith('@') ? name.slice(1) : undefined
    return {
      ref: `c:${question.key}:${i}`,
      type: 'runner' as const,
      country: code ?? '001',
      names: code ? countryNames(code) : { en: name, ru },
      attack: weight,
      defence: 0,
    }
  })
}

function weightOf(question: Question, side: WorldCompetitor): number {
  if (question.options) return side.attack
  return Math.exp(question.clubs ? 3.2 * (side.attack + side.defence) : 0.75 * side.attack)
}

function titleOf({ title, shift = 0 }: Question, year: number): Names {
  const base = year - shift
  const short = (n: number) => String(n % 100).padStart(2, '0')
  const fill = (text: string) =>
    text
      .replace('{year}', String(base))
      .replace('{next}', String(base + 1))
      .replace('{next2}', String(base + 2))
      .replace('{next5}', String(base + 5))
      .replace('{season}', `${base}/${short(base + 1)}`)
  return { en: fill(title.en), ru: fill(title.ru) }
}

const round6 = (x: number) => Math.max(1e-5, Math.round(x * 1e6) / 1e6)

/** Chances of the places that are bet on: the winner's and the first few of many, or only those of several winners. */
function placesSaid({ winners, sides, chancesAt }: Ordered, now: number): Record<string, number> {
  const said = winners > 1 ? [winners] : FIRST.filter((k) => k <= sides.length / 2)
  const rows = chancesAt(now, said.at(-1)!)
  const places = said.flatMap((k) => rows[k - 1]!.map((p, i) => [`in${k}_${i + 1}`, Math.round(p * 1e6) / 1e6] as const))
  return { ...Object.fromEntries(places), ...(winners > 1 ? { winners } : {}) }
}

/** What outrights there are; asked by its championships, the seed decides results. */
export class Outrights {
  private readonly draws: Draws
  private readonly byKey: ReadonlyMap<string, WorldChampionship>
  private readonly made = new Map<string, Outright | null>()

  constructor(seed: string, byKey: ReadonlyMap<string, WorldChampionship>, mishaps: Mishaps) {
    this.draws = { seed, mishaps }
    this.byKey = byKey
  }

  /** Those that open in [from, to). */
  *opening(from: number, to: number): Generator<Outright> {
    for (const one of this.around(to)) if (one && one.opensAt >= from && one.opensAt < to) yield one
  }

  /** Those that are open or not answered for long at a moment; nothing where there was work without one. */
  *standing(at: number, keptMs: number): Generator<Outright | undefined> {
    for (const one of this.around(at)) yield one && one.opensAt < at && one.endsAt + keptMs > at ? one : undefined
  }

  get(ref: string): Outright | null {
    const [kind, key = '', year = '', what] = ref.split(':')
    if (kind !== 'o') return null
    return this.once(ref, () => {
      const question = QUESTIONS.find((one) => one.key === key)
      return question ? this.question(question, Number(year)) : this.ofSeason(key, Number(year), what as Kind)
    })
  }

  private *around(at: number): Generator<Outright | null> {
    const year = new Date(at).getUTCFullYear()
    for (const key of TABLES) for (const y of [year - 1, year, year + 1]) for (const kind of KINDS) yield this.get(`o:${key}:${y}:${kind}`)
    for (const { key, years } of QUESTIONS) for (const y of years ?? [year, year + 1]) yield this.get(`o:${key}:${y}`)
  }

  private scorers(league: WorldChampionship): WorldCompetitor[] {
    const refs = new Set(league.competitors.map((side) => side.ref))
    return this.byKey.get(`long.${league.key}`)!.competitors.filter((side) => !refs.has(side.ref))
  }

  private once(ref: string, make: () => Outright | null): Outright | null {
    const known = this.made.get(ref)
    if (known !== undefined) return known
    const made = make()
    this.made.set(ref, made)
    return made
  }

  private ofSeason(key: string, year: number, kind: Kind): Outright | null {
    const league = this.byKey.get(key)
    const championship = this.byKey.get(`long.${key}`)
    const span = league && championship ? seasonSpan(this.draws, league, year) : null
    if (!league || !championship || !span) return null
    const label = league.season!.to < league.season!.from ? `${year}/${String((year + 1) % 100).padStart(2, '0')}` : String(year)
    const kept = this.orderOf(league, year, kind)
    return (
      kept && {
        ref: `o:${key}:${year}:${kind}`,
        championship,
        title: { en: `${TITLES[kind].en} ${label}`, ru: `${TITLES[kind].ru} ${label}` },
        opensAt: span.from - SEASON_AHEAD,
        closesAt: span.lastRound,
        endsAt: span.endsAt,
        sides: kept.sides,
        ...this.seasonNews(kept, league, year),
        places() {
          const ranked = kept.order()
          return kept.sides.map((_, i) => ranked.indexOf(i) + 1)
        },
      }
    )
  }

  /** Prices wait while a match is played, and are those of the table after the last one. */
  private seasonNews(kept: Ordered, league: WorldChampionship, year: number): Pick<Outright, 'extraAt' | 'newsAfter'> {
    let made: ReturnType<typeof playingSpans> | undefined
    const spans = () => (made ??= playingSpans(this.draws, league, year))
    let said: { at: number; places: Record<string, number> } | undefined
    return {
      extraAt: (now) => {
        const at = spans().findLast(({ to }) => to <= now)?.to ?? 0
        if (said?.at !== at) said = { at, places: placesSaid(kept, at) }
        return spans().some(({ from, to }) => from <= now && now < to) ? { ...said.places, waits: 1 } : said.places
      },
      newsAfter: (at) => {
        const next = spans().find(({ to }) => to > at)
        return next === undefined ? Infinity : next.from > at ? next.from : next.to
      },
    }
  }

  /** What is put in order over a season. */
  private orderOf(league: WorldChampionship, year: number, kind: Kind): Ordered | null {
    const { draws } = this
    const sides = league.competitors
    switch (kind) {
      case 'winner':
        return {
          sides,
          winners: 1,
          chancesAt: (now, most) => tableChances(draws, league, year, now, { up: true, most }),
          order: () => finalOrder(draws, league, year),
        }
      case 'relegation':
        return {
          sides,
          winners: sides.length >= 18 ? 3 : 2,
          chancesAt: (now, most) => tableChances(draws, league, year, now, { up: false, most }),
          order: () => finalOrder(draws, league, year).toReversed(),
        }
      case 'scorer':
        if (!league.rich) return null
        return {
          sides: this.scorers(league),
          winners: 1,
          chancesAt: (now, most) => scorerChances(draws, league, year, now, most),
          order: () => scorerOrder(draws, league, year),
        }
    }
  }

  private question(question: Question, year: number): Outright {
    const { seed } = this.draws
    const championship = must(this.byKey.get(question.champ), `no championship ${question.champ}`)
    const ref = `o:${question.key}:${year}`
    const sides = sidesOf(question, this.byKey)
    const [month = 1, day = 1] = question.at.split('-').map(Number)
    const endsAt = Date.UTC(year, month - 1, day, 18)
    const opensAt = endsAt - (question.years ? DATED_AHEAD : QUESTION_AHEAD)
    const believedAt = (i: number, now: number) => {
      const left = Math.sqrt(Math.max(0, Math.min(1, (endsAt - now) / YEAR)))
      return QUESTION_SD * left * lotNormal(`${seed}|${ref}|${i}|${Math.floor((now - opensAt) / (21 * DAY))}`)
    }
    return {
      ref,
      championship,
      sides,
      title: titleOf(question, year),
      opensAt,
      closesAt: endsAt - QUESTION_CLOSES,
      endsAt,
      newsAfter: () => Infinity,
      extraAt: (now) => {
        const at = (side: WorldCompetitor, i: number) => weightOf(question, side) * Math.exp(believedAt(i, now))
        if (!question.yesNo) return Object.fromEntries(sides.map((side, i) => [`w${i + 1}`, round6(at(side, i))]))
        return { yesNo: 1, ...Object.fromEntries(sides.map((side, i) => [`p${i + 1}`, round6(Math.min(0.97, at(side, i)))])) }
      },
      places: () =>
        question.yesNo
          ? sides.map((side, i) => (lot(`${seed}|${ref}|yes|${i}`) < weightOf(question, side) ? 1 : 0))
          : drawn(
              new Random(`${seed}|${ref}|result`),
              sides.map((side) => weightOf(question, side)),
            ),
    }
  }
}

/** Places by a Plackett–Luce draw. */
function drawn(random: Random, weights: readonly number[]): number[] {
  const places = weights.map(() => 0)
  const left = weights.map((_, i) => i)
  for (let place = 1; left.length > 0; place++) {
    const [i] = left.splice(random.pick(left.map((n) => weights[n]!)), 1)
    places[i!] = place
  }
  return places
}
