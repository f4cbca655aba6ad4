/** One bet with everything that its page tells (GET bets/details). */
import { useQuery, type Query, type UseQueryResult } from '@tanstack/react-query'
import { parseMinor, type Minor } from '#lib/money.ts'
import { priceFromWire, type Milli } from '#lib/price.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useSession } from '#platform/web/session.tsx'
import { readBet, type Bet, type WireBet } from './bets.ts'
import { useBetKey } from './queries.ts'

/** Wire 8.7.3: sent, accepted, offered, refused, expired, withdrawn. */
type BidStatus = 0 | 1 | 2 | 3 | 4 | 5

export interface LegMore {
  /** In words: a recording or a simulation; '' for a game of its day. */
  origin: string
  playerId: number
  asked: Milli
  scoreThen: string
  corrected: boolean
  /** "1/2" of shared places. */
  deadHeat: string | null
}

export interface BetDetails {
  bet: Bet
  /** Of which it was staked. */
  accountId: number
  askedPrice: string
  legs: readonly LegMore[]
  placed: { waitedMs: number; oneClick: boolean; policy: 'ask' | 'any' | 'better' | 'approved' }
  size: number
  blocks: readonly (readonly number[])[] | null
  withLobby: boolean
  blockStakes: readonly (string | null)[] | null
  promo: { code: string; sum: Minor } | null
  advance: { sum: Minor; state: 'waits' | 'repaid' | 'uncovered' } | null
  bonus: { kind: 'day' | 'boost'; sum: Minor } | null
  tax: { rule: string; stake: Minor; payout: Minor } | null
  insured: { sum: Minor; premium: Minor; paid: Minor } | null
  /** One lost leg gives the stake back as a promo code, up to the sum; `until` in unix seconds. */
  expressInsurance: { sum: Minor; given: { code: string; until: number; used: boolean } | null } | null
  sold: { stake: Minor; sum: Minor } | null
  /** What the screen showed when it was taken, decimal text. */
  shown: { win: string | null; price: string | null; tax: string | null } | null
  moves: readonly { kind: string; sum: Minor; at: number }[]
  /** Unix seconds. */
  settledAt: number | null
  replaces: number | null
  replacedBy: number | null
  /** Of a changed bet: what comes back when all its events are void. */
  worth: Minor | null
  /** How a re-based coefficient came about, decimal texts. */
  rebased: { product: string; worth: string; stake: string } | null
  bid: BidBeside | null
}

/** The bid that the bet was placed by, or (`isRest`) that stands for the rest of its stake; `betId`: the bet on the other side. */
export interface BidBeside {
  id: number
  status: BidStatus
  isRest: boolean
  sum: Minor
  betId: number | null
}

interface WireDetails {
  bet: WireBet
  account_id: number
  asked_coef: string
  legs: readonly {
    origin: string
    player_id: number
    asked_coef: number
    score_then: string
    corrected: boolean
    dead_heat: string | null
  }[]
  shown: BetDetails['shown']
  placed: { waited_ms: number; one_click: boolean; price_policy: BetDetails['placed']['policy'] }
  size: number
  blocks: BetDetails['blocks']
  with_lobby: boolean
  block_sums: BetDetails['blockStakes']
  same_game: boolean
  promo: { code: string; sum: string } | null
  advance: { sum: string; state: 'waits' | 'repaid' | 'uncovered' } | null
  bonus: { kind: 'day' | 'boost'; sum: string } | null
  tax: { rule: string; stake_tax: string; payout_tax: string } | null
  insured: { sum: string; premium: string; paid: string } | null
  express_insurance: { sum: string; legs: number; given: { code: string; until: number; used: boolean } | null } | null
  sold: { stake: string; sum: string } | null
  moves: readonly { kind: string; sum: string; at: number }[]
  settled_at: number | null
  replaces: number | null
  replaced_by: number | null
  worth: string | null
  rebased: BetDetails['rebased']
  bid: { id: number; status: BidStatus; is_rest: boolean; sum: string; bet_id: number | null } | null
}

const NOT_FOUND = 404
const SENT = 0
const OFFERED = 2
/** While the bid waits nobody tells of its answer. */
const WAITING_MS = 5_000

export function bidWaits({ status }: Pick<BidBeside, 'status'>): boolean {
  return status === SENT || status === OFFERED
}

/** Null when the player has no such bet. */
export function useBet(id: number): UseQueryResult<BetDetails | null> {
  const { player } = useSession()
  const { lng } = useSite()
  const key = useBetKey(id)
  return useQuery({
    queryKey: key,
    enabled: player !== null,
    staleTime: 10_000,
    refetchInterval: ({ state }: Query<BetDetails | null>) => (state.data?.bid && bidWaits(state.data.bid) ? WAITING_MS : false),
    queryFn: async ({ signal }): Promise<BetDetails | null> => {
      try {
        return readDetails(
          await request<WireDetails>('GET', '/web-api/bets/details', { query: { bet_id: id, lng }, auth: 'token', signal }),
        )
      } catch (error) {
        if (isApiError(error) && error.status === NOT_FOUND) return null
        throw error
      }
    },
  })
}

function readDetails(wire: WireDetails): BetDetails {
  const bet = readBet(wire.bet)
  const minor = (text: string) => parseMinor(text, bet.currency.exponent) ?? 0n
  return {
    bet,
    accountId: wire.account_id,
    askedPrice: wire.asked_coef,
    legs: wire.legs.map((leg) => ({
      origin: leg.origin,
      playerId: leg.player_id,
      asked: priceFromWire(leg.asked_coef) ?? 0,
      scoreThen: leg.score_then,
      corrected: leg.corrected,
      deadHeat: leg.dead_heat,
    })),
    placed: { waitedMs: wire.placed.waited_ms, oneClick: wire.placed.one_click, policy: wire.placed.price_policy },
    size: wire.size,
    blocks: wire.blocks,
    withLobby: wire.with_lobby,
    blockStakes: wire.block_sums,
    promo: wire.promo && { code: wire.promo.code, sum: minor(wire.promo.sum) },
    advance: wire.advance && { sum: minor(wire.advance.sum), state: wire.advance.state },
    bonus: wire.bonus && { kind: wire.bonus.kind, sum: minor(wire.bonus.sum) },
    tax: wire.tax && { rule: wire.tax.rule, stake: minor(wire.tax.stake_tax), payout: minor(wire.tax.payout_tax) },
    insured: wire.insured && { sum: minor(wire.insured.sum), premium: minor(wire.insured.premium), paid: minor(wire.insured.paid) },
    expressInsurance: wire.express_insurance && { sum: minor(wire.express_insurance.sum), given: wire.express_insurance.given },
    sold: wire.sold && { stake: minor(wire.sold.stake), sum: minor(wire.sold.sum) },
    shown: wire.shown,
    moves: wire.moves.map((move) => ({ kind: move.kind, sum: minor(move.sum), at: move.at })),
    settledAt: wire.settled_at,
    replaces: wire.replaces,
    replacedBy: wire.replaced_by,
    worth: wire.worth === null ? null : minor(wire.worth),
    rebased: wire.rebased,
    bid: wire.bid && {
      id: wire.bid.id,
      status: wire.bid.status,
      isRest: wire.bid.is_rest,
      sum: minor(wire.bid.sum),
      betId: wire.bid.bet_id,
    },
  }
}
