import { memo, type ReactNode } from 'react'
import { selectionKey, useSelection } from '#platform/web/selection.tsx'
import type { LockReason, PriceState } from '#ui/PriceCell.tsx'
import { PriceCell } from '#ui/PriceCell.tsx'
import { useLiveOutcome } from '../live/live-outcome.ts'
import type { LineGame, Outcome } from '../model/types.ts'

export interface LinePriceProps {
  outcome: Outcome
  game: LineGame
  topic: string
  loaded: boolean
  lock: LockReason | null
  /** Names for the coupon, until the server answers with its own. */
  market: string
  outcomeName: string
  /** For screen readers: "П1, Актобе". */
  label: string
  caption?: ReactNode
  layout?: 'cell' | 'tall' | 'wide'
  tabIndex?: number
  className?: string | undefined
}

/** One price of the line: it listens to its own outcome and to its own place in the coupon, to nothing else. */
export const LinePrice = memo(function LinePrice({
  outcome,
  game,
  topic,
  loaded,
  lock,
  market,
  outcomeName,
  label,
  caption,
  layout = 'tall',
  tabIndex,
  className,
}: LinePriceProps) {
  const now = useLiveOutcome(outcome, { topic, loaded, lock })
  const playerId = outcome.player?.id ?? 0
  const [selection, toggle] = useSelection(selectionKey({ gameId: outcome.gameId, type: outcome.t, param: outcome.p, playerId }))
  const state: PriceState = selection === 'selected' ? 'selected' : now.lock ? 'locked' : (now.moved ?? 'normal')
  const press = () =>
    toggle({
      gameId: outcome.gameId,
      constId: game.ci,
      type: outcome.t,
      param: outcome.p,
      playerId,
      price: now.price,
      kind: game.kind,
      sportId: game.sportId,
      champId: game.champId,
      names: { side1: game.side1, side2: game.side2, champ: game.champ, market, outcome: outcomeName, period: game.partName },
      startsAt: game.startsAt,
    })
  return (
    <PriceCell
      state={state}
      price={now.price}
      moved={selection === 'selected' ? now.moved : null}
      name={label}
      caption={caption}
      layout={layout}
      reason={now.lock ?? undefined}
      elsewhere={selection === 'elsewhere'}
      onPress={press}
      outcome={outcome.key}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      className={className}
    />
  )
})
