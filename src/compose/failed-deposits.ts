/** A payment that bounced or was called back is told to its player: in his messages, and by letter where he wants letters. */
import { listTurnedOff } from '#modules/account/server/index.ts'
import { selectPlayer, type Messenger } from '#modules/auth/server/index.ts'
import { toldSum } from '#modules/ledger/server/index.ts'
import { messageText, TO_PLAYER } from '#modules/messages/server/index.ts'
import type { PaymentsDeps } from '#modules/payments/server/index.ts'
import { emit } from '#platform/server/outbox.ts'
import type { Texts } from '#platform/server/texts.ts'

export function tellFailedDeposits(messenger: Pick<Messenger, 'send'>, texts: Texts): NonNullable<PaymentsDeps['onFailed']> {
  return async (tx, deposit, { failure, sumMinor }) => {
    const { player_id: playerId, brand } = deposit
    const template = `deposit_${failure}` as const
    const params = { number: Number(deposit.id), ...toldSum(sumMinor, deposit.currency_id) }
    await emit(tx, {
      topic: TO_PLAYER,
      key: `deposit:${deposit.id}:${failure}${deposit.returned_minor === 0n ? '' : `:${deposit.returned_minor}`}`,
      payload: { playerId, template, params },
    })
    const player = await selectPlayer(tx, playerId)
    if (player.email === null || player.email_confirmed_at === null) return
    if ((await listTurnedOff(tx, 'failedPaymentLetter', [playerId])).size > 0) return
    const { email: to, language: lng } = player
    const { title, body: text } = messageText(template, params, (key, values) => texts.text(lng, key, values))
    await messenger.send(tx, { brand, channel: 'mail', to, template: 'failed_payment', lng, params: { brand, title, text } })
  }
}
