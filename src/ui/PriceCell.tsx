import { memo, useCallback, useLayoutEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import type { ReactNode, Ref } from 'react'
import type { Milli } from '#lib/price.ts'
import { Price } from './Num.tsx'
import { useUi } from './settings.tsx'
import { faceOf, isButton, type LockReason, type Moved, type PriceFace, type PriceState } from './price-face.ts'
import { PaintedPrice, type PriceNow, type PriceSource } from './painted-price.ts'
import styles from './PriceCell.module.css'
import { cx } from './class-names.ts'

export { LOCK_REASONS, PRICE_STATES, type LockReason, type PriceState } from './price-face.ts'
export type { PriceNow, PriceSource } from './painted-price.ts'

interface FrameProps {
  /** For screen readers: outcome and team, "П1, Актобе". */
  name: string
  /** Caption inside the cell (wide and tall cells). */
  caption?: ReactNode
  /** `cell` 58 × 32 of the line, `tall` 44 high with a caption for phones, `wide` 38 high for the event page. */
  layout?: 'cell' | 'tall' | 'wide'
  /** Modifier: the outcome is in another coupon tab. */
  elsewhere?: boolean
  /** Roving focus of the line's grid. */
  tabIndex?: number
  className?: string | undefined
  /** Identity of the outcome for delegated handlers: `data-outcome`. */
  outcome?: string
}

export interface PriceCellProps extends FrameProps {
  state: PriceState
  /** Thousandths; null where there is no price. */
  price: Milli | null
  /** The struck price above a boosted one. */
  oldPrice?: Milli | undefined
  /** Where a selected price moved: the highlight stays, the triangle shows. */
  moved?: 'up' | 'down' | null | undefined
  /** Why the price is locked. */
  reason?: LockReason | undefined
  /** Modifier: held down. */
  pressed?: boolean
  onPress?: (() => void) | undefined
}

/**
 * One outcome's price. A locked price keeps its place and stays focusable, with its reason as description; a missing
 * one is not a button. The tooltip is drawn by <TooltipHost> from `data-tip`.
 */
export const PriceCell = memo(function PriceCell(props: PriceCellProps) {
  const face = faceOf(props, useUi())
  return drawn(face, props, { onClick: face.state === 'locked' ? undefined : props.onPress })
})

export interface LivePriceCellProps extends FrameProps {
  source: PriceSource
  /** In the coupon. */
  selected?: boolean
  /** Told the price that stood in the cell when it was pressed; a locked one is not pressed. */
  onPress: (price: Milli) => void
}

/**
 * The same cell over a price that changes by itself: React draws it once, changes of price, direction and lock are
 * written into its elements, and it renders again only for what else it is given.
 */
export const LivePriceCell = memo(function LivePriceCell(props: LivePriceCellProps) {
  const { source, selected = false, onPress } = props
  const ui = useUi()
  const [painted] = useState(() => new PaintedPrice())
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const button = useRef<HTMLButtonElement>(null)
  const now = useSyncExternalStore(untold, source.now, source.first)
  const { name, elsewhere } = props
  const faceFor = useCallback(
    ({ price, lock, was }: PriceNow, moved: Moved | null) => {
      const state = selected ? 'selected' : lock ? 'locked' : was !== undefined ? 'boosted' : (moved ?? 'normal')
      return faceOf(
        { state, price, oldPrice: was, moved: selected || was !== undefined ? moved : null, name, reason: lock ?? undefined, elsewhere },
        ui,
      )
    },
    [selected, name, elsewhere, ui],
  )
  const face = faceFor(now, painted.moved)
  useLayoutEffect(() => {
    painted.settle({ element: button.current, source, face, faceFor, renderAgain })
    // The face is new at each render, and each must be settled.
  }, [painted, source, face, faceFor])
  useLayoutEffect(() => source.watch(painted.changed), [source, painted])
  useLayoutEffect(() => () => painted.leave(), [painted])
  const press = () => {
    const pressed = painted.now()
    // A selected price can be taken out of the coupon while it is locked.
    if (pressed && pressed.price !== null && (selected || !pressed.lock)) onPress(pressed.price)
  }
  return drawn(face, props, { ref: button, onClick: press })
})

/** Changes do not come through React: the cell is told of them by its source. */
const untold = () => () => {}

interface Extras {
  onClick: (() => void) | undefined
  ref?: Ref<HTMLButtonElement>
}

function drawn(face: PriceFace, props: FrameProps & Pick<Partial<PriceCellProps>, 'pressed'>, { onClick, ref }: Extras): ReactNode {
  const { caption, layout = 'cell', outcome } = props
  const { state } = face
  const marks = {
    'data-state': state,
    'data-layout': layout,
    'data-moved': face.moved,
    'data-pressed': props.pressed || undefined,
    'data-elsewhere': props.elsewhere || undefined,
    'data-length': face.length,
    'data-outcome': outcome,
    className: cx(styles.cell, props.className),
  }
  // The spoken name is a text of its own, not an aria-label: a label would have to repeat the seen text in its order.
  const content = (
    <span className={styles.face} aria-hidden>
      {caption !== undefined && layout !== 'cell' ? <span className={styles.caption}>{caption}</span> : null}
      {digitsOf(face)}
    </span>
  )
  if (isButton(state)) {
    return (
      <button
        ref={ref}
        type="button"
        {...marks}
        tabIndex={props.tabIndex}
        aria-pressed={state === 'selected'}
        aria-disabled={face.disabled}
        aria-description={face.reason}
        data-tip={face.reason}
        onClick={onClick}
      >
        <span className="visually-hidden">{face.spoken}</span>
        {content}
      </button>
    )
  }
  if (state === 'unavailable' || state === 'loading') {
    return (
      <span {...marks} aria-hidden={state === 'loading' || undefined}>
        <span className="visually-hidden">{state === 'unavailable' ? face.spoken : null}</span>
        {content}
      </span>
    )
  }
  return (
    <span {...marks} role="img" aria-label={face.spoken}>
      {content}
    </span>
  )
}

/** The lock of a locked price is drawn by the style sheet over the same elements: a lock that opens moves nothing. */
function digitsOf({ state, digits, was }: PriceFace): ReactNode {
  if (state === 'loading') return <span className={styles.empty} />
  if (state === 'unavailable') return '–'
  return (
    <span className={styles.price}>
      {was !== undefined ? (
        <s>
          <Price milli={was} inCell />
        </s>
      ) : null}
      <bdi dir="ltr" data-digits="">
        {digits}
      </bdi>
    </span>
  )
}
