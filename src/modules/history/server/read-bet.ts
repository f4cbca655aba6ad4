/** One bet with all that is known of it: for its page (BH-04). */
import { sql } from 'kysely'
import { minorText, shortMinorText } from '#lib/money.ts'
import { wirePrice } from '#lib/price.ts'
import { unixSeconds } from '#lib/time.ts'
import { currencyById, ENTRY_KINDS } from '#modules/ledger/server/index.ts'
import { rebasing } from '#modules/payout/rules/base-price.ts'
import { comingBack } from '#modules/payout/rules/money.ts'
import type { Db } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { asBooked, type BookedMove } from '../rules/moves.ts'
import { selectBidOptional, type BesideBid } from './beside-bets.ts'
import { selectBetOptional, type HistoryBet } from './bets-store.ts'
import { coefView, isOpen, possibleOf, termsOf, wireHistoryBet, withheldOf, type HistoryView } from './bet-value.ts'
import { viewOf, type HistoryDeps } from './read-history.ts'

interface Move extends BookedMove {
  kind: number
}

/** Every entry of the bet in the player's account, as they were booked: stake, payouts, reversals, sales, taxes. */
async function listMoves(db: Db, bet: HistoryBet): Promise<Move[]> {
  const { rows } = await sql<Move>`
    SELECT kind, amount_minor AS "amountMinor", balance_after AS "balanceMinor", at FROM ledger_entry WHERE account_id = ${bet.accountId} AND tx_id = ${bet.id} AND amount_minor <> 0
    ORDER BY at, n, kind DESC`.execute(db)
  return asBooked(rows)
}

/** By CI, what legs are about that was no game of its day: "recorded" or "simulated" (feeds §11). */
async function listOrigins(db: Db, bet: HistoryBet): Promise<Map<number, string>> {
  const cis = bet.receipt.legs.map(({ ci }) => ci)
  const { rows } = await sql<{ ci: number; origin: string }>`
    SELECT p.ci, g.origin FROM game_part p JOIN game g ON g.ci = p.game_ci WHERE p.ci = ANY(${`{${cis.join(',')}}`}::int[]) AND g.origin <> 'real'`.execute(
    db,
  )
  return new Map(rows.map(({ ci, origin }) => [ci, origin]))
}

const KIND_NAMES = new Map<number, string>(Object.entries(ENTRY_KINDS).map(([name, kind]) => [kind, name]))

interface GivenCode {
  code: string
  valid_until: Date
  bet_id: bigint | null
}

/** The promo code that an insured express has given; null also once it was taken back (XT-21). */
async function selectGivenCode(db: Db, bet: HistoryBet): Promise<GivenCode | null> {
  if (!termsOf(bet).expressInsurance) return null
  const { rows } = await sql<GivenCode>`
    SELECT code, valid_until, bet_id FROM promo_code WHERE insured_bet = ${bet.id} AND valid_until > given_at`.execute(db)
  return rows[0] ?? null
}

/** GET /web-api/bets/details. Problem: history.no_bet (404), also for bets of others and of hidden statuses. */
export async function readBet(
  deps: HistoryDeps,
  ctx: Ctx,
  query: { bet_id: number; lng?: string | undefined },
): Promise<Record<string, unknown> | Problem> {
  const bet = await selectBetOptional(deps.db, ctx.player!.id, BigInt(query.bet_id))
  if (!bet || ctx.config.coupon.hiddenBetStatuses.includes(bet.status))
    return problem('history.no_bet', { status: 404, wire: 404, field: 'bet_id' })
  const currency = currencyById(bet.currencyId)
  const [view, moves, given, bid, origins] = await Promise.all([
    viewOf(deps, ctx, [bet], { currency, lng: query.lng ?? ctx.lng, cfView: ctx.cfView }),
    listMoves(deps.db, bet),
    selectGivenCode(deps.db, bet),
    selectBidOptional(deps.db, ctx.player!.id, bet.id),
    listOrigins(deps.db, bet),
  ])
  const { receipt } = bet
  const sale = view.sales.get(bet.id)
  const text = (minor: bigint) => minorText(minor, currency.exponent)
  return {
    bet: wireHistoryBet(bet, view),
    account_id: bet.accountId,
    asked_coef: receipt.asked,
    asked_coef_view: coefView(receipt.asked, ctx.cfView),
    legs: legsOf(bet, view, origins),
    shown: receipt.shown ?? null,
    placed: {
      waited_ms: receipt.waitedMs,
      one_click: receipt.oneClick !== 0,
      coupon_code: receipt.couponCode,
      price_policy: receipt.approved ? 'approved' : (['ask', 'any', 'better'][receipt.checkCf] ?? 'ask'),
    },
    ...agreedOf(bet, view, text),
    express_insurance: insuranceOf(bet, given, text),
    moves: moves.map((move) => ({
      kind: KIND_NAMES.get(move.kind) ?? 'other',
      sum: text(move.amountMinor),
      at: unixSeconds(move.at.getTime()),
    })),
    settled_at: bet.settledAt ? unixSeconds(bet.settledAt.getTime()) : null,
    replaces: sale?.replaces ? Number(sale.replaces) : null,
    replaced_by: sale?.replacedBy ? Number(sale.replacedBy) : null,
    bid: bid && bidOf(bid, text),
  }
}

