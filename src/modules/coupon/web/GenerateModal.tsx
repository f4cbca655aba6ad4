import { useEffect, useRef, useState } from 'react'
import { isApiError, type ApiError } from '#platform/web/api-error.ts'
import { Button } from '#ui/Button.tsx'
import { CheckBox } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { StakeField } from '#ui/Stake.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { currencySign } from '#lib/number-format.ts'
import { canonicalNumeric } from '#ui/numeric-text.ts'
import { useUi } from '#ui/settings.tsx'
import type { Coupon } from '../rules/state/index.ts'
import { useCouponContext } from './context.ts'
import { fillInto } from './filling.ts'
import { generated } from './generate-call.ts'
import { usePartsTexts } from './texts.ts'
import styles from './options.module.css'

type Wanted = 'any' | 'single' | 'express'

/** A coupon for a stake and a wanted win (CP-40). It is only filled: the player looks at it and places it himself. */
export function GenerateModal({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const parts = usePartsTexts()
  const { lng, text } = useUi()
  const { store, setNote } = useCouponContext()
  const { currency, template } = coupon.setup
  const [sum, setSum] = useState(coupon.stake || template)
  const [win, setWin] = useState('')
  const [kind, setKind] = useState<Wanted>('express')
  const [live, setLive] = useState(false)
  const [state, setState] = useState<'idle' | 'missing' | 'busy' | 'none' | ApiError>('idle')
  const field = { sign: currencySign(currency, lng), accuracy: currency.exponent }
  const ready = Number(canonicalNumeric(win)) > Number(canonicalNumeric(sum)) && Number(canonicalNumeric(sum)) > 0
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])
  /** What was said of the last question is not said of another one. */
  const forget = () => setState((now) => (now === 'busy' ? now : 'idle'))
  const make = async () => {
    setState('busy')
    try {
      const wanted = { sum: Number(canonicalNumeric(sum)), win: Number(canonicalNumeric(win)), kind, live: live ? null : false }
      const filling = await generated(wanted, store.page)
      // Whoever has closed the window wants its coupon no more.
      if (isGone.current) return
      if (!filling) return setState('none')
      setNote(fillInto(store, { ...filling, stake: sum }))
      onClose()
    } catch (error) {
      if (!isApiError(error)) throw error
      setState(error)
    }
  }
  return (
    <Modal title={parts('generate_title')} size="small" onClose={onClose}>
      <form
        className={styles.wide}
        onChange={forget}
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) void make()
          else setState('missing')
        }}
      >
        <p>{parts('generate_about')}</p>
        <span aria-hidden>{parts('generate_sum')}</span>
        <StakeField {...field} label={parts('generate_sum')} value={sum} onChange={setSum} />
        <span aria-hidden>{parts('generate_win')}</span>
        <StakeField {...field} label={parts('generate_win')} value={win} onChange={setWin} />
        <SegmentedControl<Wanted>
          label={parts('generate_kind')}
          value={kind}
          onChange={(chosen) => {
            setKind(chosen)
            forget()
          }}
          items={[
            { key: 'express', label: parts('kind_express') },
            { key: 'single', label: parts('kind_single') },
            { key: 'any', label: parts('generate_any') },
          ]}
        />
        <CheckBox checked={live} onChange={setLive}>
          {parts('generate_live')}
        </CheckBox>
        {!ready && (state === 'missing' || (sum !== '' && win !== '')) ? (
          <Notice kind={state === 'missing' ? 'error' : 'info'} announce>
            {parts(sum !== '' && win !== '' ? 'generate_more' : 'generate_fill')}
          </Notice>
        ) : null}
        {state === 'none' ? (
          <Notice kind="warning" announce>
            {parts('generate_none')}
          </Notice>
        ) : null}
        {isApiError(state) ? (
          <Notice kind="error" announce action={isRefusal(state) ? undefined : { label: text('retry'), onPress: () => void make() }}>
            {state.message}
          </Notice>
        ) : null}
        <Button type="submit" kind="accent" size="large" wide loading={state === 'busy'}>
          {parts('generate_make')}
        </Button>
      </form>
    </Modal>
  )
}

/** Answered, and by a rule: the same question once more would be refused again. */
function isRefusal({ status }: ApiError): boolean {
  return status === 200
}
