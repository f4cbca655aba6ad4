import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { divideCeil, minorText, type Minor } from '#lib/money.ts'
import { useSession } from '#platform/web/session.tsx'
import { Button } from '#ui/Button.tsx'
import { Chip, ChipRow } from '#ui/Chip.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { formatPercent } from '#lib/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import { insure, minorOf, newGuid, type SaleInfo } from './calls.ts'
import type { SectionProps } from './CashOutMore.tsx'
import { useCashOutRich, useCashOutTexts } from './texts.ts'
import { infoKey, type SellableBet } from './use-sale.ts'
import styles from './CashOut.module.css'

const SLICES = [10, 25, 50, 100]

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
      {!cover.off && cover.percent_left > 0 ? <Buy bet={bet} cover={cover} /> : null}
    </div>
  )
}

function Buy({ bet, cover }: { bet: SellableBet; cover: NonNullable<SaleInfo['insurance']> }) {
  const { lng } = useUi()
  const text = useCashOutTexts()
  const rich = useCashOutRich()
  const queries = useQueryClient()
  const { refresh } = useSession()
  const { currency } = bet
  const slices = [...new Set(SLICES.map((slice) => Math.min(slice, cover.percent_left)))]
  const [chosen, setChosen] = useState(SLICES[0]!)
  const percent = Math.min(chosen, cover.percent_left)
  /** One key for one wish, however often it is sent. */
  const key = useRef({ percent: 0, guid: '' })
  const whole = minorOf(cover.whole_premium, currency.exponent)
  // Not less than the server's: that is rounded up from the exact share.
  const premium = divideCeil(whole * BigInt(percent), 100n)
  const buy = useMutation({
    mutationFn: () => {
      if (key.current.percent !== percent) key.current = { percent, guid: newGuid() }
      return insure(bet.id, percent, Number(minorText(premium, currency.exponent)), key.current.guid)
    },
    onSuccess: () => {
      key.current = { percent: 0, guid: '' }
      refresh()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: infoKey(bet.id) }),
  })
  const money = (minor: Minor) => <Money minor={minor} currency={currency} />
  return (
    <>
      <ChipRow label={text('insurance_share')}>
        {slices.map((slice) => (
          <Chip key={slice} selected={slice === percent} onClick={() => setChosen(slice)}>
            <Num>{formatPercent(slice, lng)}</Num>
          </Chip>
        ))}
      </ChipRow>
      <Button kind="primary" loading={buy.isPending} onClick={() => buy.mutate()}>
        <span>{rich('insurance_buy', { percent: <Num>{percent}</Num>, sum: money(premium) })}</span>
      </Button>
      {buy.isPending ? <p className={styles.help}>{text('insurance_wait')}</p> : null}
      {buy.error ? <Notice kind="error">{buy.error.message}</Notice> : null}
    </>
  )
}
