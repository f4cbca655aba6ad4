/** The player's bets as the screens show them, read from the wire (wire 8.10.1). */
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { minorFromWire, type Minor } from '#lib/money.ts'
import { priceFromWire, type Milli } from '#lib/price.ts'
import { currencyByCode } from '#modules/ledger/rules/currency.ts'
import { request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useSession } from '#platform/web/session.tsx'
import { storage } from '#platform/web/storage.ts'
import { useUi } from '#ui/settings.tsx'
import { BET_TIME_SLACK_MS, betTime } from '../rules/bet-time.ts'

export const PAGE_SIZE = 20
const DAY_MS = 86_400_000
const HISTORY = '/web-api/office/history'

export interface BetLeg {
  title: string
  market: string
  game: string
  champ: string
  given: Milli
  /** Null where nobody knows it. */
  asked: Milli | null
  score: string
  /** 1 won, 2 lost, 3 returned, 4 half won, 5 half lost; null while open. */
  result: number | null
  live: boolean
  /** Unix seconds. */
  startsAt: number
  gameId: number
  constId: number
  type: number
  param: number
  kind: 1 | 3
  sportId: number
  champId: number
  side1: string
  side2: string
  player: string | null
}

export interface Bet {
  id: number
  /** Unix ms. */
  at: number
  type: number
  typeTitle: string
  status: number
  /** Combined price, decimal text. */
  price: string
  stake: Minor
  /** Paid, once it is decided. */
  win: Minor | null
  possible: Minor | null
  currency: { code: string; exponent: number; symbol: string }
  legs: readonly BetLeg[]
}

interface WireLeg {
  event_type_id: number
  event_type_title: string
  event_type_small_group_name: string
  game_start_date: number
  sport_id: number
  champ_id: number
  champ_name: string
  const_id: number
  game_id: number
  game_name: string
  game_kind: number
  coef: number
  score: string
  result_type: number | null
  is_live_game_in_live: boolean
  player_name: string | null
  opp1_name: string
  opp2_name: string
  param: string
}

interface WireBet {
  id: number
  date: number
  type: number
  type_title: string
  status: number
  coef: number
  sum: number
  win_sum: number | null
  possible_win_sum: number | null
  currency_code: string
  events: readonly WireLeg[]
}

interface WirePage {
  items: readonly WireBet[]
  count: number
  total_sum: number
  total_win: number
  currency_code: string
}

export interface BetPage {
  bets: readonly Bet[]
  count: number
  totalStake: Minor
  totalWin: Minor
  currency: Bet['currency']
}

export interface HistoryFilter {
  days: number
  /** Vid; null = all. */
  type: number | null
  statuses: readonly number[] | null
  page: number
}

/** Days of the first request: what is no number in the configuration is 7. */
export function defaultDays(configured: unknown): number {
  const days = Number(configured)
  return Number.isFinite(days) && days > 0 ? Math.min(90, Math.floor(days)) : 7
}

export function useHistory(filter: HistoryFilter): UseQueryResult<BetPage> {
  const { player, account } = useSession()
  const { lng } = useSite()
  const { priceView } = useUi()
  return useQuery({
    queryKey: ['bets', player?.id ?? 0, account?.id ?? 0, lng, filter],
    enabled: player !== null,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const to = Math.floor(Date.now() / 1000) + 60
      const body = {
        timestamp_from: to - Math.floor((filter.days * DAY_MS) / 1000),
        timestamp_to: to,
        account_id: account?.id ?? 0,
        coef_view: priceView,
        lng,
        page: filter.page,
        count: PAGE_SIZE,
        sort_type: 1,
        ...(filter.type === null ? {} : { bet_types: [filter.type] }),
        ...(filter.statuses === null ? {} : { bet_common_statuses: filter.statuses }),
      }
      return readPage(await request<WirePage>('POST', HISTORY, { body, auth: 'token', signal }), await askedPrices())
    },
  })
}

