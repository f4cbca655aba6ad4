/** Calls of these pages that the line's own screens do not make. */
import { feed, LINE, readCard, readGames, valueOf, type Kind, type LineGame } from '#modules/line/web/index.ts'
import { priceFromWire, type Milli } from '#lib/price.ts'
import type { ApiQuery } from '#platform/web/query.ts'

export interface ChampRow {
  id: number
  name: string
  /** English name: what hubs are matched by. */
  english: string
  sportId: number
  countryId: number
  count: number
}

interface WireChampRow {
  LI: number
  L: string
  LE?: string
  GC: number
  CI?: number
  SI?: number
  SC?: WireChampRow[]
}

function readRow(row: WireChampRow, sportId: number): ChampRow {
  return { id: row.LI, name: row.L, english: row.LE ?? row.L, sportId: row.SI ?? sportId, countryId: row.CI ?? 0, count: row.GC }
}

/** Championships of some sports; `virtualSports` because a hub may be about them. `section`: only those of one section of the line. */
export function champsQuery(kind: Kind, lng: string, sports: readonly number[], section?: string): ApiQuery<ChampRow[]> {
  return {
    method: 'GET',
    path: feed(kind, 'GetSportsZip'),
    query: { lng, sports: sports.join(','), virtualSports: true, ...(section ? { section } : {}) },
    read: (body) =>
      (valueOf<{ I: number; L?: WireChampRow[] }[]>(body) ?? []).flatMap(({ I, L }) => (L ?? []).map((row) => readRow(row, I))),
    staleMs: 30_000,
    pollMs: 60_000,
  }
}

/** Names of countries by our id, in the language of the page. */
export function countriesQuery(lng: string): ApiQuery<ReadonlyMap<number, string>> {
  return {
    method: 'GET',
    path: '/service-api/RestCore/api/external/v1/Web/GetCountries',
    query: { lng },
    read: (body) => new Map((valueOf<{ I: number; N: string }[]>(body) ?? []).map(({ I, N }) => [I, N])),
    staleMs: 15 * 60_000,
  }
}

/** The games that the line puts first, of its best championships. */
export function topGamesQuery(lng: string): ApiQuery<LineGame[]> {
  return { method: 'GET', path: feed(LINE, 'GetTopGamesStatZip'), query: { lng, limit: 10 }, read: readGames, staleMs: 60_000 }
}

export function topChampsQuery(kind: Kind, lng: string): ApiQuery<ChampRow[]> {
  return {
    method: 'GET',
    path: feed(kind, 'WebGetTopChampsZip'),
    query: { lng, count: 60 },
    read: (body) => (valueOf<WireChampRow[]>(body) ?? []).map((row) => readRow(row, 0)),
    staleMs: 30_000,
  }
}

/** The event that a championship is a part of (GLI, wire 5.16), as one of its games names it; 0 when it says none. */
export function globalChampQuery(kind: Kind, lng: string, game: number): ApiQuery<number> {
  return {
    method: 'GET',
    path: feed(kind, 'GetGameZip'),
    query: { lng, id: game, countevents: 1 },
    read: (body) => valueOf<{ GLI?: number }>(body)?.GLI ?? 0,
    staleMs: 600_000,
  }
}

export interface Express {
  id: number
  /** Sent with the coupon. */
  number: number
  /** Legs without the bonus leg. */
  legs: readonly LineGame[]
  /** What the bonus leg multiplies by; 1000 when it adds nothing. */
  bonus: Milli
}

const BONUS_TYPE = 707

interface WireExpress {
  I: number
  EI: number
  G: { I: number; E?: { T: number; C: number }[] }[]
}

export function expressQuery(kind: Kind, lng: string, cyber: boolean): ApiQuery<Express[]> {
  return {
    method: 'GET',
    path: feed(kind, cyber ? 'GetExpressCyberZip' : 'GetExpressDayZip'),
    query: { lng },
    read: (body) =>
      (valueOf<WireExpress[]>(body) ?? []).map((row) => {
        const bonus = row.G.find(({ E }) => E?.[0]?.T === BONUS_TYPE)?.E?.[0]
        return {
          id: row.I,
          number: row.EI,
          legs: readGames({ Value: row.G.filter(({ E }) => E?.[0]?.T !== BONUS_TYPE) }),
          bonus: bonus && bonus.C > 1 ? (priceFromWire(bonus.C) as Milli) : 1000,
        }
      }),
    staleMs: 5_000,
    pollMs: 15_000,
  }
}

/** The address where a game is now (wire 11.6); null when there is no such game. */
export function pageOfGame(lng: string, ci: number): ApiQuery<string | null> {
  return {
    method: 'GET',
    path: '/service-api/RestCore/api/external/v1/Web/CheckLink',
    query: { permanentId: ci, lng },
    read: (body) => valueOf<{ U: string }>(body)?.U ?? null,
  }
}

/** A race with every market; `id` is I or CI. */
export function raceQuery(kind: Kind, lng: string, id: number): ApiQuery<LineGame | null> {
  return {
    method: 'GET',
    path: feed(kind, 'GetGameZip'),
    query: { lng, id, GroupEvents: true, countevents: 2000 },
    read: readCard,
    staleMs: 5_000,
    pollMs: 15_000,
  }
}