/** What was agreed beyond the legs, in the words of the wire where it has them. */
function agreedOf(bet: HistoryBet, view: HistoryView, text: (minor: bigint) => string): Record<string, unknown> {
  const terms = termsOf(bet)
  const possible = isOpen(bet.status) ? possibleOf(bet, view.results.get(bet.id) ?? [], view.currency.exponent) : null
  return {
    size: terms.size ?? 0,
    blocks: terms.blocks ?? null,
    with_lobby: terms.withLobby ?? false,
    block_sums: terms.blockStakes?.map((minor) => (minor === null ? null : text(BigInt(minor)))) ?? null,
    same_game: terms.jointPrice !== undefined,
    worth: terms.worth === undefined ? null : text(comingBack({ ...bet, worthMinor: BigInt(terms.worth) })),
    rebased: rebasedOf(bet),
    promo: terms.promo ? { code: terms.promo.code, sum: text(BigInt(terms.promo.minor)) } : null,
    advance: bet.advanceMinor > 0n ? { sum: text(bet.advanceMinor), state: advanceStateOf(bet, view) } : null,
    bonus: terms.bonus ? { kind: terms.bonus.kind, sum: text(possible ? possible.bonusMinor : bet.bonusMinor) } : null,
    tax: terms.tax
      ? {
          rule: terms.tax.rule,
          stake_tax: text(bet.stakeTaxMinor),
          payout_tax: text(possible ? possible.taxMinor : withheldOf(bet)),
          stake_rate: terms.tax.stake?.rate ?? null,
          payout_rate: terms.tax.payout && 'rate' in terms.tax.payout ? terms.tax.payout.rate : null,
        }
      : null,
    insured:
      bet.insuredMinor > 0n ? { sum: text(bet.insuredMinor), premium: text(bet.premiumMinor), paid: text(bet.insuranceMinor) } : null,
    sold: bet.soldStakeMinor > 0n ? { stake: text(bet.soldStakeMinor), sum: text(bet.soldMinor) } : null,
  }
}

/** The factors of a re-based coefficient: product × worth / stake. */
function rebasedOf(bet: HistoryBet): { product: string; worth: string; stake: string } | null {
  const { basePrice, worth } = termsOf(bet)
  if (basePrice === undefined || worth === undefined) return null
  const prices = bet.receipt.legs.map((leg) => leg.given)
  const found = rebasing(basePrice, { worthMinor: BigInt(worth), stakeMinor: bet.stakeMinor, prices })
  const { exponent } = currencyById(bet.currencyId)
  const sum = (minor: bigint) => shortMinorText(minor, exponent)
  return found && { ...found, worth: sum(BigInt(worth)), stake: sum(bet.stakeMinor) }
}

/** A bet is decided after its advance, and an advance is repaid whole or not at all (rules 8.5). */
function advanceStateOf(bet: HistoryBet, view: HistoryView): 'waits' | 'repaid' | 'uncovered' {
  if (bet.uncoveredMinor > 0n) return 'uncovered'
  return (view.advances.get(bet.id)?.repaidMinor ?? 0n) < bet.advanceMinor ? 'waits' : 'repaid'
}

function insuranceOf(bet: HistoryBet, given: GivenCode | null, text: (minor: bigint) => string): Record<string, unknown> | null {
  const { expressInsurance } = termsOf(bet)
  if (!expressInsurance) return null
  const code = given && { code: given.code, until: unixSeconds(given.valid_until.getTime()), used: given.bet_id !== null }
  return { sum: text(BigInt(expressInsurance.minor)), legs: expressInsurance.legs, given: code }
}

function bidOf({ id, status, isRest, stakeMinor, otherBet }: BesideBid, text: (minor: bigint) => string): Record<string, unknown> {
  return { id, status, is_rest: isRest, sum: text(stakeMinor), bet_id: otherBet === null ? null : Number(otherBet) }
}

/** Beside each event of the row: the price asked, how its result came to be, and whether it was a recording or a simulation. */
function legsOf(bet: HistoryBet, view: HistoryView, origins: ReadonlyMap<number, string>): Record<string, unknown>[] {
  const known = view.results.get(bet.id) ?? []
  return bet.receipt.legs.map((leg, i) => {
    const found = known[i]
    const origin = origins.get(leg.ci)
    return {
      origin: origin === undefined ? '' : view.text(`line:origin_${origin}`),
      player_id: leg.pl,
      asked_coef: wirePrice(leg.asked),
      score_then: leg.score,
      corrected: found?.corrected ?? false,
      confirmed: found?.confirmed ?? false,
      known_at: found?.knownAt ? unixSeconds(found.knownAt.getTime()) : null,
      dead_heat:
        found?.result && found.result.deadHeat.num !== found.result.deadHeat.den
          ? `${found.result.deadHeat.num}/${found.result.deadHeat.den}`
          : null,
    }
  })
}
