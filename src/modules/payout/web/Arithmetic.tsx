import { useTexts } from '#platform/web/i18n.ts'
import { Money, Num } from '#ui/Num.tsx'
import { useUi } from '#ui/settings.tsx'
import { formatNumber, type CurrencyView } from '#lib/number-format.ts'
import type { BetKind } from '../rules/bet.ts'
import type { ExplainedLine, Explanation } from '../rules/explain.ts'
import styles from './WhyResult.module.css'

/** Two more than the currency with the most. */
const MOST_DECIMALS = 10

interface Props {
  explained: Explanation
  kind: BetKind
  currency: CurrencyView
}

/** The sum from the stake to what was paid, with the variants of a system or the account of a chain. */
export function Arithmetic({ explained, kind, currency }: Props) {
  const text = useTexts('payout')
  return (
    <div className={styles.arithmetic}>
      <h3>{text('arithmetic')}</h3>
      {explained.variants ? <Variants variants={explained.variants} kind={kind} /> : null}
      {explained.steps ? <Steps steps={explained.steps} kind={kind} currency={currency} /> : null}
      <dl className={styles.lines}>
        {explained.lines.map((line, i) => (
          <Line key={i} line={line} currency={currency} />
        ))}
      </dl>
    </div>
  )
}

function Line({ line, currency }: { line: ExplainedLine; currency: CurrencyView }) {
  const text = useTexts('payout')
  return (
    <div data-line={line.key}>
      <dt>{text(line.key, line.params)}</dt>
      <dd>
        {line.sum !== undefined ? (
          <Money minor={line.sum} currency={currency} decimals />
        ) : line.value ? (
          <Num>{`×${line.value}`}</Num>
        ) : null}
      </dd>
    </div>
  )
}

function Variants({ variants, kind }: { variants: NonNullable<Explanation['variants']>; kind: BetKind }) {
  const text = useTexts('payout')
  const card = useTexts('history')
  return (
    <div className={styles.table}>
      <p>
        {text(kind === 'multi_bet' ? 'variants_of_blocks' : 'variants')} <Num>{variants.count}</Num>
        {card('comma')}
        {text('variant_stake')} <Exact sum={variants.stake} />
      </p>
      {variants.shown.length > 0 ? (
        <table className={styles.variants}>
          <tbody>
            {variants.shown.map((variant, i) => (
              <tr key={i} data-lost={variant.product === '0'}>
                <th scope="row">
                  {variant.members[0] === 0 ? `${card('lobby')} + ` : null}
                  <Num>{variant.members.filter((number) => number > 0).join(' + ')}</Num>
                </th>
                <td>
                  <Num>{variant.factors.length > 1 ? `${variant.factors.join(' × ')} = ${variant.product}` : variant.product}</Num>
                </td>
                <td>
                  <Exact sum={variant.sum} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </div>
  )
}

/** A sum that is not rounded to the currency's units yet. */
function Exact({ sum }: { sum: string }) {
  const { lng } = useUi()
  return <Num>{formatNumber(sum as `${number}`, lng, MOST_DECIMALS)}</Num>
}

/** The steps of a conditional bet are its blocks, which stand with their legs above. */
function Steps({ steps, kind, currency }: { steps: NonNullable<Explanation['steps']>; kind: BetKind; currency: CurrencyView }) {
  const text = useTexts('payout')
  const card = useTexts('history')
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{kind === 'conditional' ? card('block') : text('step')}</th>
          <th scope="col">{text('step_stake')}</th>
          <th scope="col">{text('step_account')}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step, i) => (
          <tr key={i}>
            <th scope="row">
              <Num>{String(i + 1)}</Num>
            </th>
            <td>
              <Money minor={step.stake} currency={currency} decimals />
            </td>
            <td>
              <Money minor={step.account} currency={currency} decimals />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
