import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { userConfigQuery } from '#modules/account/web/index.ts'
import { OfficeCard, officeStyles, useProven } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { Notice, StatusMark } from '#ui/Notice.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import type { setUpCall } from '../contract.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { DisableForm, EnableForm } from './two-factor-forms.tsx'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')

export interface Seed {
  qr_code_url: string
  qr_link: string
  code: string
}

type Step =
  | { name: 'rest' }
  | { name: 'enable'; seed: Seed }
  | { name: 'codes'; codes: readonly string[] }
  | { name: 'disable' }
  | { name: 'letter' }

/** The second factor: off → seed and code → recovery codes once → on → password and code → off. */
export function TwoFactorCard({ enabled, hasMail }: { enabled: boolean | null; hasMail: boolean }) {
  const text = useTexts<SecurityTexts>('security')
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'rest' })
  const setUp = useProven()
  const begin = async () => {
    const seed = await call<typeof setUpCall>('POST', '/web-api/office/gettwofactorqrcodeurl', { auth: 'token' })
    setStep({ name: 'enable', seed })
  }
  const changed = () => client.invalidateQueries(userConfigQuery)
  if (enabled === null)
    return (
      <OfficeCard id="two-factor" title={text('two_factor')}>
        <SkeletonRows rows={2} />
      </OfficeCard>
    )
  return (
    <OfficeCard
      id="two-factor"
      title={text('two_factor')}
      lead={text('two_factor_lead')}
      end={<StatusMark kind={enabled ? 'success' : 'question'}>{text(enabled ? 'on' : 'off')}</StatusMark>}
    >
      {step.name === 'enable' ? (
        <EnableForm
          seed={step.seed}
          onCancel={() => setStep({ name: 'rest' })}
          onDone={(codes) => {
            setStep({ name: 'codes', codes })
            void changed()
          }}
        />
      ) : null}
      {step.name === 'codes' ? <RecoveryCodes codes={step.codes} onDone={() => setStep({ name: 'rest' })} /> : null}
      {step.name === 'disable' ? (
        <DisableForm
          onCancel={() => setStep({ name: 'rest' })}
          onDone={(sent) => {
            setStep(sent ? { name: 'letter' } : { name: 'rest' })
            void changed()
          }}
        />
      ) : null}
      {step.name === 'letter' ? (
        <Notice kind="info" announce>
          {text('disable_letter')}
        </Notice>
      ) : null}
      {step.name === 'rest' ? (
        <div className={officeStyles.actions}>
          {enabled ? (
            <Button kind="danger" onClick={() => setStep({ name: 'disable' })}>
              {text('turn_off')}
            </Button>
          ) : (
            <Button kind="primary" icon="shield" loading={setUp.busy} onClick={() => setUp.run(begin)}>
              {text('turn_on')}
            </Button>
          )}
        </div>
      ) : null}
      {step.name === 'rest' && enabled && !hasMail ? <p className={officeStyles.lead}>{text('no_mail_hint')}</p> : null}
      {setUp.modal}
    </OfficeCard>
  )
}
