import { SiteLink } from '#platform/web/site-link.tsx'
import { Money } from '#ui/Num.tsx'
import { inFlight, type Coupon } from '../rules/state/index.ts'
import { useRichParts } from './rich-text.tsx'
import { usePartsTexts } from './texts.ts'
import styles from './coupon.module.css'

/** What a player is to know beside price, stake, payout and tax before he confirms (WAG-20): his balance, the rules, the delay in live. */
export function BeforeBet({ coupon }: { coupon: Coupon }) {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const { balanceMinor } = coupon.session
  if (inFlight(coupon.flow)) return null
  return (
    <p className={styles.before} data-testid="before-bet">
      {balanceMinor === null ? null : (
        <span>{rich('before_balance', { sum: <Money minor={balanceMinor} currency={coupon.setup.currency} /> })}</span>
      )}
      <SiteLink to="/information/regRules">{parts('before_rules')}</SiteLink>
      {coupon.legs.some((leg) => leg.kind === 1) ? <span>{parts('before_live')}</span> : null}
    </p>
  )
}
