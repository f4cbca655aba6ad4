/** The bet calculator (XT-22): a page of its own whose address is the calculation. */
import { useState } from 'react'
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { guard } from '#modules/brand/web/index.ts'
import { currencyByCode } from '#modules/ledger/rules/currency.ts'
import { parseMinor } from '#lib/money.ts'
import { copyText } from '#platform/web/copy-text.ts'
import { useSite } from '#platform/web/features.tsx'
import { useAddedTexts } from '#platform/web/i18n.ts'
import { keepFocusAmong } from '#platform/web/kept-focus.ts'
import { useSession } from '#platform/web/session.tsx'
import { showToast } from '#platform/web/ModalHost.tsx'
import { Button } from '#ui/Button.tsx'
import { CheckBox } from '#ui/Field.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { currencySign, type CurrencyView } from '#lib/number-format.ts'
import { canonicalNumeric, cleanNumeric } from '#ui/numeric-text.ts'
import { allowedBet, NEW_LEG, readAddress, writeAddress, type CalculatorState } from '../rules/calculator/address.ts'
import { betName, betsOf, calculate, EACH_WAY_PARTS, MOST_CALCULATOR_LEGS, type CalculatorSums } from '../rules/calculator/calculate.ts'
import { CalculatorLegRow, Choice } from './CalculatorLegRow.tsx'
import { useCalculatorTexts } from './texts.ts'
import { visitorCurrency } from './visitor-currency.ts'
import styles from './Calculator.module.css'

export function loader(args: LoaderFunctionArgs) {
  const { config, dictionary } = guard(args)
  const texts = dictionary(['calculator'])['calculator'] ?? {}
  return { texts, brand: config.customize.name }
}

type PageData = ReturnType<typeof loader>

/** The address changes with every key: nothing of it comes from the server. */
export function shouldRevalidate(): boolean {
  return false
}

export function meta({ loaderData }: { loaderData: PageData | undefined }) {
  if (!loaderData) return []
  const { texts, brand } = loaderData
  return [{ title: `${texts['title'] ?? ''} · ${brand}` }, { name: 'description', content: texts['about'] ?? '' }]
}

export default function CalculatorScreen() {
  const { texts } = useLoaderData<PageData>()
  useAddedTexts('calculator', texts)
  return <Calculator />
}

/** A selection that is removed takes its button along: the keyboard goes on with the one beside it. */
const keepFocus = keepFocusAmong({ cards: 'li' })

function Calculator() {
  const text = useCalculatorTexts()
  const [written, change] = useCalculation()
  const currency = useCurrency()
  // Whoever sent the address may have a currency of more decimals.
  const state = { ...written, stake: cleanNumeric(written.stake, { min: 0, accuracy: currency.exponent }) }
  const sums = calculate({
    ...state,
    stakeMinor: parseMinor(canonicalNumeric(state.stake) || '0', currency.exponent) ?? 0n,
  })
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <h1>{text('title')}</h1>
        <p>{text('about')}</p>
      </header>
      <div className={styles.columns}>
        <div ref={keepFocus} className={styles.form}>
          <BetFields state={state} change={change} currency={currency} />
          <h2>{text('legs')}</h2>
          <ol className={styles.legs}>
            {state.legs.map((leg, i) => (
              <CalculatorLegRow
                key={i}
                number={i + 1}
                leg={leg}
                eachWay={state.eachWay !== null}
                removable={state.legs.length > 1}
                onChange={(next) => change({ legs: state.legs.with(i, next) })}
                onRemove={() => change({ legs: state.legs.toSpliced(i, 1) })}
              />
            ))}
          </ol>
          {state.legs.length < MOST_CALCULATOR_LEGS ? (
            <Button icon="plus" onClick={() => change({ legs: [...state.legs, NEW_LEG] })}>
              {text('add')}
            </Button>
          ) : null}
        </div>
        <Result sums={sums} eachWay={state.eachWay !== null} currency={currency} />
      </div>
    </article>
  )
}

