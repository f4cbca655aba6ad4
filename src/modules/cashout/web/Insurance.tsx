import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { minorText, type Minor } from '#lib/money.ts'
import { newGuid } from '#platform/web/bet-guid.ts'
import { useSession } from '#platform/web/session.tsx'
import { Chip, ChipRow } from '#ui/Chip.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { formatPercent } from '#lib/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import { insuredStake } from '../rules/insurance.ts'
import type { Portion, Press } from '../rules/press.ts'
import { insure, minorOf, movedTo, type SaleInfo } from './calls.ts'
import type { SectionProps } from './CashOutMore.tsx'
import { useCashOutRich, useCashOutTexts } from './texts.ts'
import { TwoPressButton } from './TwoPressButton.tsx'
import { usePress } from './use-press.ts'
import { infoKey, type SellableBet } from './use-sale.ts'
import styles from './CashOut.module.css'

/** Cover for a part of the stake, in slices. */
export function Insurance({ bet, info }: SectionProps) {
  const text = useCashOutTexts()
  const rich = useCashOutRich()
  const cover = info.insurance
  if (!cover) return null
  return (
    <div className={styles.section}>
      <p className={styles.help}>{text('insurance_help')}</p>
      {cover.percent > 0 ? <Notice kind="info">{rich('insurance_on', { percent: <Num>{cover.percent}</Num> })}</Notice> : null}
      {cover.off ? <Notice kind="warning">{text('insurance_off', { reason: cover.off })}</Notice> : null}
      {cover.off ? null : <Buy bet={bet} cover={cover} runningMinor={minorOf(info.stake, bet.currency.exponent)} />}
    </div>
  )
}

const NO_SLICE = { percent: 0, premium: 0 }

/** The premium is one sum: nothing of it stays. */
const WHOLE: Portion = { leftMinor: 0n, runningMinor: 0n }

interface BuyProps {
  bet: SellableBet
  cover: NonNullable<SaleInfo['insurance']>
  runningMinor: Minor
}

function Buy({ bet, cover, runningMinor }: BuyProps) {
  const { lng } = useUi()
  const text = useCashOutTexts()
  const rich = useCashOutRich()
  const { currency } = bet
  const { slices } = cover
  const [chosen, setChosen] = useState(0)
  // Of what was chosen less may be left.
  const { percent, premium } = slices.find((slice) => slice.percent >= chosen) ?? slices.at(-1) ?? NO_SLICE
  const premiumMinor = minorOf(premium, currency.exponent)
  const buying = useCover(bet, percent, premiumMinor)
  const { press } = buying
  const isArmed = press.at === 'armed' || press.at === 'selling'
  const values = {
    percent: <Num>{percent}</Num>,
    sum: <Money minor={isArmed ? press.sumMinor : premiumMinor} currency={currency} />,
  }
  if (slices.length === 0) return null
  // With what is covered already.
  const back = { sum: <Money minor={insuredStake(runningMinor, cover.percent + percent)} currency={currency} /> }
  const choose = (slice: number) => {
    buying.cancel()
    setChosen(slice)
  }
  return (
    <>
      {cover.percent === 0 ? <p className={styles.help}>{text('insurance_locks')}</p> : null}
      <ChipRow label={text('insurance_share')}>
        {slices.map(({ percent: share }) => (
          <Chip key={share} selected={share === percent} disabled={press.at === 'selling'} onClick={() => choose(share)}>
            <Num>{formatPercent(share, lng)}</Num>
          </Chip>
        ))}
      </ChipRow>
      <p className={styles.help}>{rich('insurance_back', back)}</p>
      <div className={styles.buttons}>
        <TwoPressButton
          press={press}
          kind="primary"
          first={rich('insurance_buy', values)}
          second={rich('insurance_confirm', values)}
          keep={text('insurance_cancel')}
          onArm={buying.arm}
          onConfirm={buying.confirm}
          onCancel={buying.cancel}
        />
      </div>
      {press.at === 'armed' && press.moved ? (
        <Notice kind="warning" announce>
          {rich('insurance_moved', values)}
        </Notice>
      ) : null}
      {press.at === 'selling' ? <p className={styles.help}>{text('insurance_wait')}</p> : null}
      {press.at === 'failed' ? (
        <Notice kind="error" announce action={{ label: text('retry'), onPress: buying.retry }} onClose={buying.cancel}>
          {press.message || text('insurance_failed')}
        </Notice>
      ) : null}
    </>
  )
}

/** The two presses of a slice: it cannot be given back, so it asks as the sale does. */
function useCover(bet: SellableBet, percent: number, premiumMinor: Minor) {
  const queries = useQueryClient()
  const { refresh } = useSession()
  const { press, now, go } = usePress()
  const { exponent } = bet.currency
  /** One key for one wish, however often it is sent. */
  const key = useRef({ percent: 0, guid: '' })
  useEffect(() => void go({ do: 'value', valueMinor: premiumMinor, now: Date.now() }), [go, premiumMinor])
  const send = async (state: Press) => {
    if (state.at !== 'selling') return
    try {
      const bought = await insure(bet.id, percent, Number(minorText(state.sumMinor, exponent)), state.guid)
      key.current = { percent: 0, guid: '' }
      go({ do: 'sold', paidMinor: minorOf(bought.premium, exponent) })
      refresh()
    } catch (error) {
      const moved = movedTo(error, exponent)
      if (moved === null) go({ do: 'failed', message: error instanceof Error ? error.message : '' })
      else go({ do: 'moved', sumMinor: moved, now: Date.now() })
    }
    await queries.invalidateQueries({ queryKey: infoKey(bet.id) })
  }
  return {
    press,
    arm: () => void go({ do: 'arm', portion: WHOLE, valueMinor: premiumMinor, now: Date.now() }),
    confirm: () => {
      if (now.current.at !== 'armed') return
      if (key.current.percent !== percent) key.current = { percent, guid: newGuid() }
      void send(go({ do: 'confirm', guid: key.current.guid, now: Date.now() }))
    },
    retry: () => void send(go({ do: 'retry' })),
    cancel: () => void go({ do: 'cancel' }),
  }
}
