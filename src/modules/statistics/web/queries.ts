/** The calls behind the statistics pages as data: the server's loader and the browser ask the same. */
import type { ApiQuery } from '#platform/web/query.ts'
import type { ChampionshipsPage } from '../contract.ts'
import { pathOf, type StatisticsPlace } from '../rules/path.ts'
import type { WidgetSettings } from '../rules/widget-query.ts'

const ROOT = '/service-api/statistics/v1'
const STALE_MS = 15_000
const POLL_MS = 30_000

/** Sports of matches, and the championships of one of them: what the section lists. */
export function championshipsQuery(sportId: number): ApiQuery<ChampionshipsPage> {
  return {
    method: 'GET',
    path: `${ROOT}/championships`,
    query: { sportId },
    read: (body) => body as ChampionshipsPage,
    staleMs: STALE_MS,
  }
}

/** Null for views that ask elsewhere: the graph. */
export function viewQuery(place: StatisticsPlace, lng: string, settings: WidgetSettings): ApiQuery<unknown> | null {
  const common = {
    lng: settings.names ?? lng,
    ...(settings.partner === null ? {} : { ref: settings.partner }),
    ...(settings.group === null ? {} : { gr: settings.group }),
  }
  const call = (path: string, query: Record<string, unknown>, pollMs?: number): ApiQuery<unknown> => ({
    method: 'GET',
    path: `${ROOT}/${path}`,
    query: { ...common, ...query },
    read: (body) => body,
    staleMs: STALE_MS,
    ...(pollMs === undefined ? {} : { pollMs }),
  })
  switch (place.view) {
    case 'game':
      return call('game', { sportId: place.sportId, id: place.id }, POLL_MS)
    case 'team':
    case 'player':
    case 'rating':
      return call(place.view, { sportId: place.sportId, id: place.id })
    case 'stage':
      return call('stage', { sportId: place.sportId, id: place.id, tt: settings.tt })
    case 'tournament':
    case 'cyber':
      return call('tournament', { sportId: place.sportId, id: place.id, seasonId: place.seasonId })
    case 'horse':
      return call('horse', { id: place.id })
    case 'graph':
      return null
  }
}

export interface PricePoint {
  /** Unix seconds. */
  at: number
  /** Thousandths. */
  price: number
}

export interface PriceHistory {
  i: number
  sportId: number
  kind: 1 | 3
  outcomes: { t: number; p: number; g: number; player: { id: number; name: string } | null; view: string; points: PricePoint[] }[]
}

interface WireHistory {
  Value?: {
    I: number
    KI: 1 | 3
    S: number
    O?: {
      T: number
      P?: number
      G: number
      PL?: { I: number; N: string }
      CV: string
      H: { TS: number; C: number }[]
    }[]
  } | null
}

/** Prices of the row markets of a game since they were opened; the same call answers for both kinds. */
export function historyQuery(kind: 1 | 3, id: string, lng: string, cfview: number | null): ApiQuery<PriceHistory | null> {
  return {
    method: 'GET',
    path: `/service-api/${kind === 1 ? 'LiveFeed' : 'LineFeed'}/GetCoefHistory`,
    query: { id, lng, ...(cfview === null ? {} : { cfview }) },
    staleMs: STALE_MS,
    pollMs: POLL_MS,
    read(body) {
      const value = (body as WireHistory).Value
      if (!value?.O?.length) return null
      return {
        i: value.I,
        sportId: 0,
        kind: value.KI,
        outcomes: value.O.map((one) => ({
          t: one.T,
          p: one.P ?? 0,
          g: one.G,
          player: one.PL ? { id: one.PL.I, name: one.PL.N } : null,
          view: one.CV,
          points: one.H.map(({ TS, C }) => ({ at: TS, price: Math.round(C * 1000) })),
        })),
      }
    },
  }
}

export function addressOf(place: StatisticsPlace, lng: string): string {
  return `/${lng}/statisticpopup/${pathOf(place)}`
}
