import { use, useEffect, useRef, useState, type ReactNode } from 'react'
import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { usePreference } from '#platform/web/storage.ts'
import { IconButton } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Money, Num, Price } from '#ui/Num.tsx'
import { Score } from '#ui/Score.tsx'
import { StakeField } from '#ui/Stake.tsx'
import { currencySign } from '#lib/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import { earlyLead, inFlight, kindOf, mostStake, type Coupon, type CouponProblem, type Leg } from '../rules/state/index.ts'
import { useCouponContext } from './context.ts'
import { useRichParts } from './rich-text.tsx'
import { useCouponTexts, usePartsTexts } from './texts.ts'
import { legLines } from './leg-text.ts'
import { PadContext } from './pad.ts'
import { ProblemNotice } from './ProblemNotice.tsx'
import { TeamMarks } from './TeamMarks.tsx'
import styles from './coupon.module.css'

export interface MoveChoice {
  key: string
  label: ReactNode
  go(): void
}

/** How a leg is moved: dragged by its handle, stepped by arrow keys, or put somewhere by a press. */
export interface LegMoves {
  /** What the handle says: name and present place. */
  label: string
  choices: readonly MoveChoice[]
  step(by: 1 | -1): void
  grab: { onPointerDown: (event: React.PointerEvent<HTMLElement>) => void }
}

interface LegRowProps {
  leg: Leg
  coupon: Coupon
  problems: readonly CouponProblem[]
  /** Place in an ordered kind, from 1. */
  number?: number
  moves?: LegMoves | undefined
  /** Without the cross: a mini coupon is closed as a whole. */
  bare?: boolean
}

export function LegRow({ leg, coupon, problems, number, moves, bare = false }: LegRowProps) {
  const text = useCouponTexts()
  const { store } = useCouponContext()
  const [logos] = usePreference('teamLogosInCoupon', true)
  const { title, market, teams } = legLines(leg, { w1: text('w1'), w2: text('w2'), draw: text('draw') })
  const moved = leg.status === 'open' && leg.price !== leg.agreed ? (leg.price > leg.agreed ? 'up' : 'down') : null
  const kind = kindOf(coupon)
  const ownStake = (kind === 'singles' && coupon.legs.length > 1) || kind === 'multiSingle'
  return (
    <li
      className={styles.leg}
      data-status={leg.status}
      data-leg={leg.key}
      data-movable={moves ? '' : undefined}
      data-drop={number === undefined ? undefined : number - 1}
    >
      {moves ? <MoveHandle moves={moves} legKey={leg.key} disabled={inFlight(coupon.flow)} /> : null}
      <span className={styles.outcome}>
        {number === undefined ? null : (
          <span className={styles.place}>
            <Num>{number}</Num>
          </span>
        )}
        <bdi>{title}</bdi>
      </span>
      <span className={styles.price} data-moved={moved ?? undefined}>
        {leg.status === 'open' ? null : <Icon name="lock" size={13} />}
        {leg.boostedFrom === undefined ? null : (
          <s className={styles.was}>
            <Price milli={leg.boostedFrom} />
          </s>
        )}
        <Price milli={leg.price} />
        {moved ? <span aria-hidden>{moved === 'up' ? '▲' : '▼'}</span> : null}
        {moved ? <span className="visually-hidden">{text(moved === 'up' ? 'went_up' : 'went_down')}</span> : null}
      </span>
      <span className={styles.market}>
        {market}
        <LivePlace leg={leg} />
      </span>
      <span className={styles.teams}>
        <span>
          {logos ? <TeamMarks names={leg.names} /> : null}
          <bdi>{teams}</bdi>
        </span>
        <StartTime leg={leg} />
      </span>
      <EarlyNote leg={leg} coupon={coupon} />
      {bare ? null : (
        <IconButton
          className={styles.remove}
          icon="close"
          size={14}
          label={text('remove_leg', { outcome: title })}
          disabled={inFlight(coupon.flow)}
          onClick={() => store.dispatch({ do: 'remove', keys: [leg.key] })}
        />
      )}
      {ownStake ? <LegStake leg={leg} coupon={coupon} name={title} /> : null}
      {problems.map((problem) => (
        <ProblemNotice key={problem.key} problem={problem} coupon={coupon} />
      ))}
    </li>
  )
}

