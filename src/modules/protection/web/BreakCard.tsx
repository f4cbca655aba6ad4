import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '#platform/web/i18n.ts'
import { OfficeCard, officeStyles, TakeFocus, useProven } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { CheckBox } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { Choice } from './Choice.tsx'
import styles from './Protection.module.css'
import { availableQuery, reasonsQuery, sendExclusion, useProtectionChanged, type AvailableReply } from './queries.ts'
import { type ProtectionTexts } from './Value.tsx'

const STEP = 'break-step'

type Period = AvailableReply['selfExclude']['periods'][number]

/** A break in three steps: how long, why, and a last look at what it means. Nothing is sent before the last press. */
export function BreakCard() {
  const text = useTexts<ProtectionTexts>('protection')
  const { data, isError, refetch } = useQuery(availableQuery)
  const [{ step, moved }, setPlace] = useState<{ step: 1 | 2 | 3; moved: boolean }>({ step: 1, moved: false })
  const setStep = (next: 1 | 2 | 3) => setPlace({ step: next, moved: true })
  const [code, setCode] = useState<Period['code'] | null>(null)
  const [missing, setMissing] = useState(false)
  const [reason, setReason] = useState(0)
  const period = data?.selfExclude.periods.find((one) => one.code === code) ?? null
  return (
    <OfficeCard id="break" title={text('break')} lead={text('break_lead')}>
      {data ? null : isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows rows={2} />}
      <p id={STEP} className={styles.about} tabIndex={-1}>
        {text('step', { step, all: 3 })}
      </p>
      {moved ? <TakeFocus key={step} id={STEP} /> : null}
      {data && step === 1 ? (
        <>
          {(['time_out', 'self_exclusion'] as const).map((kind) => (
            <Choice
              key={kind}
              name="period"
              legend={text(`closed_${kind}`)}
              value={code}
              onChange={setCode}
              items={data.selfExclude.periods.filter((one) => one.kind === kind).map((one) => ({ value: one.code, label: one.title }))}
            />
          ))}
          <FormMessage text={missing && code === null ? text('period_missing') : null} />
          <div className={officeStyles.actions}>
            <Button kind="primary" onClick={() => (code === null ? setMissing(true) : setStep(2))}>
              {text('next')}
            </Button>
          </div>
        </>
      ) : null}
      {step === 2 ? <Reasons value={reason} onChange={setReason} onBack={() => setStep(1)} onNext={() => setStep(3)} /> : null}
      {step === 3 && period ? (
        <LastLook period={period} reason={reason} onBack={() => setStep(2)} onDone={() => setPlace({ step: 1, moved: false })} />
      ) : null}
    </OfficeCard>
  )
}

function Reasons({
  value,
  onChange,
  onBack,
  onNext,
}: {
  value: number
  onChange: (id: number) => void
  onBack: () => void
  onNext: () => void
}) {
  const text = useTexts<ProtectionTexts>('protection')
  const { data } = useQuery(reasonsQuery)
  return (
    <>
      <Choice
        name="reason"
        legend={text('why')}
        value={value}
        onChange={onChange}
        items={[{ value: 0, label: text('reason_none') }, ...(data?.reasons ?? []).map(({ id, title }) => ({ value: id, label: title }))]}
      />
      <div className={officeStyles.actions}>
        <Button kind="plain" onClick={onBack}>
          {text('back')}
        </Button>
        <Button kind="primary" onClick={onNext}>
          {text('next')}
        </Button>
      </div>
    </>
  )
}

function LastLook({ period, reason, onBack, onDone }: { period: Period; reason: number; onBack: () => void; onDone: () => void }) {
  const text = useTexts<ProtectionTexts>('protection')
  const changed = useProtectionChanged()
  const [agreed, setAgreed] = useState(false)
  const [missing, setMissing] = useState(false)
  const { busy, run, modal } = useProven()
  const close = async () => {
    await sendExclusion(period.code, reason)
    changed()
    onDone()
    // What is open now stands at the top.
    scrollTo({ top: 0 })
  }
  return (
    <>
      <Notice kind="warning">
        <strong>{text('means', { period: period.title })}</strong>
        <ul className={styles.bullets}>
          <li>{text('means_closed')}</li>
          <li>{text('means_open')}</li>
          <li>{text('means_bets')}</li>
          <li>
            {text(period.kind === 'time_out' ? 'means_end_time_out' : period.code === 'always' ? 'means_end_never' : 'means_end_exclusion')}
          </li>
        </ul>
      </Notice>
      <CheckBox checked={agreed} onChange={setAgreed} error={missing && !agreed ? text('agree_missing') : undefined}>
        {text('means_agree')}
      </CheckBox>
      <div className={officeStyles.actions}>
        <Button kind="plain" onClick={onBack}>
          {text('back')}
        </Button>
        <Button kind="danger" loading={busy} onClick={() => (agreed ? run(close) : setMissing(true))}>
          {text('close_account')}
        </Button>
      </div>
      {modal}
    </>
  )
}
