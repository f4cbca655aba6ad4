import { useQuery } from '@tanstack/react-query'
import { useSite } from '#platform/web/features.tsx'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import { usePreference } from '#platform/web/storage.ts'
import { IconButton } from '#ui/Button.tsx'
import { Num, Price } from '#ui/Num.tsx'
import { legKey, type Offer } from '../rules/state/index.ts'
import { useCouponContext } from './context.ts'
import { legLines } from './leg-text.ts'
import { useRichParts } from './rich-text.tsx'
import { minuteFresh, popularOffers } from './suggestions.ts'
import { useCouponTexts, usePartsTexts } from './texts.ts'
import styles from './options.module.css'

/** What most players choose now, under an empty coupon; closed once, it is closed for good (XT-29). */
export function SuggestedBets() {
  const [open, setOpen] = usePreference('popularInCoupon', true)
  return open ? <Suggestions onClose={() => setOpen(false)} /> : null
}

function Suggestions({ onClose }: { onClose: () => void }) {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const rich = useRichParts()
  const { store } = useCouponContext()
  const { lng } = useSite()
  const { data } = useQuery({ queryKey: ['popular', lng], queryFn: () => popularOffers(lng), staleTime: minuteFresh, retry: false })
  const isHidden = useHiddenSports()
  const open = (data ?? []).filter(({ offer: { sportId, kind } }) => !isHidden(sportId, kind))
  if (open.length === 0) return null
  const take = (offer: Offer) => store.dispatch({ do: 'toggle', offer })
  return (
    <section className={styles.popular} aria-label={parts('popular')}>
      <header className={styles.head}>
        <b>{parts('popular')}</b>
        <IconButton icon="close" size={13} label={parts('popular_close')} onClick={onClose} />
      </header>
      <ul>
        {open.map(({ offer, players }) => {
          const { title, market, teams } = legLines(offer, { w1: text('w1'), w2: text('w2'), draw: text('draw') })
          return (
            <li key={legKey(offer)}>
              <button type="button" onClick={() => take(offer)}>
                <span>
                  <b>
                    <bdi>{title}</bdi>
                  </b>
                  <small>{market}</small>
                  <small className={styles.playersOf}>
                    <bdi>{teams}</bdi>
                    <span>{rich('popular_players', { n: <Num>{players}</Num> })}</span>
                  </small>
                </span>
                <Price milli={offer.price} />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
