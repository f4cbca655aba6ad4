/** Money that is to leave by a way that is new for the player is told to him at once, so that a stranger is noticed in time (PAY-09). */
import { selectPlayer, type Messenger } from '#modules/auth/server/index.ts'
import { toldSum } from '#modules/ledger/server/index.ts'
import { messageText, TO_PLAYER } from '#modules/messages/server/index.ts'
import type { PaymentsDeps } from '#modules/payments/server/index.ts'
import { emit } from '#platform/server/outbox.ts'
import type { Texts } from '#platform/server/texts.ts'

/** The letter cannot be turned off: it is about the safety of the account. */
export function tellNewPayoutWay(messenger: Pick<Messenger, 'send'>, texts: Texts): NonNullable<PaymentsDeps['onNewWay']> {
  return async (tx, withdrawal) => {
    const { player_id: playerId, brand } = withdrawal
    const template = 'payout_way_new'
    const params = { number: Number(withdrawal.id), ...toldSum(withdrawal.amount_minor, withdrawal.currency_id) }
    await emit(tx, { topic: TO_PLAYER, key: `withdrawal:${withdrawal.id}:new_way`, payload: { playerId, template, params } })
    const player = await selectPlayer(tx, playerId)
    if (player.email === null || player.email_confirmed_at === null) return
    const { email: to, language: lng } = player
    const { title, body: text } = messageText(template, params, (key, values) => texts.text(lng, key, values))
    await messenger.send(tx, { brand, channel: 'mail', to, template: 'new_payout_way', lng, params: { title, text } })
  }
}
