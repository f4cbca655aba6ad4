import { useState } from 'react'
import { request } from '#platform/web/call.ts'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Num } from '#ui/Num.tsx'
import { useCoupon } from './context.ts'
import { OrderReason } from './OrderReason.tsx'
import { useRichParts, useRichText } from './rich-text.tsx'
import { usePartsTexts } from './texts.ts'
import { TotalPrice } from './TotalPrice.tsx'
import styles from './coupon.module.css'

const CANCEL = '/web-api/office/autobet/cancel'

/** Of the topic `me:<player>`, key `autobet:<id>`: told once, when it came true (`betId`) or was dropped. */
interface Ended {
  betId: number | null
  reason: string | null
}

/** What becomes of an auto-bet: it waits and can be taken back, is a bet, or was dropped. */
export function AutoBetState({ id, wantedMilli }: { id: string; wantedMilli: number }) {
  const rich = useRichParts()
  const placed = useRichText()
  const parts = usePartsTexts()
  const { playerId } = useCoupon().session
  const ended = useLive<Ended>(liveKey(`me:${playerId ?? 0}`, `autobet:${id}`))
  if (ended?.betId) {
    const number = (
      <SiteLink to={`/coupon/${ended.betId}`} className={styles.number}>
        <Num>{String(ended.betId)}</Num>
      </SiteLink>
    )
    return <strong>{placed('placed', { id: number })}</strong>
  }
  if (ended) {
    return (
      <>
        <strong>{parts('order_dropped')}</strong>
        {ended.reason ? <OrderReason of="autobet_dropped" reason={ended.reason} /> : null}
      </>
    )
  }
  return (
    <>
      <strong>{rich('autobet_set', { cf: <TotalPrice milli={BigInt(wantedMilli)} /> })}</strong>
      <Cancel id={id} />
    </>
  )
}

function Cancel({ id }: { id: string }) {
  const parts = usePartsTexts()
  const [state, setState] = useState<'open' | 'busy' | 'gone' | 'failed'>('open')
  const cancel = async () => {
    setState('busy')
    try {
      await request('POST', CANCEL, { body: { auto_bet_id: Number(id) }, auth: 'token' })
      setState('gone')
    } catch {
      setState('failed')
    }
  }
  if (state === 'gone') return <p className={styles.quiet}>{parts('order_gone')}</p>
  return (
    <>
      {state === 'failed' ? <p className={styles.quiet}>{parts('order_kept')}</p> : null}
      <Button size="small" loading={state === 'busy'} onClick={() => void cancel()}>
        {parts('order_cancel')}
      </Button>
    </>
  )
}
