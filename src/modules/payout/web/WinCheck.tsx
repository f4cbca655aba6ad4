import { useEffect, useState } from 'react'
import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { Notice } from '#ui/Notice.tsx'
import { Money, Num } from '#ui/Num.tsx'
import type { CurrencyView } from '#lib/number-format.ts'
import type { WhyReply } from '../contract.ts'
import { leftText } from '../rules/left-text.ts'
import styles from './WhyResult.module.css'

/** A great win that two people look at before it is paid: how much it is, and the clock they are held to. */
export function WinCheck({ check, currency }: { check: NonNullable<WhyReply['check']>; currency: CurrencyView }) {
  const text = useTexts('payout')
  const { lng, country } = useSite()
  const leftMs = useLeftMs(check)
  return (
    <div className={styles.check} data-testid="win-check">
      <Notice kind="warning">
        {text('waits_officers')} {check.signed ? text('check_signed') : null}
      </Notice>
      <dl className={styles.lines}>
        <div>
          <dt>{text('check_sum')}</dt>
          <dd>
            <Money minor={BigInt(check.payout)} currency={currency} decimals />
          </dd>
        </div>
        <div>
          <dt>{text('check_until')}</dt>
          <dd>
            <Num>{formatDate(check.due_at, 'dd.MM.yyyy / HH:mm', { lng, country })}</Num>
          </dd>
        </div>
        <div role="timer">
          <dt>{text('check_left')}</dt>
          <dd>
            <Num>{leftText(leftMs)}</Num>
          </dd>
        </div>
      </dl>
      {leftMs === 0 ? <p className={styles.muted}>{text('check_over')}</p> : null}
    </div>
  )
}

const SECOND_MS = 1_000

/** By the server's clock: the browser's own only counts on from it. */
function useLeftMs({ now, due_at: dueAt }: NonNullable<WhyReply['check']>): number {
  const [passed, setPassed] = useState({ since: now, ms: 0 })
  useEffect(() => {
    const begun = Date.now()
    const timer = setInterval(() => setPassed({ since: now, ms: Date.now() - begun }), SECOND_MS)
    return () => clearInterval(timer)
  }, [now])
  // What has passed since an answer before is in the new one already.
  return Math.max(0, dueAt - now - (passed.since === now ? passed.ms : 0))
}
