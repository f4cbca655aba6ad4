/**
 * The element around a price, which says in plain words what it means (XT-55). Most markets begin with a few words that fit all;
 * better ones come once somebody points at the price. They draw this element alone, not the price in it.
 */
import { Suspense, useState, type ReactNode } from 'react'
import { AfterIdle } from '#platform/web/idle.tsx'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import type { Outcome, PricedGame } from '../model/types.ts'
import styles from './Event.module.css'

const MoreTip = lazyPart(async () => (await import('./MoreTip.tsx')).MoreTip)
const TipTexts = lazyPart(async () => (await import('./MoreTip.tsx')).TipTexts)

interface ExplainedProps {
  outcome: Outcome
  game: PricedGame
  /** Why the outcome cannot join those in the coupon: more urgent than what it means. */
  impossible: string | undefined
  tip: string
  /** There are no better words. */
  final: boolean
  children: ReactNode
}

export function Explained({ outcome, game, impossible, tip, final, children }: ExplainedProps) {
  const [met, meet] = useState(false)
  const [words, setWords] = useState('')
  const onMeet = () => meet(true)
  return (
    <span
      className={styles.outcome}
      data-tip={impossible ?? (words || tip)}
      data-impossible={impossible === undefined ? undefined : ''}
      onPointerEnter={onMeet}
      onFocus={onMeet}
    >
      {children}
      {met && !final ? (
        <Suspense>
          <MoreTip outcome={outcome} game={game} onWords={setWords} />
        </Suspense>
      ) : null}
    </span>
  )
}

/** Brings the better words when the page is idle: stands once on the page. */
export function IdleTips() {
  return (
    <AfterIdle>
      <Suspense>
        <TipTexts />
      </Suspense>
    </AfterIdle>
  )
}