/** One bet by its number; null when the account has none. */
export function useBet(id: number): UseQueryResult<Bet | null> {
  const { player, account } = useSession()
  const { lng } = useSite()
  const at = betTime(id)
  return useQuery({
    queryKey: ['bet', player?.id ?? 0, account?.id ?? 0, lng, id],
    enabled: player !== null,
    staleTime: 10_000,
    queryFn: async ({ signal }) => {
      if (at === null) return null
      const body = {
        timestamp_from: Math.floor((at - BET_TIME_SLACK_MS) / 1000),
        timestamp_to: Math.ceil((at + BET_TIME_SLACK_MS) / 1000),
        account_id: account?.id ?? 0,
        lng,
        page: 1,
        count: 200,
        sort_type: 1,
      }
      const page = readPage(await request<WirePage>('POST', HISTORY, { body, auth: 'token', signal }), await askedPrices())
      return page.bets.find((bet) => bet.id === id) ?? null
    },
  })
}

/** Reads again what a settled bet has changed. */
export function useRefreshBets(): () => void {
  const client = useQueryClient()
  return useMemo(
    () => () => {
      void client.invalidateQueries({ queryKey: ['bets'] })
      void client.invalidateQueries({ queryKey: ['bet'] })
      void client.invalidateQueries({ queryKey: ['my-bets'] })
    },
    [client],
  )
}

type Asked = ReadonlyMap<string, readonly number[]>

/** Prices asked are known for the bets of this browser; the history carries the prices given. */
async function askedPrices(): Promise<Asked> {
  const stored = await storage.get('localBets')
  const bets = Array.isArray(stored) ? (stored as { id?: unknown; legs?: { asked?: unknown }[] }[]) : []
  return new Map(bets.map((bet) => [String(bet.id), (bet.legs ?? []).map((leg) => Number(leg.asked) || 0)]))
}

export function readPage(page: WirePage, asked: Asked): BetPage {
  const currency = currencyOf(page.currency_code)
  const minor = (sum: number) => minorFromWire(sum, currency.exponent) ?? 0n
  return {
    bets: page.items.map((bet) => readBet(bet, asked)),
    count: page.count,
    totalStake: minor(page.total_sum),
    totalWin: minor(page.total_win),
    currency,
  }
}

function readBet(bet: WireBet, asked: Asked): Bet {
  const currency = currencyOf(bet.currency_code)
  const minor = (sum: number | null) => (sum === null ? null : minorFromWire(sum, currency.exponent))
  const own = asked.get(String(bet.id))
  return {
    id: bet.id,
    at: bet.date * 1000,
    type: bet.type,
    typeTitle: bet.type_title,
    status: bet.status,
    price: String(bet.coef),
    stake: minor(bet.sum) ?? 0n,
    win: minor(bet.win_sum),
    possible: minor(bet.possible_win_sum),
    currency,
    legs: bet.events.map((event, i) => readLeg(event, own?.[i] || null)),
  }
}

function readLeg(event: WireLeg, asked: Milli | null): BetLeg {
  return {
    title: event.event_type_title,
    market: event.event_type_small_group_name,
    game: event.opp1_name && event.opp2_name ? `${event.opp1_name} – ${event.opp2_name}` : event.game_name,
    champ: event.champ_name,
    given: priceFromWire(event.coef) ?? 0,
    asked,
    score: event.score,
    result: event.result_type,
    live: event.is_live_game_in_live,
    startsAt: event.game_start_date,
    gameId: event.game_id,
    constId: event.const_id,
    type: event.event_type_id,
    param: Number(event.param) || 0,
    kind: event.is_live_game_in_live ? 1 : 3,
    sportId: event.sport_id,
    champId: event.champ_id,
    side1: event.opp1_name,
    side2: event.opp2_name,
    player: event.player_name,
  }
}

function currencyOf(code: string): Bet['currency'] {
  const known = currencyByCode(code)
  return known ? { code, exponent: known.exponent, symbol: known.symbol } : { code, exponent: 2, symbol: '' }
}
