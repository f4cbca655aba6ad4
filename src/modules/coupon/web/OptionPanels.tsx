import { useEffect, useRef, useState, type ReactNode } from 'react'
import { asciiDigits } from '#lib/ascii-digits.ts'
import { formatPrice, priceFormatOf } from '#lib/price-format.ts'
import { useUi } from '#ui/settings.tsx'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { CheckBox, TextField } from '#ui/Field.tsx'
import { Money, Num, Price } from '#ui/Num.tsx'
import {
  bidLimit,
  canBeOrdered,
  neededAdvance,
  enteredCode,
  inFlight,
  priceFault,
  priceKeys,
  quoteOf,
  takesPromo,
  totalPrice,
  wantedPrice,
  type Coupon,
  type Options,
  type PromoChoice,
  type PromoOffer,
} from '../rules/state/index.ts'
import { AdvanceTerms } from './AdvanceTerms.tsx'
import { useCouponContext } from './context.ts'
import { optionField } from './option-field.ts'
import { usePriceWords } from './price-words.tsx'
import { useRichParts } from './rich-text.tsx'
import { usePartsTexts } from './texts.ts'
import { TotalPrice } from './TotalPrice.tsx'
import styles from './options.module.css'

/** What was chosen under "More" beside the kind, each with its own way out. */
export function OptionPanels({ coupon }: { coupon: Coupon }) {
  if (inFlight(coupon.flow)) return null
  const { options } = coupon
  const ordered = canBeOrdered(coupon)
  return (
    <>
      {options.autoBet && ordered ? <AutoBetPanel coupon={coupon} /> : null}
      {options.bid && ordered ? <BidPanel coupon={coupon} /> : null}
      {options.promo && takesPromo(coupon) ? <PromoPanel coupon={coupon} /> : null}
      {options.advance ? <AdvancePanel coupon={coupon} /> : null}
    </>
  )
}

interface PanelProps {
  title: ReactNode
  off: Partial<Options>
  /** What is wrong with what was entered, '' = nothing: then it is shown again. */
  fault?: string
  children: ReactNode
}

