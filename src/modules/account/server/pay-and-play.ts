/**
 * Registration by a first payment (RG-20). The form is judged and sealed before the payer leaves; the payment makes the
 * player of it; the browser that began comes back and is let in, with a first password as after one click.
 */
import { createHash, randomBytes } from 'node:crypto'
import { inTx, type Tx } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { FIRST_PASSWORD_LIFE_MS, generatePassword, type Visitor } from '#modules/auth/server/index.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import type { PayMethod } from '../contract/pay-and-play.ts'
import { countryByCode } from './countries.ts'
import { insertPlayerWhole, openFirstSession, type Created } from './create-player.ts'
import { prepareForm, type AccountDeps, type Refused } from './register.ts'
import { readForm, type Registration } from './registration-form.ts'

/** Payments of somebody without an account: module `payments` knows, composition plugs it in. */
export interface GuestCashier {
  methods(ctx: Ctx, country: string, currency: Currency): PayMethod[]
  begin(
    ctx: Ctx,
    order: { country: string; currency: Currency; methodId: number; sum: string | number; secretHash: Buffer; sealedForm: string },
  ): Promise<{ url: string } | Problem>
  /** With its row locked. Who is told that it is paid takes it; `look`: only asks. */
  state(
    tx: Tx,
    brand: string,
    secretHash: Buffer,
    use: 'look' | 'take',
  ): Promise<{ state: 'unknown' | 'waiting' | 'refused' } | { state: 'paid'; playerId: number }>
}

const SEALED_FOR = 'pay-and-play'
const digest = (secret: string) => createHash('sha256').update(secret).digest()

/** Open where the brand has it and neither the visitor's country nor the one he names is on the list. */
export function isPayAndPlayOpen({ registration }: SiteConfig, ...countries: readonly string[]): boolean {
  const { enabled, closedCountries } = registration.payAndPlay
  return enabled && !countries.some((country) => closedCountries.includes(country.toUpperCase()))
}

/** What of a registration is needed again when the payment comes. */
type Kept = Pick<
  Registration,
  'fields' | 'bonusChoice' | 'refCode' | 'promoCode' | 'referral' | 'lng' | 'visitor' | 'browser' | 'origin' | 'partner'
>

/** Problems: account.pay_and_play_closed (404), wrong fields as of other registrations, those of the cashier. */
export async function beginByPaying(
  deps: AccountDeps,
  ctx: Ctx,
  given: Registration,
  order: { methodId: number; sum: string | number },
): Promise<{ secret: string; url: string } | Refused | Problem> {
  const country = typeof given.fields['country'] === 'string' ? given.fields['country'] : ''
  if (!deps.guestCashier || !isPayAndPlayOpen(given.config, ctx.country, country))
    return problem('account.pay_and_play_closed', { status: 404 })
  const prepared = await prepareForm(deps, given)
  if (isProblem(prepared) || 'errors' in prepared) return prepared
  const { fields, bonusChoice, refCode, promoCode, referral, lng, visitor, browser, origin, partner } = given
  const kept: Kept = { fields, bonusChoice, refCode, promoCode, referral, lng, visitor, browser, origin, partner }
  const secret = randomBytes(24).toString('base64url')
  const started = await deps.guestCashier.begin(ctx, {
    country,
    currency: prepared.form.currency!,
    ...order,
    secretHash: digest(secret),
    sealedForm: deps.auth.keys.seal(JSON.stringify(kept), SEALED_FOR),
  })
  return isProblem(started) ? started : { secret, url: started.url }
}

/** In the transaction that credits the payment. Throws when the form cannot become a player any more: the provider asks again. */
export async function makePaidPlayer(
  deps: Pick<AccountDeps, 'auth' | 'ledger'>,
  tx: Tx,
  config: SiteConfig,
  sealedForm: string,
): Promise<{ playerId: number; accountId: number; place: { country: string; lng: string; partner: number } }> {
  const kept = JSON.parse(deps.auth.keys.open(sealedForm, SEALED_FOR)) as Kept
  const given: Registration = { ...kept, config, kind: 'fast', socialId: '' }
  const form = readForm(given, deps.auth.clock.now())
  // The first password is made when the payer is back.
  const made = await insertPlayerWhole(deps, tx, { given, form, passwordHash: await deps.auth.passwords.nobodys })
  const named = typeof kept.fields['country'] === 'string' ? countryByCode(kept.fields['country']) : undefined
  return { ...made, place: { country: named?.iso ?? config.countries.default, lng: kept.lng, partner: kept.partner } }
}

export type Finished = { state: 'waiting' | 'refused' } | (Created & { state: 'done'; password: string })

/** Lets the payer in. Again within the day gives another first password, as long as no own one was chosen. Problem: account.payment_unknown (404). */
export async function finishByPaying(
  deps: AccountDeps,
  given: { secret: string; visitor: Visitor; browser: boolean },
): Promise<Finished | Problem> {
  const { auth, guestCashier } = deps
  const unknown = problem('account.payment_unknown', { status: 404 })
  if (!guestCashier || given.secret === '') return unknown
  // A page asks again and again while it waits: that is no registration, and no password is made for it.
  const { state } = await inTx(auth.db, (tx) => guestCashier.state(tx, given.visitor.brand, digest(given.secret), 'look'))
  if (state === 'waiting' || state === 'refused') return { state }
  const limited = await auth.limits.count('registration', given.visitor.ip)
  if (limited || state === 'unknown') return limited ?? unknown
  const password = generatePassword()
  const password_hash = await auth.passwords.hash(password)
  return inTx(auth.db, async (tx) => {
    const found = await guestCashier.state(tx, given.visitor.brand, digest(given.secret), 'take')
    if (found.state === 'unknown') return unknown
    if (found.state !== 'paid') return { state: found.state }
    const changed = await tx
      .updateTable('player')
      .set({ password_hash, first_password_until: new Date(auth.clock.now() + FIRST_PASSWORD_LIFE_MS) })
      .where('id', '=', found.playerId)
      .where('must_change_password', '=', true)
      .where('status', '=', 'active')
      .returning('id')
      .executeTakeFirst()
    if (!changed) return unknown
    return { state: 'done' as const, password, ...(await openFirstSession(auth, tx, found.playerId, given)) }
  })
}
