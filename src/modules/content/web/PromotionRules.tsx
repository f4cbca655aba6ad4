import type { ReactNode } from 'react'
import { marks, RichText } from '#modules/coupon/web/index.ts'
import { currencyByCode, minorOfEuro } from '#modules/ledger/rules/currency.ts'
import { sportName } from '#modules/line/web/index.ts'
import type { EarlyRule } from '#modules/payout/rules/early-payout.ts'
import type { InsuranceRule } from '#modules/payout/rules/express-insurance.ts'
import { inForceAt } from '#modules/payout/rules/in-force.ts'
import { Money, Num, Price } from '#ui/Num.tsx'
import { useContentTexts } from './texts.ts'
import styles from './Document.module.css'

interface Promotions {
  early: { lead: number; sports: string[]; kinds: EarlyRule['kinds'] } | null
  insurance: Pick<InsuranceRule, 'legs' | 'minPrice' | 'maxEur' | 'days'> | null
}

const EURO = currencyByCode('EUR')!

/** What the brand has switched on today, by the same entries that bets agree on (XT-21). */
export function promotionsOf(
  given: { earlyPayout: readonly EarlyRule[]; expressInsurance: readonly InsuranceRule[] },
  lng: string,
  now: number,
): Promotions {
  const early = inForceAt(given.earlyPayout, now)
  const insurance = inForceAt(given.expressInsurance, now)
  return {
    early: early && { lead: early.lead, sports: early.sports.map((id) => sportName(id, lng)), kinds: early.kinds },
    insurance: insurance && { legs: insurance.legs, minPrice: insurance.minPrice, maxEur: insurance.maxEur, days: insurance.days },
  }
}

type Key = Parameters<ReturnType<typeof useContentTexts>>[0]

/** Sections of the rules for promotions that change what a bet pays; `from` is the number of the first. */
export function PromotionRules({ early, insurance, from }: Promotions & { from: number }) {
  const text = useContentTexts()
  const rich = (key: Key, values: Record<string, ReactNode>, count?: number) => (
    <RichText text={text(key, { ...marks(values), ...(count === undefined ? {} : { count }) })} values={values} />
  )
  const sections: { heading: string; paragraphs: ReactNode[] }[] = []
  if (early)
    sections.push({
      heading: text('early_title'),
      paragraphs: [
        rich('early_rule', { lead: <Num>{early.lead}</Num> }),
        text('early_scope', { sports: early.sports.join(', '), kinds: early.kinds.map((kind) => text(`early_${kind}`)).join(', ') }),
      ],
    })
  if (insurance) {
    const most = <Money minor={minorOfEuro(insurance.maxEur, EURO)} currency={EURO} />
    sections.push({
      heading: text('insured_title'),
      paragraphs: [
        rich('insured_rule', { legs: <Num>{insurance.legs}</Num>, min: <Price milli={insurance.minPrice} inCell /> }, insurance.legs),
        rich('insured_back', { most, legs: <Num>{insurance.legs}</Num> }, insurance.legs),
        rich('insured_code', { days: <Num>{insurance.days}</Num> }, insurance.days),
      ],
    })
  }
  return sections.map(({ heading, paragraphs }, n) => (
    <section key={heading}>
      <h2 className={styles.heading}>{`${from + n}. ${heading}`}</h2>
      {paragraphs.map((paragraph, i) => (
        <p key={i}>{paragraph}</p>
      ))}
    </section>
  ))
}