/** The state stands in the address, so that Back, reload and a sent link keep it. */
function useCalculation(): [CalculatorState, (part: Partial<CalculatorState>) => void] {
  const [query, setQuery] = useSearchParams()
  const [state, setState] = useState(() => readAddress(query))
  const change = (part: Partial<CalculatorState>) => {
    const next = { ...state, ...part }
    const whole = { ...next, bet: allowedBet(String(next.bet), next.legs.length) }
    setState(whole)
    setQuery(writeAddress(whole), { replace: true, preventScrollReset: true })
  }
  return [state, change]
}

function useCurrency(): CurrencyView {
  const { account } = useSession()
  const { config, country } = useSite()
  const code = visitorCurrency(config, country)
  return account?.currency ?? currencyByCode(code) ?? { code, exponent: 2 }
}

interface FieldsProps {
  state: CalculatorState
  change: (part: Partial<CalculatorState>) => void
  currency: CurrencyView
}

function BetFields({ state, change, currency }: FieldsProps) {
  const text = useCalculatorTexts()
  const { lng } = useSite()
  const count = state.legs.length
  const nameOf = (bet: CalculatorState['bet']) => {
    if (typeof bet === 'number') return text('bet_size', { k: bet, n: count })
    const named = betName(bet, count)
    return named ? text(`name_${named}` as 'name_trixie') : text(`bet_${bet}`)
  }
  return (
    <div className={styles.fields}>
      <Choice
        label={text('bet')}
        value={String(state.bet)}
        items={betsOf(count).map((bet) => [String(bet), nameOf(bet)])}
        onChange={(bet) => change({ bet: allowedBet(bet, count) })}
      />
      <NumberField
        label={text('stake', { sign: currencySign(currency, lng) })}
        value={state.stake}
        rules={{ min: 0, accuracy: currency.exponent, maxLength: 10 }}
        onChange={(stake) => change({ stake })}
      />
      <SegmentedControl<'total' | 'line'>
        className={styles.per ?? ''}
        label={text('stake_per')}
        value={state.perLine ? 'line' : 'total'}
        onChange={(per) => change({ perLine: per === 'line' })}
        items={[
          { key: 'total', label: text('per_total') },
          { key: 'line', label: text('per_line') },
        ]}
      />
      <div className={styles.wide}>
        <CheckBox toggle checked={state.eachWay !== null} onChange={(on) => change({ eachWay: on ? 5 : null })}>
          {text('each_way')}
        </CheckBox>
      </div>
      {state.eachWay === null ? null : (
        <Choice
          label={text('place_part')}
          value={String(state.eachWay)}
          items={EACH_WAY_PARTS.map((part) => [String(part), text('part', { n: part })])}
          onChange={(part) => change({ eachWay: Number(part) })}
        />
      )}
    </div>
  )
}

function Result({ sums, eachWay, currency }: { sums: CalculatorSums | null; eachWay: boolean; currency: CurrencyView }) {
  const text = useCalculatorTexts()
  const copy = async () => {
    if (await copyText(location.href)) showToast({ kind: 'success', text: text('copied') })
  }
  const money = (minor: bigint, sign = false) => <Money minor={minor} currency={currency} sign={sign} />
  return (
    <section className={styles.result} aria-live="polite" data-testid="calculator-result">
      {sums ? (
        <dl>
          <Row name={text('lines')} value={<Num>{String(sums.lines)}</Num>} />
          <Row name={text('line_stake')} value={money(sums.lineMinor)} />
          <Row name={text('total_stake')} value={money(sums.stakeMinor)} />
          {eachWay ? <Row name={text('win_part')} value={money(sums.winMinor)} /> : null}
          {eachWay ? <Row name={text('place_return')} value={money(sums.placeMinor)} /> : null}
          <Row name={text('profit')} value={money(sums.returnMinor - sums.stakeMinor, true)} />
          <div className={styles.total}>
            <dt>{text('return')}</dt>
            <dd>{money(sums.returnMinor)}</dd>
          </div>
        </dl>
      ) : (
        <p>{text('missing')}</p>
      )}
      <Button icon="link" onClick={() => void copy()}>
        {text('copy')}
      </Button>
    </section>
  )
}

function Row({ name, value }: { name: string; value: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
