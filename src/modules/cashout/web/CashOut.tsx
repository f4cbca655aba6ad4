import { useRef, useState, type Ref } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { showToast } from '#platform/web/ModalHost.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money } from '#ui/Num.tsx'
import { formatMoney } from '#lib/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { sumOf } from '../rules/press.ts'
import type { FirstSection } from './CashOutMore.tsx'
import { useCashOutRich, useCashOutTexts } from './texts.ts'
import { TwoPressButton } from './TwoPressButton.tsx'
import { useSale, type Sale, type SellableBet, type Value } from './use-sale.ts'
import styles from './CashOut.module.css'

/** These do not pass: nothing about them is for a while. */
const NEVER: ReadonlySet<string> = new Set(['promo', 'advance', 'same_game', 'race', 'duel', 'not_offered', 'sold', 'decided'])

/** Rarely opened: its code comes with the first press. */
const CashOutMore = lazyPart(async () => (await import('./CashOutMore.tsx')).CashOutMore)

/** A number in a text without elements: left to right whatever is around it. */
const isolated = (number: string) => `\u2066${number}\u2069`

/**
 * Sale of one open bet; everything else that can be done with it is behind "More". A page that is about one of these names
 * it (`first`): then the button does, and opens it.
 */
export function CashOut({ bet, first }: { bet: SellableBet; first?: FirstSection | undefined }) {
  const text = useCashOutTexts()
  const { lng } = useUi()
  const sale = useSale(bet, {
    sold: (paid) => showToast({ kind: 'success', text: text('sold_whole', { sum: isolated(formatMoney(paid, bet.currency, lng)) }) }),
    gone: () => showToast({ kind: 'warning', text: text('gone') }),
    failed: (message) => showToast({ kind: 'error', text: message || text('failed') }),
  })
  const take = useRef<HTMLButtonElement>(null)
  // The second press is on the one button, wherever the first one was.
  const inFocus: Sale = {
    ...sale,
    arm: (leftMinor, tax) => {
      sale.arm(leftMinor, tax)
      take.current?.focus()
    },
    cancel: () => {
      sale.cancel()
      take.current?.focus()
    },
  }
  const [more, setMore] = useState(false)
  return (
    <section className={styles.cashout} aria-label={text('cashout')} data-bet={bet.id} data-press={sale.press.at}>
      <div className={styles.row}>
        <Worth bet={bet} value={sale.value} fresh={sale.fresh} />
        <div className={styles.buttons}>
          <SaleButton bet={bet} sale={inFocus} button={take} />
          {first ? (
            <Button icon={more ? 'chevron-up' : 'chevron-down'} aria-expanded={more} onClick={() => setMore(!more)}>
              {text(first)}
            </Button>
          ) : (
            <Button
              className={styles.more}
              icon={more ? 'chevron-up' : 'chevron-down'}
              aria-expanded={more}
              aria-label={text('more')}
              data-tip={text('more')}
              onClick={() => setMore(!more)}
            />
          )}
        </div>
      </div>
      <Said bet={bet} sale={inFocus} />
      {more ? <CashOutMore bet={bet} sale={inFocus} first={first ?? null} /> : null}
    </section>
  )
}

/** The value beside the stake: a sign and an arrow say what the colour says. */
function Worth({ bet, value, fresh }: { bet: SellableBet; value: Value | null; fresh: boolean }) {
  const text = useCashOutTexts()
  const rich = useCashOutRich()
  const { currency } = bet
  if (!value) {
    return (
      <div className={styles.worth}>
        <span className={styles.label}>{text('cashout')}</span>
        <Skeleton width="7em" height="1.4em" />
      </div>
    )
  }
  if (value.off !== null) {
    return (
      <div className={styles.worth}>
        <span className={styles.label}>{text('cashout')}</span>
        <span className={styles.off}>
          <Icon name="lock" size={14} />
          {text(NEVER.has(value.off) ? 'cashout_never' : 'cashout_off', { reason: offText(text, value.off) })}
        </span>
      </div>
    )
  }
  const difference = value.valueMinor - value.stakeMinor
  const side = difference > 0n ? 'gain' : difference < 0n ? 'loss' : 'even'
  const amount = difference < 0n ? -difference : difference
  return (
    <div className={styles.worth} data-side={side} data-stale={fresh ? undefined : ''}>
      <span className={styles.label}>{text('cashout')}</span>
      <b className={styles.value}>
        <Money minor={value.valueMinor} currency={currency} />
      </b>
      <span className={styles.difference}>
        {side === 'even' ? null : <Icon name={side === 'gain' ? 'arrow-up' : 'arrow-down'} size={13} />}
        <span aria-hidden>
          <Money minor={difference} currency={currency} sign />
        </span>
        <span className="visually-hidden">{rich(side, { sum: <Money minor={amount} currency={currency} /> })}</span>
      </span>
    </div>
  )
}

type Text = ReturnType<typeof useCashOutTexts>

/** A reason of the stream in words; reasons without a text of their own are "not offered". */
function offText(text: Text, reason: string): string {
  return text(`problem_off_${reason}` as 'problem_off_not_offered')
}

function SaleButton({ bet, sale, button }: { bet: SellableBet; sale: Sale; button: Ref<HTMLButtonElement> }) {
  const text = useCashOutTexts()
  const rich = useCashOutRich()
  const { press, value } = sale
  const armed = press.at === 'armed'
  const busy = press.at === 'asking' || press.at === 'selling'
  // While the sum of now is asked for, that of the portion as it was known stands there.
  const known = value && (press.at === 'asking' ? sumOf(press.portion, value) : value.valueMinor)
  const minor = armed || press.at === 'selling' ? press.sumMinor : (known ?? 0n)
  if (!armed && !busy && (!value || value.off !== null)) return null
  const sum = <Money minor={minor} currency={bet.currency} />
  return (
    <TwoPressButton
      press={press}
      first={rich('take', { sum })}
      second={rich('take_confirm', { sum })}
      keep={text('take_cancel')}
      button={button}
      onArm={() => sale.arm(0n)}
      onConfirm={sale.confirm}
      onCancel={sale.cancel}
    />
  )
}

/** What happened: the moved sum, the money that came, the failure with its retry. */
function Said({ bet, sale }: { bet: SellableBet; sale: Sale }) {
  const text = useCashOutTexts()
  const rich = useCashOutRich()
  const { press } = sale
  const money = (minor: bigint) => <Money minor={minor} currency={bet.currency} />
  switch (press.at) {
    case 'armed':
      return press.moved ? (
        <Notice kind="warning" announce>
          {rich('cashout_moved', { sum: money(press.sumMinor) })}
        </Notice>
      ) : null
    case 'sold':
      return (
        <Notice kind="success" announce onClose={press.portion.leftMinor > 0n ? sale.cancel : undefined}>
          {press.portion.leftMinor > 0n
            ? rich('sold_part', { sum: money(press.paidMinor), left: money(press.portion.leftMinor) })
            : rich('sold_whole', { sum: money(press.paidMinor) })}
        </Notice>
      )
    case 'failed':
      return (
        <Notice kind="error" announce action={{ label: text('retry'), onPress: sale.retry }} onClose={sale.cancel}>
          {press.message || text('failed')}
        </Notice>
      )
    case 'idle':
    case 'asking':
    case 'selling':
      return null
  }
}
