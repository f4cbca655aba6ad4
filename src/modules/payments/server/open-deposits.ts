/** Deposits that nobody has paid yet: taken up again at the provider's page, or called off (PY-01). */
import { inTx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { callOffStep, canBePaid } from '../rules/deposit-state.ts'
import { lockDeposit, takeStep } from './callbacks.ts'
import { mayPay, selectDepositOptional, type DepositRow, type PaymentsDeps } from './deposits.ts'
import { portOf } from './port.ts'

/** What a record or a line of the history says of itself. */
interface Unpaid {
  ref: string
  brand: string | null
  provider: string | null
  pay_url: string | null
  state: string
  created_at: Date
}

interface StillOpen {
  pay_url?: string
  call_off?: string
}

/**
 * How a player's own deposits can be finished, by record. Nothing of what is over, too old or of another brand; and nobody
 * whose payment would be kept apart is led to pay.
 */
export async function openDeposits(
  deps: PaymentsDeps,
  given: { player: { id: number } | null; brand: string; now: number },
  rows: readonly Unpaid[],
): Promise<(row: Unpaid) => StillOpen> {
  const isOpen = (row: Unpaid) => row.brand === given.brand && canBePaid(row, given.now)
  const { player } = given
  if (!player || !rows.some(isOpen)) return () => ({})
  const isLed = await mayPay(deps, player.id)
  return (row) => {
    if (!isOpen(row)) return {}
    return {
      ...(isLed && row.pay_url !== null ? { pay_url: row.pay_url } : {}),
      ...(portOf(deps.providers, row.provider)?.callOff ? { call_off: row.ref } : {}),
    }
  }
}

/**
 * The provider closes its page first: what it has been paid by then is credited by its word, and so is money that comes all
 * the same. Problems: payments.unknown_deposit (404), payments.not_callable_off (409), payments.provider_silent (503).
 */
export async function callOffDeposit(
  deps: PaymentsDeps,
  given: { playerId: number; brand: string; ref: string },
): Promise<DepositRow | Problem> {
  const row = await selectDepositOptional(deps.db, given.ref)
  // A foreign deposit and an unknown one are the same answer (WEB-01).
  if (!row || row.player_id !== given.playerId || row.brand !== given.brand) return unknownDeposit()
  if (row.state === 'called_off') return row
  const port = portOf(deps.providers, row.provider)
  if (!port?.callOff || !canBePaid(row, deps.clock.now())) return tooLate()
  const { ref, external_id: externalId } = row
  const answer = await port.callOff({ ref, ...(externalId === null ? {} : { externalId }) }).catch((error: unknown) => {
    deps.log?.warn({ err: error, ref }, 'deposit: the provider did not answer')
    return null
  })
  if (answer === null) return problem('payments.provider_silent', { status: 503 })
  if (answer === 'paid') return tooLate()
  return inTx(deps.db, async (tx) => {
    const { row: now } = (await lockDeposit(tx, ref, row.provider))!
    if (now.state === 'called_off') return now
    const step = callOffStep(now.state)
    // A word of the provider was quicker: what it said stands.
    if (!step) return tooLate()
    await takeStep(deps, tx, now, step, new Date(deps.clock.now()))
    return { ...now, state: step.next }
  })
}

export function unknownDeposit(): Problem {
  return problem('payments.unknown_deposit', { status: 404, field: 'id' })
}

const tooLate = (): Problem => problem('payments.not_callable_off', { status: 409, field: 'id' })
