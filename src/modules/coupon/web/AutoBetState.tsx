import { useEffect, useState } from 'react'
import type { Minor } from '#lib/money.ts'
import { request } from '#platform/web/call.ts'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Num } from '#ui/Num.tsx'
import { useCoupon } from './context.ts'
import type { OnOrder } from './order-state.ts'
import { OrderReason } from './OrderReason.tsx'
import { SumsOfBet, WaitingSum } from './PlacedSums.tsx'
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

interface AutoBetProps {
  guid: string
  id: string
  wantedMilli: number
  stakeMinor: Minor
  onState: OnOrder
}

/** What becomes of an auto-bet: it waits and can be taken back, is a bet, or was dropped. */
export function AutoBetState({ guid, id, wantedMilli, stakeMinor, onState }: AutoBetProps) {
  const rich = useRichParts()
  const placed = useRichText()
  const parts = usePartsTexts()
  const { playerId } = useCoupon().session
  const ended = useLive<Ended>(liveKey(`me:${playerId ?? 0}`, `autobet:${id}`))
  const [cancelled, setCancelled] = useState(false)
  const state = ended?.betId ? 'placed' : ended || cancelled ? 'gone' : 'waits'
  useEffect(() => onState(guid, state), [onState, guid, state])
  if (ended?.betId) {
    const number = (
      <SiteLink to={`/coupon/${ended.betId}`} className={styles.number}>
        <Num>{String(ended.betId)}</Num>
      </SiteLink>
    )
    return (
      <>
        <strong>{placed('placed', { id: number })}</strong>
        <SumsOfBet betId={ended.betId} />
      </>
    )
  }
  // The player's own cancel needs no reason beside it.
  if (state === 'gone') {
    return (
      <>
        <strong>{parts(cancelled ? 'order_gone' : 'order_dropped')}</strong>
        {ended?.reason && !cancelled ? <OrderReason of="autobet_dropped" reason={ended.reason} /> : null}
      </>
    )
  }
  return (
    <>
      <strong>{rich('autobet_set', { cf: <TotalPrice milli={BigInt(wantedMilli)} /> })}</strong>
      <WaitingSum minor={stakeMinor} />
      <Cancel id={id} onGone={() => setCancelled(true)} />
    </>
  )
}

function Cancel({ id, onGone }: { id: string; onGone: () => void }) {
  const parts = usePartsTexts()
  const [state, setState] = useState<'open' | 'busy' | 'failed'>('open')
  const cancel = async () => {
    setState('busy')
    try {
      await request('POST', CANCEL, { body: { auto_bet_id: Number(id) }, auth: 'token' })
      onGone()
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      {state === 'failed' ? <p className={styles.quiet}>{parts('order_kept')}</p> : null}
      <Button size="small" loading={state === 'busy'} onClick={() => void cancel()}>
        {parts('order_cancel')}
      </Button>
    </>
  )
}
