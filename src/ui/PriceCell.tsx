import { memo } from 'react'
import type { ReactNode } from 'react'
import type { Milli } from '#lib/price.ts'
import { Icon } from './Icon.tsx'
import { Price } from './Num.tsx'
import { formatPriceView } from './number-format.ts'
import { useUi } from './settings.tsx'
import type { UiSettings, UiTextKey } from './settings.tsx'
import styles from './PriceCell.module.css'
import { cx } from './class-names.ts'

/** The thirteen states of a price (ux 4). One value, never two booleans. */
export const PRICE_STATES = [
  'normal',
  'hover',
  'focus',
  'selected',
  'up',
  'down',
  'boosted',
  'locked',
  'unavailable',
  'loading',
  'won',
  'lost',
  'void',
] as const
export type PriceState = (typeof PRICE_STATES)[number]

/** Why a price is locked (ux 4): keys of the kit's texts. */
export const LOCK_REASONS = [
  'lock_goal',
  'lock_var',
  'lock_penalty',
  'lock_card',
  'lock_feed',
  'lock_stale',
  'lock_trader',
  'lock_started',
  'lock_closed',
] as const satisfies readonly UiTextKey[]
export type LockReason = (typeof LOCK_REASONS)[number]

export interface PriceCellProps {
  state: PriceState
  /** Thousandths; null where there is no price. */
  price: Milli | null
  /** The struck price above a boosted one. */
  oldPrice?: Milli | undefined
  /** Where a selected price moved: the highlight stays, the triangle shows. */
  moved?: 'up' | 'down' | null | undefined
  /** For screen readers: outcome and team, "П1, Актобе". */
  name: string
  /** Caption inside the cell (wide and tall cells). */
  caption?: ReactNode
  /** `cell` 58 × 32 of the line, `tall` 44 high with a caption for phones, `wide` 38 high for the event page. */
  layout?: 'cell' | 'tall' | 'wide'
  /** Why the price is locked. */
  reason?: LockReason | undefined
  /** Modifier: held down. */
  pressed?: boolean
  /** Modifier: the outcome is in another coupon tab. */
  elsewhere?: boolean
  onPress?: (() => void) | undefined
  /** Roving focus of the line's grid. */
  tabIndex?: number
  className?: string | undefined
  /** Identity of the outcome for delegated handlers: `data-outcome`. */
  outcome?: string
}

function accessibleName(props: PriceCellProps, ui: UiSettings): string {
  const { state, price, name, moved } = props
  if (price === null || state === 'unavailable') return `${name}, ${ui.text('price_none')}`
  const parts = [name, ui.text('price_name', { price: formatPriceView(price, ui.priceView) })]
  const direction = state === 'up' || state === 'down' ? state : moved
  if (direction) parts.push(ui.text(direction === 'up' ? 'price_went_up' : 'price_went_down'))
  if (state === 'boosted') parts.push(ui.text('price_boosted'))
  if (state === 'won' || state === 'lost' || state === 'void') parts.push(ui.text(`price_${state}`))
  if (props.elsewhere) parts.push(ui.text('price_elsewhere'))
  return parts.join(', ')
}

/** Fractions and big prices of other views keep the cell and get smaller type: "3979/1000" beside "1.85". */
function lengthMark(text: string): 'long' | 'longest' | undefined {
  return text.length > 8 ? 'longest' : text.length > 6 ? 'long' : undefined
}

function face(props: PriceCellProps): ReactNode {
  const { state, price, oldPrice } = props
  if (state === 'loading') return <span className={styles.empty} />
  if (state === 'locked') return <Icon name="lock" size={14} />
  if (price === null || state === 'unavailable') return '–'
  return (
    <span className={styles.price}>
      {state === 'boosted' && oldPrice !== undefined ? (
        <s>
          <Price milli={oldPrice} inCell />
        </s>
      ) : null}
      <Price milli={price} inCell />
    </span>
  )
}

/**
 * One outcome's price. A locked price keeps its place and stays focusable, with its reason as description; a missing
 * one is not a button. The tooltip is drawn by <TooltipHost> from `data-tip`.
 */
export const PriceCell = memo(function PriceCell(props: PriceCellProps) {
  const ui = useUi()
  const { state, moved, caption, layout = 'cell', pressed = false, elsewhere = false, onPress, tabIndex, outcome } = props
  const shown = props.price === null && state !== 'locked' && state !== 'loading' ? 'unavailable' : state
  const marks = {
    'data-state': shown,
    'data-layout': layout,
    'data-moved': shown === 'up' || shown === 'down' ? shown : (moved ?? undefined),
    'data-pressed': pressed || undefined,
    'data-elsewhere': elsewhere || undefined,
    'data-length': props.price === null ? undefined : lengthMark(formatPriceView(props.price, ui.priceView, true)),
    'data-outcome': outcome,
    className: cx(styles.cell, props.className),
  }
  // The spoken name is a text of its own, not an aria-label: a label would have to repeat the seen text in its order.
  const content = (
    <span className={styles.face} aria-hidden>
      {caption !== undefined && layout !== 'cell' ? <span className={styles.caption}>{caption}</span> : null}
      {face({ ...props, state: shown })}
    </span>
  )
  if (shown === 'unavailable' || shown === 'loading') {
    return (
      <span {...marks} aria-hidden={shown === 'loading' || undefined}>
        <span className="visually-hidden">{shown === 'unavailable' ? accessibleName(props, ui) : null}</span>
        {content}
      </span>
    )
  }
  if (shown === 'won' || shown === 'lost' || shown === 'void') {
    return (
      <span {...marks} role="img" aria-label={accessibleName(props, ui)}>
        {content}
      </span>
    )
  }
  const locked = shown === 'locked'
  const reason = locked ? ui.text(props.reason ?? 'lock_trader') : undefined
  return (
    <button
      type="button"
      {...marks}
      tabIndex={tabIndex}
      aria-pressed={shown === 'selected'}
      aria-disabled={locked || undefined}
      aria-description={reason}
      data-tip={reason}
      onClick={locked ? undefined : onPress}
    >
      <span className="visually-hidden">{locked ? props.name : accessibleName(props, ui)}</span>
      {content}
    </button>
  )
})
