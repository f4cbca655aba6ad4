import { useSite } from '#platform/web/features.tsx'
import { useSession } from '#platform/web/session.tsx'
import { Num, Numbered } from '#ui/Num.tsx'
import type { Currency } from './bets.ts'
import { useHistoryTexts } from './texts.ts'

/** What makes a printed sheet a paper of somebody's: the site, the player, the account and its currency. */
export function Whose({ playerId, currency, className }: { playerId: number; currency: Currency; className?: string | undefined }) {
  const text = useHistoryTexts()
  const { config } = useSite()
  const { account } = useSession()
  return (
    <p className={className}>
      {config.customize.name} · {text('player')} <Numbered id={playerId} /> · {text('account')} <Numbered id={account?.id ?? ''} />{' '}
      <Num>{currency.code}</Num>
    </p>
  )
}
