/**
 * Reads the feed's answers (wire §4) into what the screens use. Wire names are known here, and in the `event/*-query.ts` that the
 * first page does without: absent members mean nothing, so every reading has its default.
 */
import { priceFromWire, type Milli } from '#lib/price.ts'
import type { ChampNode, LineGame, Outcome, OutcomeGroup, Score, SportNode, SubGame, TabCount } from './types.ts'

interface WireOutcome {
  T: number
  P?: number
  C: number
  G: number
  GS?: number
  CE?: 1
  B?: true
  PL?: { I: number; N: string }
}

interface Pair {
  S1?: number
  S2?: number
}

interface WireScore {
  FS?: Pair
  PS?: { Key: number; Value: Pair & { NF?: string; N?: string } }[]
  CP?: number
  CPS?: string
  TS?: number
  TR?: -1
  SS?: { S1?: string; S2?: string }
  P?: 1 | 2
  ST?: { Key: number; Value: { ID: number; N: string | null; S1: string; S2: string }[] }[]
  SLS?: string
}

export interface WireGame {
  I: number
  CI?: number
  N?: number
  /** Words for a status that is not the usual one. */
  DI?: string
  S: number
  /** 2: put off or stopped. */
  SST?: 1 | 2
  /** Seconds to the start, left out when it has passed. */
  B?: number
  KI?: 1 | 3
  U?: number
  O1: string
  O2?: string
  O1I?: number
  O2I?: number
  SI: number
  SN?: string
  SE?: string
  LI: number
  L?: string
  LE?: string
  CN?: string
  MG?: number
  CMG?: number
  TG?: string
  PN?: string
  TI?: number
  P?: number
  EC?: number
  E?: WireOutcome[]
  GE?: { G: number; GS: number; E: WireOutcome[][] }[]
  MEC?: { MT: number; EC: number; N: string | null }[]
  SG?: WireGame[]
  SC?: WireScore
  MIO?: { TSt?: string; Abt?: string }
  ZP?: number
  SGI?: string
  HSI?: boolean
  VI?: string
}

interface WireChamp {
  LI: number
  L: string
  LE?: string
  GC: number
  SI?: number
  SN?: string
  CI?: number
  G?: WireGame[]
  SC?: WireChamp[]
}

interface WireSport {
  I: number
  N: string
  C: number
  /** Market set; left out for usual games. */
  MS?: number
  Z?: number
  L?: WireChamp[]
}

export function valueOf<T>(body: unknown): T | null {
  return ((body as { Value?: T | null } | null)?.Value ?? null) as T | null
}

function readOutcome(gameId: number, { T, P = 0, C, G, GS = 0, CE, B, PL }: WireOutcome): Outcome {
  const player = PL ? { id: PL.I, name: PL.N } : null
  return {
    key: `${gameId}:${T}${player ? `:${P}@${player.id}` : P === 0 ? '' : `:${P}`}`,
    gameId,
    t: T,
    p: P,
    g: G,
    gs: GS,
    player,
    price: priceFromWire(C) as Milli,
    open: B !== true,
    main: CE === 1,
  }
}

export function readScore(score: WireScore | undefined, sportId: number): Score | null {
  if (!score) return null
  return {
    sportId,
    total: [score.FS?.S1 ?? 0, score.FS?.S2 ?? 0],
    periods: (score.PS ?? []).map(({ Key, Value }) => ({ no: Key, home: Value.S1 ?? 0, away: Value.S2 ?? 0 })),
    phase: score.CPS ?? score.SLS ?? '',
    clockSec: score.TS ?? null,
    runs: score.TR !== -1,
    server: score.P ?? 0,
    points: score.SS ? [score.SS.S1 ?? '', score.SS.S2 ?? ''] : null,
    stats: (score.ST?.[0]?.Value ?? []).map(({ ID, N, S1, S2 }) => ({ id: ID, name: N ?? '', home: Number(S1), away: Number(S2) })),
  }
}

/** Of a game of the line alone: one that is played has no seconds to its start. */
export function isLate({ KI, SST, B }: Pick<WireGame, 'KI' | 'SST' | 'B'>): boolean {
  return KI !== 1 && SST === 2 && !B
}

