import { memo, useMemo, type ReactNode } from 'react'
import { selectionKey, useSelection } from '#platform/web/selection.tsx'
import { LivePriceCell, type LockReason } from '#ui/PriceCell.tsx'
import { outcomeSource } from '../live/live-outcome.ts'
import { usePageLock } from '../live/locks.tsx'
import type { PricedGame } from '../model/priced-game.ts'
import type { Outcome } from '../model/types.ts'

export interface LinePriceProps {
  outcome: Outcome
  game: PricedGame
  topic: string
  /** What locks the game besides the head of its topic. */
  lock?: LockReason | null
  /** Names for the coupon, until the server answers with its own. */
  market: string
  outcomeName: string
  /** Sides of the duel whose price it is. */
  duel?: readonly (readonly number[])[]
  /** For screen readers: "П1, Актобе". */
  label: string
  caption?: ReactNode
  layout?: 'cell' | 'tall' | 'wide'
  tabIndex?: number
  className?: string | undefined
}

/** One price of the line: it listens to its own outcome and to its own place in the coupon, to nothing else. */
export const LinePrice = memo(function LinePrice(props: LinePriceProps) {
  const { outcome, game, topic, lock = null, layout = 'tall', tabIndex } = props
  const pageLock = usePageLock()
  const source = useMemo(
    () => outcomeSource({ outcome, topic, kind: game.kind, lock: pageLock ?? lock }),
    [outcome, topic, game.kind, pageLock, lock],
  )
  const playerId = outcome.player?.id ?? 0
  const [selection, toggle] = useSelection(selectionKey({ gameId: outcome.gameId, type: outcome.t, param: outcome.p, playerId }))
  const press = (price: number) =>
    toggle({
      gameId: outcome.gameId,
      constId: game.ci,
      type: outcome.t,
      param: outcome.p,
      playerId,
      price,
      kind: game.kind,
      sportId: game.sportId,
      champId: game.champId,
      names: {
        side1: game.side1,
        side2: game.side2,
        champ: game.champ,
        market: props.market,
        outcome: props.outcomeName,
        period: game.partName,
      },
      startsAt: game.startsAt,
      duel: props.duel,
      group: outcome.g,
    })
  return (
    <LivePriceCell
      source={source}
      selected={selection === 'selected'}
      name={props.label}
      caption={props.caption}
      layout={layout}
      elsewhere={selection === 'elsewhere'}
      onPress={press}
      outcome={outcome.key}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      className={props.className}
    />
  )
})
