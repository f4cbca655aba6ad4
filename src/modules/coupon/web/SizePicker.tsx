import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Num } from '#ui/Num.tsx'
import { nextTab } from '#ui/Tabs.tsx'
import { inFlight, kindOf, membersOf, sizeOfCoupon, sizesOf, type Coupon, type Kind } from '../rules/state/index.ts'
import { fitsSize, VID, variants } from '../rules/kinds.ts'
import { useCouponContext } from './context.ts'
import { useRichParts } from './rich-text.tsx'
import { usePartsTexts } from './texts.ts'
import styles from './kinds.module.css'

interface SizeChoice {
  key: string
  name: ReactNode
  count: number
  /** What others call it. */
  also?: string
  chosen: boolean
  pick(): void
}

/**
 * What the calculator calls systems of all sizes (rules 2.5). In the coupon it stands beside the house's own name, which the bet
 * has everywhere: what others call a patent of three is a lucky here.
 */
const NAMED = {
  patent: { 3: 'named_trixie', 4: 'named_yankee', 5: 'named_canadian', 6: 'named_heinz', 7: 'named_super_heinz', 8: 'named_goliath' },
  lucky: { 3: 'named_patent_uk', 4: 'named_lucky_15', 5: 'named_lucky_31', 6: 'named_lucky_63' },
} as const
type NamedKey = { [K in keyof typeof NAMED]: (typeof NAMED)[K][keyof (typeof NAMED)[K]] }[keyof typeof NAMED]

/** Every size of the system with its number of variants, and the kinds of all sizes (XT-19). */
export function SizePicker({ coupon }: { coupon: Coupon }) {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const choices = useChoices(coupon)
  const here = choices.findIndex((choice) => choice.chosen)
  const box = useRef<HTMLDivElement>(null)
  // What the list "More" has chosen may stand beyond the edge.
  useEffect(() => {
    box.current?.querySelector('[aria-checked=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [here])
  if (choices.length === 0) return null
  const locked = inFlight(coupon.flow)
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const { direction } = getComputedStyle(event.currentTarget)
    const next = nextTab(
      event.key,
      here,
      choices.map(() => locked),
      direction === 'rtl',
    )
    if (next === null) return
    event.preventDefault()
    event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus()
    choices[next]?.pick()
  }
  return (
    <div ref={box} className={styles.sizes} role="radiogroup" aria-label={parts('sizes')} onKeyDown={step}>
      {choices.map((choice, i) => (
        <button
          key={choice.key}
          type="button"
          role="radio"
          className={styles.size}
          aria-checked={choice.chosen}
          tabIndex={i === Math.max(here, 0) ? 0 : -1}
          disabled={locked}
          onClick={choice.pick}
        >
          <b>{choice.name}</b>
          <small>
            {rich('variants', { n: <Num>{choice.count}</Num> }, choice.count)}
            {choice.also ? ` · ${choice.also}` : null}
          </small>
        </button>
      ))}
    </div>
  )
}

function useChoices(coupon: Coupon): readonly SizeChoice[] {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const { store } = useCouponContext()
  const kind = kindOf(coupon)
  const legs = coupon.legs.length
  const isFamily = kind === 'system' || kind === 'lucky' || kind === 'patent'
  if (!isFamily && kind !== 'multi') return []
  const members = membersOf(coupon)
  const sizes = isFamily ? sizesOf({ ...coupon, chosenKind: 'system' }) : sizesOf(coupon)
  const pick = (next: Kind, size?: number) => () => {
    store.dispatch({ do: 'kind', kind: next })
    if (size !== undefined) store.dispatch({ do: 'size', size })
  }
  const own: Kind = isFamily ? 'system' : 'multi'
  const plain = coupon.setup.kinds.includes(own)
    ? sizes.map((k): SizeChoice => ({
        key: `k${k}`,
        name: rich('size_of', { k: <Num>{k}</Num>, n: <Num>{members}</Num> }),
        count: variants(VID.system, members, k),
        chosen: kind === own && sizeOfCoupon(coupon) === k,
        pick: pick(own, k),
      }))
    : []
  const named = (['patent', 'lucky'] as const).flatMap((one): SizeChoice[] => {
    if (!isFamily || (kind !== one && !fitsSize(VID[one], legs)) || !coupon.setup.kinds.includes(one)) return []
    const also = (NAMED[one] as Readonly<Record<number, NamedKey>>)[legs]
    return [
      {
        key: one,
        name: parts(`kind_${one}`),
        count: variants(VID[one], legs),
        ...(also ? { also: parts(also) } : {}),
        chosen: kind === one,
        pick: pick(one),
      },
    ]
  })
  return [...plain, ...named]
}