export function readGame(row: WireGame): LineGame {
  const groups: OutcomeGroup[] = (row.GE ?? []).map(({ G, GS, E }) => ({
    g: G,
    gs: GS,
    columns: E.map((list) => list.map((one) => readOutcome(row.I, one))),
  }))
  return {
    i: row.I,
    ci: row.CI ?? row.I,
    no: row.N ?? 0,
    kind: row.KI ?? 3,
    startsAt: row.S,
    updatedAt: row.U ?? 0,
    sportId: row.SI,
    sport: row.SN ?? '',
    champId: row.LI,
    champ: row.L ?? '',
    side1: row.O1,
    side2: row.O2 ?? '',
    // The one side of a race or a long-term bet is the game itself: no team that could be marked or opened.
    side1Id: row.O1I === (row.CMG ?? row.CI) ? 0 : (row.O1I ?? 0),
    side2Id: row.O2I ?? 0,
    count: row.EC ?? 0,
    outcomes: (row.E ?? []).map((one) => readOutcome(row.I, one)),
    groups,
    tabs: (row.MEC ?? []).map((tab): TabCount => ({ id: tab.MT, count: tab.EC, name: tab.N ?? '' })),
    subGames: (row.SG ?? []).map(readSubGame),
    score: readScore(row.SC, row.SI),
    status: row.DI ?? '',
    late: isLate(row),
    round: row.MIO?.TSt ?? '',
    about: row.MIO?.Abt ?? '',
    partName: [row.TG, row.PN].filter(Boolean).join('. '),
    mainId: row.MG ?? row.I,
    marks: { tracker: row.ZP !== undefined, stats: row.SGI !== undefined || row.HSI === true, video: row.VI !== undefined },
  }
}

function readSubGame(row: WireGame): SubGame {
  return { i: row.I, ci: row.CI ?? row.I, name: [row.TG, row.PN].filter(Boolean).join('. '), count: row.EC ?? 0 }
}

/** Lists that were read: the same body is read by the loader, by each render and again after hydration. */
const readLists = new WeakMap<object, LineGame[]>()

export function readGames(body: unknown): LineGame[] {
  const rows = valueOf<WireGame[]>(body)
  if (!rows) return []
  let games = readLists.get(rows)
  if (!games) readLists.set(rows, (games = rows.map(readGame)))
  return games
}

export function readCard(body: unknown): LineGame | null {
  const row = valueOf<WireGame>(body)
  return row ? readGame(row) : null
}

function readChampNode(row: WireChamp, sportId: number): ChampNode {
  return { id: row.LI, name: row.L, sportId: row.SI ?? sportId, sport: row.SN ?? '', count: row.GC }
}

/** One node a sport: rows of long-term bets are counted with their sport, because its list holds them too. */
/** The server has just started and has not been told of the whole line yet: what it knows would grow before the reader's eyes. */
export function isComing(body: unknown): boolean {
  const answer = body as { ErrorCode?: number; Value?: unknown } | undefined
  // A section that the brand keeps closed is answered without asking the server: there is nothing to wait for.
  return answer?.ErrorCode === 0 && answer.Value === null
}

/** Null: the line is still coming. */
export function readSports(body: unknown): SportNode[] | null {
  return isComing(body) ? null : sportNodes(valueOf<WireSport[]>(body) ?? [])
}

/** Market set of alternative games (wire 5.6): a plain list leaves them out, so its counts do as well. */
const ALTERNATIVE = 3

export function readUsualSports(body: unknown): SportNode[] | null {
  return isComing(body) ? null : sportNodes((valueOf<WireSport[]>(body) ?? []).filter(({ MS }) => MS !== ALTERNATIVE))
}

function sportNodes(rows: readonly WireSport[]): SportNode[] {
  const nodes = new Map<number, SportNode>()
  for (const row of rows) {
    const champs = (row.L ?? []).map((champ) => readChampNode(champ, row.I))
    const known = nodes.get(row.I)
    if (known) nodes.set(row.I, { ...known, count: known.count + row.C, champs: mergeChamps(known.champs, champs) })
    else nodes.set(row.I, { id: row.I, name: row.N, count: row.C, champs })
  }
  return [...nodes.values()]
}

function mergeChamps(a: readonly ChampNode[], b: readonly ChampNode[]): ChampNode[] {
  const all = new Map(a.map((champ) => [champ.id, champ]))
  for (const champ of b) {
    const known = all.get(champ.id)
    all.set(champ.id, known ? { ...known, count: known.count + champ.count } : champ)
  }
  return [...all.values()]
}

export interface PageLink {
  kind: 0 | 1 | 3
  address: string
}

export function readPageLink(body: unknown): PageLink | null {
  const link = valueOf<{ KI: number; U: string }>(body)
  return link ? { kind: link.KI as 0 | 1 | 3, address: link.U } : null
}
