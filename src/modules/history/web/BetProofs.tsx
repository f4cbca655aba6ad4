import { ReceiptButton } from '#modules/journal/web/index.ts'
import { WhyResult } from '#modules/payout/web/index.ts'
import type { Bet } from './bets.ts'
import { useHistoryTexts } from './texts.ts'
import styles from './Bet.module.css'

const ACCEPTED = 1
/** Its pay-out waits for people of the house. */
const BLOCKED = 7

/** What proves a bet: why it was settled as it was, worked out again in the browser, and its signed receipt. */
export function BetProofs({ bet, status }: { bet: Bet; status: number }) {
  const text = useHistoryTexts()
  return (
    <section className={styles.proofs} aria-label={text('proofs')}>
      <h2>{text('proofs')}</h2>
      <WhyResult
        betId={bet.id}
        names={bet.legs.map(({ title, game, block }) => ({ title, game, level: block?.level ?? null }))}
        currency={bet.currency}
        isOpen={status === BLOCKED}
        isUndecided={status === ACCEPTED}
        replaced={bet.replaced}
      />
      <ReceiptButton betId={String(bet.id)} />
    </section>
  )
}
