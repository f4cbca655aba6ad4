/** A payment that bounced, was called back or waits to be taken back is told to its player: in his messages, and by letter where he wants letters. */
import { listTurnedOff } from '#modules/account/server/index.ts'
import { selectPlayer, type Messenger } from '#modules/auth/server/index.ts'
import { toldSum } from '#modules/ledger/server/index.ts'
import { messageText, TO_PLAYER, type MessageParams, type TemplateName } from '#modules/messages/server/index.ts'
import type { DepositRow, PaymentsDeps } from '#modules/payments/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { emit } from '#platform/server/outbox.ts'
import type { Texts } from '#platform/server/texts.ts'

interface Told {
  template: TemplateName
  cause: string
  params: MessageParams
}

export function tellFailedDeposits(
  messenger: Pick<Messenger, 'send'>,
  texts: Texts,
): Required<Pick<PaymentsDeps, 'onFailed' | 'onToClaim'>> {
  return {
    async onFailed(tx, deposit, { failure, sumMinor }) {
      const cause = `deposit:${deposit.id}:${failure}${deposit.returned_minor === 0n ? '' : `:${deposit.returned_minor}`}`
      await tell(tx, deposit, { template: `deposit_${failure}`, cause, params: toldSum(sumMinor, deposit.currency_id) })
    },
    async onToClaim(tx, deposit, { claimAt, sumMinor }) {
      const params = { ...toldSum(sumMinor, deposit.currency_id), link: claimAt }
      await tell(tx, deposit, { template: 'deposit_to_claim', cause: `deposit:${deposit.id}:to_claim`, params })
    },
  }

  async function tell(tx: Tx, { id, player_id: playerId, brand }: DepositRow, { template, cause, params: told }: Told): Promise<void> {
    const params = { number: Number(id), ...told }
    await emit(tx, { topic: TO_PLAYER, key: cause, payload: { playerId, template, params } })
    const player = await selectPlayer(tx, playerId)
    if (player.email === null || player.email_confirmed_at === null) return
    if ((await listTurnedOff(tx, 'failedPaymentLetter', [playerId])).size > 0) return
    const { email: to, language: lng } = player
    const { title, body: text } = messageText(template, params, (key, values) => texts.text(lng, key, values))
    await messenger.send(tx, { brand, channel: 'mail', to, template: 'failed_payment', lng, params: { title, text } })
  }
}
