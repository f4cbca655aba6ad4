/** Calls beside the cashier: paper checks, cash points, instructions, the first deposit, rewards, virtual accounts. */
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { minorText, wireMoney } from '#lib/money.ts'
import { moneyInSentence } from '#lib/number-format.ts'
import { DAY, unixSeconds } from '#lib/time.ts'
import { countedPage } from '#platform/server/counted-page.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import type { CashierConfig } from '#platform/shared/site-config.ts'
import { isProblem, problem } from '#platform/shared/problem.ts'
import {
  ACCOUNT_KINDS,
  currencyByCode,
  currencyById,
  ENTRY_KINDS,
  minorOfEuro,
  POINTS_CURRENCY,
  type Account,
  type Currency,
} from '#modules/ledger/server/index.ts'
import { taxWords } from '#modules/payout/rules/rate-text.ts'
import * as contract from '../contract/cashier.ts'
import { methodsFor } from '../rules/methods.ts'
import { methodName } from './deposits.ts'
import { mayHaveFirstBonus } from './first-deposit.ts'
import type { PaymentRouteDeps } from './index.ts'
import { PAYCHECK_PROVIDER, redeemPaycheck } from './paychecks.ts'
import { takeReward } from './rewards.ts'
import { taxInForce, taxItem } from './transfer-tax.ts'

export function besideRoutes(app: FastifyInstance, deps: PaymentRouteDeps): void {
  paycheckRoutes(app, deps)
  placeRoutes(app)
  rewardRoutes(app, deps)
  route(app, contract.firstDepositCall, (ctx) => firstDeposit(deps, ctx))
  route(app, contract.firstDepositPost, (ctx) => firstDeposit(deps, ctx))
  route(app, contract.virtualHistoryCall, (ctx, { body }) => virtualHistory(deps, ctx, body))
}

const PAGE = 20
const PLACES_A_PAGE = 50