export interface Runner {
  id: number
  number: number
  name: string
  stall: number
  jockey: string
  trainer: string
  age: number
  weight: number
  /** Places of the last races, newest last: `213`. */
  form: string
  silks: string
  out: boolean
}

export interface RaceFacts {
  track: string
  distanceM: number
  going: string
  className: string
  prize: string
  runners: readonly Runner[]
}

interface WireRunner {
  I: number
  NO?: number
  N?: string
  ST?: number
  J?: string
  TN?: string
  AG?: number
  WT?: number
  F?: string
  SLK?: string
  NR?: boolean
}

/** The card of a race (wire 11.4); null when nothing more than its prices is known. */
export function raceCardQuery(lng: string, i: number): ApiQuery<RaceFacts | null> {
  return {
    method: 'GET',
    path: '/service-api/SiteService/HorsesRace',
    query: { raceid: i, lng },
    read(body) {
      const race = valueOf<{ TR?: string; DS?: number; GO?: string; PR?: string | number; CL?: string; H?: WireRunner[] }>(body)
      if (!race) return null
      const { TR = '', DS = 0, GO = '', PR = '', CL = '', H = [] } = race
      return { track: TR, distanceM: DS, going: GO, className: CL, prize: String(PR), runners: H.map(readRunner) }
    },
    staleMs: 60_000,
  }
}

function readRunner(row: WireRunner): Runner {
  return {
    id: row.I,
    number: row.NO ?? 0,
    name: row.N ?? '',
    stall: row.ST ?? 0,
    jockey: row.J ?? '',
    trainer: row.TN ?? '',
    age: row.AG ?? 0,
    weight: row.WT ?? 0,
    form: row.F ?? '',
    silks: row.SLK ?? '',
    out: row.NR === true,
  }
}

export interface DuelMatch {
  ci: number
  sportId: number
  champ: string
  startsAt: number
  participants: readonly { id: number; name: string; match: number; sportId: number; average: number; blocked: boolean }[]
}

interface WireDuelMatch {
  CI: number
  S: number
  SI: number
  L?: string
  P?: { I: number; N: string; AV?: number; B?: boolean }[]
}

/** Participants of real matches who may stand in a duel (wire 8.8.1). */
export function duelPlayersQuery(lng: string): ApiQuery<DuelMatch[]> {
  return {
    method: 'GET',
    path: '/service-api/LineFeed/GetAvailablePlayersForDuel',
    query: { lng },
    read: (body) =>
      (valueOf<WireDuelMatch[]>(body) ?? []).map(({ CI, S, SI, L = '', P = [] }) => ({
        ci: CI,
        sportId: SI,
        champ: L,
        startsAt: S,
        participants: P.map(({ I, N, AV = 0, B }) => ({ id: I, name: N, match: CI, sportId: SI, average: AV, blocked: B === true })),
      })),
    staleMs: 15_000,
    pollMs: 60_000,
  }
}

/** The duel of two sides with its prices (wire 8.8.2); null when the server refuses it. */
export function duelQuery(lng: string, team1Ids: readonly number[], team2Ids: readonly number[]): ApiQuery<LineGame | null> {
  return {
    method: 'POST',
    path: '/service-api/LineFeed/BuildDuel',
    body: { team1Ids, team2Ids, Lng: lng },
    read: readCard,
    staleMs: 5_000,
    pollMs: 15_000,
  }
}

/** How the results call a team, also one without a game now; null when nobody knows it. */
export function teamNameQuery(lng: string, id: number): ApiQuery<string | null> {
  return {
    method: 'GET',
    path: '/service-api/statisticfeed/api/v1/TeamLastGames',
    query: { teamId: id, count: 1, lng },
    read: (body) => (body as { teams?: { clId: number; title: string }[] } | null)?.teams?.find(({ clId }) => clId === id)?.title ?? null,
    staleMs: 60_000,
  }
}

export interface WinnerRow {
  place: number
  teamId: number
  name: string
  games: number
  wins: number
  draws: number
  losses: number
  goalsFor: number
  goalsAgainst: number
  points: number
  /** Price to win the championship; null when it is not offered. */
  price: Milli | null
}

interface WireWinners {
  groups?: { name: string; rows: (Omit<WinnerRow, 'price'> & { event?: { cf: number } })[] }[]
}

/** The standing joined with the bet on the winner (wire 6.4). */
export function winnersQuery(lng: string, champId: number): ApiQuery<readonly { name: string; rows: readonly WinnerRow[] }[]> {
  return {
    method: 'GET',
    path: '/service-api/main-line-feed/v1/StageTableWhoWins',
    query: { champId, lng },
    read: (body) =>
      ((body as WireWinners | null)?.groups ?? []).map(({ name, rows }) => ({
        name,
        rows: rows.map(({ event, ...row }) => ({ ...row, price: event ? (priceFromWire(event.cf) as Milli) : null })),
      })),
    staleMs: 60_000,
  }
}
