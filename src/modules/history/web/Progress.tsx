import { Num } from '#ui/Num.tsx'
import { shownLegs, type Bet } from './bets.ts'
import { useHistoryTexts } from './texts.ts'
import styles from './BetCard.module.css'

/** How far a bet of several legs has come: a mark a leg, won ones filled; read aloud as "2 of 5 decided". */
export function Progress({ bet }: { bet: Bet }) {
  const text = useHistoryTexts()
  const legs = shownLegs(bet).map(({ leg }) => leg)
  const decided = legs.filter((leg) => leg.result !== null).length
  return (
    <span className={styles.progress} role="img" aria-label={text('legs_decided', { decided, all: legs.length })}>
      {legs.length <= 8 ? (
        legs.map((leg, i) => <i key={i} data-result={leg.result ?? (leg.inPlay ? 'live' : 'open')} />)
      ) : (
        <Num>{`${decided}/${legs.length}`}</Num>
      )}
    </span>
  )
}
