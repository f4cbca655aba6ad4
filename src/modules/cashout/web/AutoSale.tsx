import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { minorText, parseMinor, type Minor } from '#lib/money.ts'
import { Button } from '#ui/Button.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money } from '#ui/Num.tsx'
import { currencySign } from '#lib/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import { isReached, offerNow } from '../rules/press.ts'
import { minorOf, setTarget } from './calls.ts'
import type { SectionProps } from './CashOutMore.tsx'
import { useCashOutRich, useCashOutTexts } from './texts.ts'
import { infoKey } from './use-sale.ts'
import styles from './CashOut.module.css'

/** The rule "sell when the cash-out reaches X": set, shown, cancelled. */
export function AutoSale({ bet, sale, info }: SectionProps) {
  const text = useCashOutTexts()
  const rich = useCashOutRich()
  const { lng } = useUi()
  const queries = useQueryClient()
  const { currency } = bet
  const [typed, setTyped] = useState('')
  const set = useMutation({
    mutationFn: (target: number) => setTarget(bet.id, target),
    onSuccess: () => queries.invalidateQueries({ queryKey: infoKey(bet.id) }),
  })
  const money = (minor: Minor) => <Money minor={minor} currency={currency} />
  const waiting = minorOf(info.auto_sale_sum, currency.exponent)
  if (waiting > 0n) {
    return (
      <div className={styles.section}>
        <Notice kind="info">{rich('auto_on', { sum: money(waiting) })}</Notice>
        <Button loading={set.isPending} onClick={() => set.mutate(0)}>
          {text('auto_cancel')}
        </Button>
        {set.error ? (
          <Notice kind="error" announce>
            {set.error.message}
          </Notice>
        ) : null}
      </div>
    )
  }
  const least = minorOf(info.auto_sale_min, currency.exponent)
  const most = minorOf(info.auto_sale_max, currency.exponent)
  const target = parseMinor(typed.replace(',', '.'), currency.exponent)
  const isGood = target !== null && target >= least && target <= most
  const offer = offerNow(sale.value, minorOf(info.cashout_sum, currency.exponent))
  // An order for what is offered already would sell with one press: it becomes the sale itself, with its two.
  const isThere = isGood && isReached(target, offer)
  const ends = { min: money(least), max: money(most) }
  // The same ends that are taken: what is offered already is sold at once, what is above it waits.
  const range = offer >= least && offer < most ? rich('auto_range', { ...ends, offer: money(offer) }) : rich('part_bad', ends)
  const bad = typed !== '' && !isGood ? rich('part_bad', ends) : undefined
  // It may win more than an order is taken for: the end of the range is then that of what is bought.
  const isCut = info.auto_sale_max < info.possible_win
  const withLimit = (words: ReactNode) =>
    isCut ? (
      <>
        {words}. {text('auto_most')}
      </>
    ) : (
      words
    )
  return (
    <form
      className={styles.section}
      onSubmit={(event) => {
        event.preventDefault()
        if (isThere) sale.arm(0n)
        else if (isGood) set.mutate(Number(minorText(target, currency.exponent)))
      }}
    >
      {info.auto_sale_off ? <Notice kind="warning">{info.auto_sale_off}</Notice> : null}
      <p className={styles.help}>{text('auto_help')}</p>
      <div className={styles.form}>
        <NumberField
          label={text('auto_sum')}
          value={typed}
          onChange={(sum) => {
            // What was said against the sum before is not said of this one.
            if (set.isError) set.reset()
            setTyped(sum)
          }}
          rules={{ min: 0, accuracy: currency.exponent, maxLength: 14 }}
          end={<span className={styles.sign}>{currencySign(currency, lng)}</span>}
          error={bad ? withLimit(bad) : set.error?.message}
          hint={isThere ? text('auto_now') : withLimit(range)}
        />
        <Button type="submit" kind="primary" loading={set.isPending} disabled={!isGood || sale.press.at === 'selling'}>
          {isThere ? <span>{rich('take', { sum: money(offer) })}</span> : text('auto_set')}
        </Button>
      </div>
    </form>
  )
}