function paycheckRoutes(app: FastifyInstance, deps: PaymentRouteDeps): void {
  route(app, contract.paycheckCall, async (ctx, { body }) => {
    const session = await deps.requireMoneySession(ctx)
    if (isProblem(session)) return session
    const done = await redeemPaycheck(deps, {
      playerId: ctx.player!.id,
      brand: ctx.brand,
      ip: ctx.ip,
      code: body.code,
      config: ctx.config,
      tax: taxInForce(ctx, 'deposit'),
    })
    if (isProblem(done)) return done
    if (!done.repeated) deps.onBalanceChanged?.(ctx.player!.id, done.accountId)
    const { code, exponent } = currencyById(done.currencyId)
    return {
      id: Number(done.id),
      date: unixSeconds(done.at.getTime()),
      sum: wireMoney(done.amountMinor, exponent),
      ...taxItem(done.tax, done.tax.tax_minor, exponent),
      currency: code,
      account_id: done.accountId,
      repeated: done.repeated,
    }
  })

  route(app, contract.paychecksCall, async (ctx, { body }) => {
    const own = deps.db.selectFrom('deposit').where('player_id', '=', ctx.player!.id).where('provider', '=', PAYCHECK_PROVIDER)
    const { count } = await own.select(({ fn }) => fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
    const rows = await own
      .select(['id', 'created_at', 'currency_id', 'amount_minor', 'tax_minor', 'tax_rule', 'tax_rate'])
      .orderBy('id', 'desc')
      .limit(PAGE)
      .offset((body.page_number - 1) * PAGE)
      .execute()
    const items = rows.map((row) => {
      const { code, exponent } = currencyById(row.currency_id)
      return {
        id: Number(row.id),
        date: unixSeconds(row.created_at.getTime()),
        sum: wireMoney(row.amount_minor, exponent),
        ...taxItem(row, row.tax_minor, exponent),
        currency: code,
      }
    })
    return { items, page_number: body.page_number, pages: Math.ceil(Number(count) / PAGE) }
  })
}

type Place = NonNullable<CashierConfig['terminals']>[number]

/** Who reads Russian has the original; everybody else his own language or English, where there is one. */
function placeIn({ texts, city, name, address, hours }: Place, lng: string) {
  const own = texts?.[lng] ?? (lng === 'ru' ? undefined : texts?.['en'])
  return { city, name, address, hours, ...own }
}

function placeRoutes(app: FastifyInstance): void {
  route(app, contract.terminalsCall, (ctx, { query }) => {
    const all = ctx.config.cashier?.terminals ?? []
    const countries = [...new Set(all.map((place) => place.country))].sort()
    const wanted = (query.country ?? ctx.country).toUpperCase()
    const country = query.country || countries.includes(wanted) ? wanted : (countries[0] ?? wanted)
    const words = query.search.toLocaleLowerCase(ctx.lng).split(/\s+/).filter(Boolean)
    // A place is found by its words in any language.
    const found = all.filter(({ texts, ...place }) => {
      const named = [place, ...Object.values(texts ?? {})].map(({ city, name, address }) => `${city} ${name} ${address}`)
      const text = named.join(' ').toLocaleLowerCase(ctx.lng)
      return place.country === country && words.every((word) => text.includes(word))
    })
    const from = (query.page_number - 1) * PLACES_A_PAGE
    return {
      country,
      countries,
      items: found.slice(from, from + PLACES_A_PAGE).map((place) => placeIn(place, ctx.lng)),
      page_number: query.page_number,
      pages: Math.ceil(found.length / PLACES_A_PAGE),
    }
  })

  route(app, contract.instructionFile, (ctx, { params }, reply) => {
    const kind = params.file === 'deposit.txt' ? 'deposit' : 'withdrawal'
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', `attachment; filename="${params.file}"`)
      .header('cache-control', 'no-store')
      .send(`\uFEFF${instruction(ctx, kind)}`)
  })
}

/** The steps, then every way of the visitor's country with its bounds, fee and time. */
function instruction(ctx: Ctx, kind: 'deposit' | 'withdrawal'): string {
  const text = (key: string, params?: Record<string, string | number>) => ctx.text(`payments:${key}`, params)
  const currency = usualCurrency(ctx)
  const money = (minor: bigint) => moneyInSentence(minor, currency, ctx.lng)
  const ways = methodsFor(ctx.country, currency, ctx.config.cashier).filter((way) => (kind === 'deposit' ? way.paysIn : way.paysOut))
  const lines = ways.map((way) => {
    const [min, max, fee] =
      kind === 'deposit' ? [way.minEur, way.maxEur, way.feeInPermille] : [way.outMinEur, way.outMaxEur, way.feeOutPermille]
    const bounds = text('sum_bounds', { min: money(minorOfEuro(min, currency, 'up')), max: money(minorOfEuro(max, currency)) })
    const costs = fee === 0 ? text('no_fee') : text('fee_percent', { percent: fee / 10 })
    return `${methodName(ctx, way.key)}: ${bounds}; ${costs}${kind === 'withdrawal' ? `; ${usualTime(text, way.payoutHours)}` : ''}`
  })
  const steps = [1, 2, 3, 4].map((n) => `${n}. ${text(`instruction_${kind}_${n}`)}`)
  const tax = taxInForce(ctx, kind)
  const taxLine = tax ? [text('tax_share', taxWords(tax, ctx.lng)), ''] : []
  const head = [text(`instruction_${kind}`), ctx.config.customize.name, '']
  return [...head, ...steps, '', ...lines, '', ...taxLine, ctx.config.global.supportEmail, ''].join('\r\n')
}

/** As the page of withdrawals says it: at once, within hours, whole days from two days on. */
function usualTime(text: (key: string, params?: Record<string, number>) => string, hours: number): string {
  const days = Math.round(hours / 24)
  if (hours === 0) return text('deposit_at_once')
  return days > 1 ? text('withdraw_days', { count: days }) : text('withdraw_hours', { count: hours })
}

function usualCurrency(ctx: Ctx): Currency {
  const { byCountry, default: usual } = ctx.config.currencies
  return currencyByCode(byCountry[ctx.country] ?? usual) ?? currencyByCode('EUR')!
}

const NO_BONUS = {
  hasFirstDeposit: false,
  percentFirstDeposit: '',
  bonusAmount: '',
  amountFirstDeposit: '',
  currencyFirstDeposit: '',
  bonusButtonTooltip: null,
  bonusDropdownDescription: null,
  bonusPopupTitle: '',
  bonusPopupDescription: '',
  bonusPopupBtnText: '',
}

async function firstDeposit(deps: PaymentRouteDeps, ctx: Ctx) {
  const terms = ctx.config.cashier?.firstDeposit
  const playerId = ctx.player?.id
  if (!terms || playerId === undefined) return NO_BONUS
  if (!((await deps.mayPromote?.(playerId)) ?? false) || !(await mayHaveFirstBonus(deps.db, playerId))) return NO_BONUS
  const currency = (await deps.ledger.balance(playerId))[0]?.currency ?? usualCurrency(ctx)
  const money = (euro: string, round: 'up' | 'down') =>
    `${minorText(minorOfEuro(euro, currency, round), currency.exponent)} ${currency.code}`
  const params = { percent: terms.percent, max: money(terms.maxEur, 'down'), min: money(terms.minEur, 'up') }
  const text = (key: string) => ctx.text(`payments:${key}`, params)
  return {
    hasFirstDeposit: true,
    percentFirstDeposit: `${terms.percent}%`,
    bonusAmount: params.max,
    amountFirstDeposit: params.min,
    currencyFirstDeposit: currency.code,
    bonusButtonTooltip: null,
    bonusDropdownDescription: null,
    bonusPopupTitle: text('first_deposit_title'),
    bonusPopupDescription: text('first_deposit_text'),
    bonusPopupBtnText: text('first_deposit_button'),
  }
}

/** The wire's type of what is given: money on the bonus account. */
const REWARD_TYPE = 0

function rewardRoutes(app: FastifyInstance, deps: PaymentRouteDeps): void {
  const moneyCurrency = (accounts: readonly Account[]) => accounts.find(({ kind }) => kind === ACCOUNT_KINDS.money)?.currency

  route(app, contract.rewardsCall, async (ctx) => {
    const accounts = await deps.ledger.balance(ctx.player!.id)
    const currency = moneyCurrency(accounts) ?? usualCurrency(ctx)
    const points = accounts.find(({ kind }) => kind === ACCOUNT_KINDS.points)
    const bonus = accounts.find((account) => account.kind === ACCOUNT_KINDS.bonus && account.currency.id === currency.id)
    return {
      points: wireMoney(points?.balanceMinor ?? 0n, 0),
      money: wireMoney(bonus?.balanceMinor ?? 0n, currency.exponent),
      currency: currency.code,
      rewards: (ctx.config.cashier?.rewards ?? []).map((reward) => ({
        id: reward.id,
        title: reward.title[ctx.lng] ?? reward.title['en'] ?? '',
        price: reward.points,
        type: REWARD_TYPE,
        sum: wireMoney(minorOfEuro(reward.amountEur, currency), currency.exponent),
        currency: currency.code,
      })),
    }
  })

  route(app, contract.takeRewardCall, async (ctx, { body }) => {
    const session = await deps.requireMoneySession(ctx)
    if (isProblem(session)) return session
    const reward = ctx.config.cashier?.rewards?.find(({ id }) => id === body.reward_id)
    if (!reward) return problem('payments.unknown_reward', { status: 404, field: 'reward_id' })
    const playerId = ctx.player!.id
    const currency = moneyCurrency(await deps.ledger.balance(playerId))
    if (!currency) return problem('payments.unknown_account', { wire: 30 })
    const done = await takeReward(deps, { playerId, reward, currency, key: body.request_key, config: ctx.config })
    if (isProblem(done)) return done
    if (!done.repeated) deps.onBalanceChanged?.(playerId, done.accountId)
    const { code, exponent } = currencyById(done.currencyId)
    return { reward_id: done.rewardId, sum: wireMoney(done.amountMinor, exponent), currency: code, repeated: done.repeated }
  })
}

/** Without the archive the history shows three months (ACC-20). */
const RECENT_MS = 92 * DAY
const KIND_NAMES = new Map(Object.entries(ENTRY_KINDS).map(([name, kind]) => [kind as number, name]))

interface VirtualRow {
  tx_id: bigint
  kind: number
  amount_minor: bigint
  balance_after: bigint | null
  at: Date
  currency_id: number
  total: bigint
}

async function virtualHistory(
  deps: PaymentRouteDeps,
  ctx: Ctx,
  body: { is_include_archive: boolean; page_number: number; account_id: number },
) {
  const from = new Date(body.is_include_archive ? 0 : ctx.now - RECENT_MS)
  const read = (limit: number, offset: number) =>
    sql<VirtualRow>`
    SELECT e.tx_id, e.kind, e.amount_minor, e.balance_after, e.at, a.currency_id, count(*) OVER () AS total
    FROM account a JOIN ledger_entry e ON e.account_id = a.id
    WHERE a.player_id = ${ctx.player!.id} AND a.kind <> ${ACCOUNT_KINDS.money} AND e.at >= ${from}
      AND (${body.account_id} = 0 OR a.id = ${body.account_id})
    ORDER BY e.at DESC, e.tx_id DESC LIMIT ${limit} OFFSET ${offset}`.execute(deps.db)
  const { rows, total } = await countedPage({ limit: PAGE, offset: (body.page_number - 1) * PAGE }, read)
  const items = rows.map((row) => {
    const { code, exponent } = currencyById(row.currency_id)
    return {
      id: Number(row.tx_id),
      date: unixSeconds(row.at.getTime()),
      type: KIND_NAMES.get(row.kind) ?? 'other',
      sum: wireMoney(row.amount_minor, exponent),
      balance_after: wireMoney(row.balance_after ?? 0n, exponent),
      currency: code,
      status: 'done',
      system: ctx.text(row.currency_id === POINTS_CURRENCY ? 'payments:rewards_points' : 'payments:virtual_system'),
    }
  })
  return { items, page_number: body.page_number, pages: Math.ceil(total / PAGE) }
}
