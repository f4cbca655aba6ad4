/**
 * The element around a price, which says in plain words what it means (XT-55). It begins with a few words that fit all; better
 * ones come once somebody points at the price. They draw this element alone, not the price in it.
 */
import { Suspense, useState, type ReactNode } from 'react'
import { AfterIdle } from '#platform/web/idle.tsx'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import type { PricedGame } from '../model/priced-game.ts'
import type { Outcome } from '../model/types.ts'
import styles from './Event.module.css'

const MoreTip = lazyPart(async () => (await import('./MoreTip.tsx')).MoreTip)

interface ExplainedProps {
  outcome: Outcome
  game: PricedGame
  /** Why the outcome cannot join those in the coupon: more urgent than what it means. */
  impossible: string | undefined
  /** Words that fit all. */
  any: string
  children: ReactNode
}

export function Explained({ outcome, game, impossible, any, children }: ExplainedProps) {
  /** Null until somebody points at it. */
  const [words, setWords] = useState<string | null>(null)
  const onMeet = () => setWords(words ?? '')
  return (
    <span
      className={styles.outcome}
      data-tip={impossible ?? (words || any)}
      data-impossible={impossible === undefined ? undefined : ''}
      onPointerEnter={onMeet}
      onFocus={onMeet}
    >
      {children}
      {words === null ? null : (
        <Suspense>
          <MoreTip asked={{ outcome, game, onWords: setWords }} />
        </Suspense>
      )}
    </span>
  )
}

/** Brings the better words when the page is idle: stands once on the page. */
export function IdleTips() {
  return (
    <AfterIdle>
      <Suspense>
        <MoreTip />
      </Suspense>
    </AfterIdle>
  )
}