/** Won as soon as the side leads by so many (XT-21). */
function EarlyNote({ leg, coupon }: { leg: Leg; coupon: Coupon }) {
  const parts = usePartsTexts()
  const lead = earlyLead(coupon, leg)
  return lead === null ? null : (
    <span className={styles.early} data-testid="early-payout" title={parts('early_about', { lead })}>
      <Icon name="check" size={12} />
      {parts('early_applies', { lead })}
    </span>
  )
}

/** Drag by mouse or finger; arrow keys; a press shows the places as buttons (ux 12: what is dragged can be pressed). */
function MoveHandle({ moves, legKey, disabled }: { moves: LegMoves; legKey: string; disabled: boolean }) {
  const parts = usePartsTexts()
  const [open, setOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  // The selections scroll: below the last one in sight the places would open out of it.
  useEffect(() => {
    // Newer browsers answer with a promise, which is no end of an effect.
    if (open) list.current?.scrollIntoView({ block: 'nearest' })
  }, [open])
  return (
    <>
      <button
        type="button"
        className={styles.handle}
        aria-label={moves.label}
        aria-expanded={open}
        data-handle={legKey}
        disabled={disabled}
        {...moves.grab}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
          if (by === null) return
          event.preventDefault()
          moves.step(by)
        }}
      >
        <Icon name="grip" size={16} />
      </button>
      {open ? (
        <div ref={list} className={styles.targets} role="group" aria-label={parts('move_to')}>
          {moves.choices.map((choice) => (
            <button
              key={choice.key}
              type="button"
              onClick={() => {
                setOpen(false)
                choice.go()
              }}
            >
              {choice.label}
            </button>
          ))}
        </div>
      ) : null}
    </>
  )
}

/** Minute and score of a live leg; a race has neither. */
function LivePlace({ leg }: { leg: Leg }) {
  const text = useCouponTexts()
  if (leg.kind !== 1 || leg.names.side2 === '') return null
  return (
    <>
      {leg.clockSec !== null && leg.clockSec > 0 ? (
        <>
          {' · '}
          <Num className={styles.clock}>{`${Math.floor(leg.clockSec / 60)}′`}</Num>
        </>
      ) : null}
      {leg.score ? (
        <>
          {' · '}
          {text('score')} <Score beside={leg.names.side1}>{leg.score.join(':')}</Score>
        </>
      ) : null}
    </>
  )
}

function StartTime({ leg }: { leg: Leg }) {
  const { lng, country } = useSite()
  if (leg.kind !== 3 || leg.startsAt <= 0) return null
  // The visitor's time zone is the browser's: the server's rendering of the coupon has no legs.
  return (
    <span className={styles.startsAt}>
      <Num>{formatDate(leg.startsAt * 1000, 'dd.MM / HH:mm', { lng, country })}</Num>
    </span>
  )
}

/** The stake of one single, with the most that may be staked on it (XT-13). */
function LegStake({ leg, coupon, name }: { leg: Leg; coupon: Coupon; name: string }) {
  const text = useCouponTexts()
  const rich = useRichParts()
  const { lng } = useUi()
  const { store } = useCouponContext()
  const { currency } = coupon.setup
  const max = mostStake(coupon, leg.key)
  const pad = use(PadContext)
  const set = (value: string) => store.dispatch({ do: 'stake', text: value, betKey: leg.key })
  return (
    <div className={styles.legStake} onFocus={() => pad?.take({ betKey: leg.key, name })}>
      <StakeField
        label={text('stake_on', { outcome: name })}
        ownPad={pad !== null}
        value={coupon.legStakes[leg.key] ?? coupon.stake}
        sign={currencySign(currency, lng)}
        accuracy={currency.exponent}
        disabled={inFlight(coupon.flow)}
        onChange={set}
        onMax={max === null ? undefined : () => set(store.textOf(max))}
      />
      {max === null ? null : <small className={styles.quiet}>{rich('up_to', { max: <Money minor={max} currency={currency} /> })}</small>}
    </div>
  )
}
