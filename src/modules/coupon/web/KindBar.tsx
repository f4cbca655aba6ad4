import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import {
  canBeOrdered,
  inFlight,
  kindOf,
  legsRange,
  takesPromo,
  type Coupon,
  type Kind,
  type OptionName,
  type Options,
} from '../rules/state/index.ts'
import { useCouponContext } from './context.ts'
import { optionField } from './option-field.ts'
import { useRichParts } from './rich-text.tsx'
import { useCouponTexts, usePartsTexts } from './texts.ts'
import styles from './kinds.module.css'

/** Kinds that have a segment of their own; the others stand in the list "More". */
const SEGMENTS: readonly Kind[] = ['singles', 'express', 'system']

/** Singles, Express, System, More: the list explains each kind and option in one line (ux 6.1). */
export function KindBar({ coupon }: { coupon: Coupon }) {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const { store } = useCouponContext()
  const [open, setOpen] = useState(false)
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [pressed, setPressed] = useState<string | null>(null)
  // An option asks for something: the focus goes on to its field, once, after the press that has opened it.
  useEffect(() => {
    if (pressed === null) return
    setPressed(null)
    document.getElementById(optionField(pressed))?.focus()
  }, [pressed])
  const { kinds } = coupon.setup
  const kind = kindOf(coupon)
  const segments = SEGMENTS.filter((one) => kinds.includes(one))
  const inMore = !segments.includes(kind)
  const list = useMoreItems(coupon)
  if (kinds.length < 2 && list.length === 0) return null
  const locked = inFlight(coupon.flow)
  const choose = (next: Kind) => {
    store.dispatch({ do: 'kind', kind: next })
    setOpen(false)
  }
  return (
    <div
      className={styles.bar}
      role="presentation"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        // The sheet around the list stays: this key closes the list only.
        event.preventDefault()
        event.stopPropagation()
        setOpen(false)
        opener.current?.focus()
      }}
    >
      <div className={styles.row} data-more={inMore || undefined}>
        <SegmentedControl<Kind>
          className={styles.segments ?? ''}
          label={text('kinds')}
          value={kind}
          onChange={choose}
          items={segments.map((one) => ({
            key: one,
            label: parts(`kind_${one}`),
            disabled: locked || (one !== 'singles' && coupon.legs.length < 2),
          }))}
        />
        {list.length > 0 ? (
          <button
            ref={opener}
            type="button"
            className={styles.more}
            aria-expanded={open}
            aria-controls={id}
            data-on={inMore || undefined}
            disabled={locked}
            onClick={() => setOpen(!open)}
          >
            <span>{inMore ? parts(`kind_${kind}`) : parts('more')}</span>
            <Icon name={open ? 'chevron-up' : 'chevron-down'} size={13} />
          </button>
        ) : null}
      </div>
      {open ? (
        <ul className={styles.list} id={id} data-testid="coupon-more">
          {list.map((item) => (
            <li key={item.key}>
              <button
                type="button"
                className={styles.item}
                aria-pressed={item.chosen}
                onClick={() => {
                  item.press()
                  setOpen(false)
                  setPressed(item.key)
                  // The pressed line goes away: the focus stays with what opened it, unless there is a field to fill in.
                  opener.current?.focus()
                }}
              >
                <Icon name={item.icon} size={16} />
                <span>
                  <b>{item.name}</b>
                  <small>{item.about}</small>
                </span>
                {item.chosen ? <Icon name="check" size={14} /> : null}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

interface MoreItem {
  key: string
  icon: IconName
  name: ReactNode
  about: ReactNode
  chosen: boolean
  press(): void
}

const KIND_ICONS: Partial<Readonly<Record<Kind, IconName>>> = {
  multi: 'tree',
  chain: 'link',
  condition: 'list',
  antiExpress: 'swap',
  lucky: 'star',
  patent: 'grid',
  multiSingle: 'columns',
}

function useMoreItems(coupon: Coupon): readonly MoreItem[] {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const { store } = useCouponContext()
  const { setup } = coupon
  const kinds = setup.kinds
    .filter((kind) => !SEGMENTS.includes(kind) && coupon.legs.length > 1)
    .map((kind): MoreItem => {
      const { min, max } = legsRange(kind, setup)
      const range = rich('legs_range', { range: <Num>{`${min}–${max}`}</Num> })
      return {
        key: kind,
        icon: KIND_ICONS[kind] ?? 'coupon',
        name: parts(`kind_${kind}`),
        about: (
          <>
            {parts(`about_${kind}` as 'about_multi')} · {range}
          </>
        ),
        chosen: kindOf(coupon) === kind,
        press: () => store.dispatch({ do: 'kind', kind }),
      }
    })
  const option = (name: OptionName, icon: IconName, chosen: boolean, change: Partial<Options>): MoreItem[] =>
    setup.options.has(name)
      ? [
          {
            key: name,
            icon,
            name: parts(`option_${name}` as 'option_autoBet'),
            about: parts(`about_${name}` as 'about_autoBet'),
            chosen,
            press: () => store.dispatch({ do: 'options', options: change }),
          },
        ]
      : []
  const { options } = coupon
  const ordered = canBeOrdered(coupon)
  const auto = { price: '', view: store.page.cfView, dropOnScore: false, followLive: coupon.legs.some((leg) => leg.kind === 3) }
  return [
    ...kinds,
    ...(ordered
      ? option('autoBet', 'clock', options.autoBet !== null, { autoBet: options.autoBet ? null : auto, bid: null, promo: null })
      : []),
    ...(ordered
      ? option('bid', 'send', options.bid !== null, {
          bid: options.bid ? null : { price: '', view: store.page.cfView },
          autoBet: null,
          promo: null,
        })
      : []),
    ...(!takesPromo(coupon)
      ? []
      : option('promo', 'bonus', options.promo !== null, {
          promo: options.promo ? null : { code: '', name: '', minor: '0', bad: '' },
          autoBet: null,
          bid: null,
          advance: false,
        })),
  ]
}
