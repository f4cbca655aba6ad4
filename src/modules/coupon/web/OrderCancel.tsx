import { useState } from 'react'
import { request } from '#platform/web/call.ts'
import { Button } from '#ui/Button.tsx'
import { usePartsTexts } from './texts.ts'
import styles from './coupon.module.css'

const CANCEL = '/web-api/office/autobet/cancel'

/** Takes back an auto-bet that has not come true yet. */
export function OrderCancel({ id }: { id: string }) {
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
