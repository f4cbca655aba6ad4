import { use } from 'react'
import { combine, combinedMilli } from '../rules/combined.ts'
import { IconButton } from '#ui/Button.tsx'
import { Num } from '#ui/Num.tsx'
import { StakeField } from '#ui/Stake.tsx'
import { currencySign } from '#lib/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import {
  arrangementOf,
  inFlight,
  kindOf,
  placeOf,
  type Arrangement,
  type BlockTarget,
  type Coupon,
  type CouponProblem,
  type Leg,
} from '../rules/state/index.ts'
import { useCouponContext } from './context.ts'
import { LegRow, type LegMoves, type MoveChoice } from './LegRow.tsx'
import { legLines } from './leg-text.ts'
import { PadContext } from './pad.ts'
import { useRichParts } from './rich-text.tsx'
import { useCouponTexts, usePartsTexts } from './texts.ts'
import { TotalPrice } from './TotalPrice.tsx'
import { useDrag } from './use-drag.ts'
import { useMoved } from './use-moved.ts'
import styles from './blocks.module.css'

interface BlockListProps {
  coupon: Coupon
  problems: readonly CouponProblem[]
}

/** Blocks of a multi-bet or a conditional bet: selections go between them by drag, by arrow keys and by a press. */
export function BlockList({ coupon, problems }: BlockListProps) {
  const parts = usePartsTexts()
  const arrangement = arrangementOf(coupon)
  const moves = useBlockMoves(coupon, arrangement)
  const legs = new Map(coupon.legs.map((leg) => [leg.key, leg]))
  const isMulti = kindOf(coupon) === 'multi'
  const rows = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const leg = legs.get(key)
      return leg
        ? [<LegRow key={key} leg={leg} coupon={coupon} problems={problems.filter((one) => one.legKey === key)} moves={moves(leg)} />]
        : []
    })
  return (
    <div className={styles.blocks} data-locked={inFlight(coupon.flow) || undefined}>
      {isMulti ? (
        <section className={styles.block} data-drop="lobby" data-lobby="" aria-label={parts('lobby')}>
          <h3 className={styles.head}>
            <span>{parts('lobby')}</span>
            <BlockPrice keys={arrangement.lobby} legs={legs} />
          </h3>
          {arrangement.lobby.length > 0 ? <ul>{rows(arrangement.lobby)}</ul> : <p className={styles.hint}>{parts('lobby_hint')}</p>}
        </section>
      ) : null}
      {arrangement.blocks.map((block, i) => (
        <section key={block.keys[0]} className={styles.block} data-drop={i} aria-label={parts('block_number', { n: i + 1 })}>
          <h3 className={styles.head}>
            <span>{parts('block_number', { n: i + 1 })}</span>
            {isMulti ? null : <Order index={i} count={arrangement.blocks.length} locked={inFlight(coupon.flow)} />}
            <BlockPrice keys={block.keys} legs={legs} />
          </h3>
          <ul>{rows(block.keys)}</ul>
          {isMulti || i === 0 ? null : <BlockStake coupon={coupon} index={i} value={block.stake} />}
        </section>
      ))}
      <p className={styles.fresh} data-drop="new">
        {parts('drop_new')}
      </p>
    </div>
  )
}

/** Price of a block of several selections. */
function BlockPrice({ keys, legs }: { keys: readonly string[]; legs: ReadonlyMap<string, Leg> }) {
  if (keys.length < 2) return null
  const milli = combinedMilli(combine(keys.map((key) => legs.get(key)?.price ?? 1000)))
  return <TotalPrice className={styles.blockPrice} milli={milli} />
}

function Order({ index, count, locked }: { index: number; count: number; locked: boolean }) {
  const parts = usePartsTexts()
  const { store } = useCouponContext()
  const to = (target: number) => store.dispatch({ do: 'moveBlock', from: index, to: target })
  return (
    <span className={styles.order}>
      <IconButton
        icon="arrow-up"
        size={14}
        label={parts('block_up', { n: index + 1 })}
        disabled={locked || index === 0}
        onClick={() => to(index - 1)}
      />
      <IconButton
        icon="arrow-down"
        size={14}
        label={parts('block_down', { n: index + 1 })}
        disabled={locked || index === count - 1}
        onClick={() => to(index + 1)}
      />
    </span>
  )
}

/** Stake of a later block: empty = everything that the blocks before it brought. */
function BlockStake({ coupon, index, value }: { coupon: Coupon; index: number; value: string }) {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const { lng } = useUi()
  const { store } = useCouponContext()
  const pad = use(PadContext)
  const { currency } = coupon.setup
  return (
    <div className={styles.stake} onFocus={() => pad?.take({ block: index, name: parts('block_number', { n: index + 1 }) })}>
      <StakeField
        label={parts('block_stake_label', { n: index + 1 })}
        ownPad={pad !== null}
        placeholder=""
        value={value}
        sign={currencySign(currency, lng)}
        accuracy={currency.exponent}
        disabled={inFlight(coupon.flow)}
        onChange={(text) => store.dispatch({ do: 'blockStake', index, text })}
      />
      <small>{value === '' ? parts('block_stake_all') : rich('block_stake_most', { n: <Num>{index + 1}</Num> })}</small>
    </div>
  )
}

function useBlockMoves(coupon: Coupon, arrangement: Arrangement): (leg: Leg) => LegMoves {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const { store } = useCouponContext()
  const said = useMoved()
  const isMulti = kindOf(coupon) === 'multi'
  const count = arrangement.blocks.length
  const nameOf = (place: BlockTarget) =>
    place === 'lobby' ? parts('lobby') : place === 'new' ? parts('new_block') : parts('block_number', { n: place + 1 })
  const to = (key: string, target: BlockTarget) => {
    store.dispatch({ do: 'moveToBlock', key, target })
    const place = placeOf(arrangementOf(store.get()), key)
    if (place !== null) said(key, nameOf(place))
  }
  const grab = useDrag((key, place) => {
    const target: BlockTarget = place === 'lobby' || place === 'new' ? place : Number(place)
    if (placeOf(arrangement, key) !== target) to(key, target)
  })
  return (leg) => {
    const place = placeOf(arrangement, leg.key)
    const alone = typeof place === 'number' && arrangement.blocks[place]?.keys.length === 1
    // The order of the arrow keys: lobby, the blocks, a block of its own.
    const places: BlockTarget[] = [
      ...(isMulti ? ['lobby' as const] : []),
      ...Array.from({ length: count }, (_, i) => i),
      ...(alone ? [] : ['new' as const]),
    ]
    const at = places.indexOf(place ?? 0)
    const { title } = legLines(leg, { w1: text('w1'), w2: text('w2'), draw: text('draw') })
    return {
      label: parts('move_leg', { outcome: title, place: nameOf(place ?? 0) }),
      grab: grab(leg.key),
      step(by) {
        const target = places[at + by]
        if (target !== undefined) to(leg.key, target)
      },
      choices: places
        .filter((one) => one !== place)
        .map((one): MoveChoice => ({ key: String(one), label: nameOf(one), go: () => to(leg.key, one) })),
    }
  }
}