function Panel({ title, off, fault = '', children }: PanelProps) {
  const parts = usePartsTexts()
  const { store } = useCouponContext()
  const box = useRef<HTMLElement>(null)
  // It stands below the selections: what was just chosen, or has to be entered anew, is shown.
  useEffect(() => {
    // Newer browsers answer with a promise, which is no end of an effect.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [fault])
  return (
    <section ref={box} className={styles.panel}>
      <header className={styles.head}>
        <b>{title}</b>
        <IconButton icon="close" size={13} label={parts('option_off')} onClick={() => store.dispatch({ do: 'options', options: off })} />
      </header>
      {children}
    </section>
  )
}

/** Says what is wrong with a price once its field was left: nobody is corrected while he types. */
function usePriceFault(typed: string, view: number, coupon: Coupon) {
  const words = usePriceWords()
  const [left, setLeft] = useState(true)
  const error = (left && words(priceFault(typed, view), totalPrice(coupon))) || undefined
  return { error, onFocus: () => setLeft(false), onBlur: () => setLeft(true) }
}

/** What was named in another format, as a price that was taken over is, stands in the player's own until he edits it. */
function shownText({ price, view }: { price: string; view: number }, own: number): string {
  const milli = view === own ? null : wantedPrice(price, view)
  return milli === null ? price : formatPrice(Number(milli), priceFormatOf(own))
}

/** The bet waits for its price, told in the player's own format (rules 8.7). */
function AutoBetPanel({ coupon }: { coupon: Coupon }) {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const { store } = useCouponContext()
  const { priceView } = useUi()
  const auto = coupon.options.autoBet!
  const set = (part: Partial<typeof auto>) => store.dispatch({ do: 'options', options: { autoBet: { ...auto, ...part } } })
  const milli = wantedPrice(auto.price, auto.view)
  const now = totalPrice(coupon)
  const fault = usePriceFault(auto.price, auto.view, coupon)
  return (
    <Panel title={parts('option_autoBet')} off={{ autoBet: null }}>
      <TextField
        {...fault}
        id={optionField('autoBet')}
        label={parts('wanted_price')}
        value={shownText(auto, priceView)}
        dir="ltr"
        inputMode={priceKeys(priceView)}
        autoComplete="off"
        maxLength={12}
        onChange={(price) => set({ price: asciiDigits(price), view: priceView })}
        hint={
          milli !== null
            ? rich('autobet_set', { cf: <TotalPrice milli={milli} /> })
            : now !== null
              ? rich('price_now', { price: <TotalPrice milli={now} /> })
              : undefined
        }
      />
      {coupon.legs.some((leg) => leg.kind === 1 || auto.followLive) ? (
        <CheckBox checked={auto.dropOnScore} onChange={(dropOnScore) => set({ dropOnScore })}>
          {parts('drop_on_score')}
        </CheckBox>
      ) : null}
      {coupon.legs.some((leg) => leg.kind === 3) ? (
        <CheckBox checked={auto.followLive} onChange={(followLive) => set({ followLive })}>
          {parts('follow_live')}
        </CheckBox>
      ) : null}
    </Panel>
  )
}

/** A wish: more than the limit, or a higher price (rules 8.6). */
function BidPanel({ coupon }: { coupon: Coupon }) {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const { store } = useCouponContext()
  const { priceView } = useUi()
  const bid = coupon.options.bid!
  const fault = usePriceFault(bid.price, bid.view, coupon)
  const limit = bidLimit(coupon)
  return (
    <Panel title={parts('option_bid')} off={{ bid: null }}>
      <p className={styles.about}>
        {limit === null
          ? parts('bid_how')
          : rich(limit.takesMore ? 'bid_how_most' : 'bid_how_over', {
              max: <Money minor={limit.minor} currency={coupon.setup.currency} />,
            })}
      </p>
      <TextField
        {...fault}
        id={optionField('bid')}
        label={parts('bid_price_label')}
        value={shownText(bid, priceView)}
        dir="ltr"
        inputMode={priceKeys(priceView)}
        autoComplete="off"
        maxLength={12}
        placeholder={parts('bid_price_now')}
        onChange={(price) => store.dispatch({ do: 'options', options: { bid: { price: asciiDigits(price), view: priceView } } })}
      />
    </Panel>
  )
}

/** Free bets and codes that fit this coupon, and a field for another (XT-23). */
function PromoPanel({ coupon }: { coupon: Coupon }) {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const { store } = useCouponContext()
  const promo = coupon.options.promo!
  const typed = promo.typed ?? ''
  const offers = quoteOf(coupon)?.promos ?? []
  const [missing, setMissing] = useState(false)
  const take = (choice: PromoChoice) => store.dispatch({ do: 'options', options: { promo: choice } })
  const enter = () => {
    if (typed.trim() !== '') return take(enteredCode(typed.trim()))
    setMissing(true)
    document.getElementById(optionField('promo'))?.focus()
  }
  const chosen = promo.code !== '' && promo.bad === '' && promo.minor !== '0'
  return (
    <Panel title={parts('option_promo')} off={{ promo: null }} fault={promo.bad}>
      {offers.length > 0 ? (
        <ul className={styles.promos}>
          {offers.map((offer) => (
            <li key={offer.code}>
              <Chip selected={promo.code === offer.code} onClick={() => take(offered(offer))}>
                {offer.name || offer.code} · <Money minor={offer.minor} currency={coupon.setup.currency} />
              </Chip>
              <PromoTerms offer={offer} />
            </li>
          ))}
        </ul>
      ) : null}
      {chosen ? (
        <p className={styles.about}>
          {rich('promo_chosen', {
            code: <Num>{promo.code}</Num>,
            sum: <Money minor={BigInt(promo.minor)} currency={coupon.setup.currency} />,
          })}
        </p>
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            enter()
          }}
        >
          <TextField
            id={optionField('promo')}
            label={parts('promo_code')}
            hideLabel
            placeholder={parts('promo_code')}
            value={typed}
            maxLength={64}
            autoComplete="off"
            error={missing && typed.trim() === '' ? parts('promo_missing') : undefined}
            onChange={(text) => take({ ...promo, typed: text })}
          />
          <Button type="submit" kind="primary">
            {parts('promo_use')}
          </Button>
        </form>
      )}
    </Panel>
  )
}

function offered({ code, name, minor }: PromoOffer): PromoChoice {
  return { code, name, minor: String(minor), bad: '' }
}

/** Until when a free bet can be used, and from which price (XT-23). */
function PromoTerms({ offer: { minPrice = 0, until = 0 } }: { offer: PromoOffer }) {
  const rich = useRichParts()
  const { lng, country } = useSite()
  if (until === 0 && minPrice === 0) return null
  return (
    <small>
      {minPrice > 0 ? rich('promo_from', { price: <Price milli={minPrice} /> }) : null}
      {minPrice > 0 && until > 0 ? ' · ' : null}
      {until > 0 ? rich('promo_until', { time: <Num>{formatDate(until, 'Pp', { lng, country })}</Num> }) : null}
    </small>
  )
}

function AdvancePanel({ coupon }: { coupon: Coupon }) {
  const parts = usePartsTexts()
  const rich = useRichParts()
  return (
    <Panel title={parts('option_advance')} off={{ advance: false }}>
      <p className={styles.about}>
        {neededAdvance(coupon) > 0n ? (
          <AdvanceTerms coupon={coupon} />
        ) : (
          rich('advance_used', { sum: <Money minor={coupon.advanceMinor ?? 0n} currency={coupon.setup.currency} /> })
        )}
      </p>
    </Panel>
  )
}
