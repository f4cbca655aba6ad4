import { useSite } from '#platform/web/features.tsx'
import { Num, Numbered } from '#ui/Num.tsx'
import type { Currency } from './bets.ts'
import { useHistoryTexts } from './texts.ts'

interface WhoseProps {
  playerId: number
  accountId: number
  currency: Currency
  className?: string | undefined
}

/** What makes a printed sheet a paper of somebody's: the site, the player, the account and its currency. */
export function Whose({ playerId, accountId, currency, className }: WhoseProps) {
  const text = useHistoryTexts()
  const { config } = useSite()
  return (
    <p className={className}>
      {config.customize.name} · {text('player')} <Numbered id={playerId} /> · {text('account')} <Numbered id={accountId} />{' '}
      <Num>{currency.code}</Num>
    </p>
  )
}
