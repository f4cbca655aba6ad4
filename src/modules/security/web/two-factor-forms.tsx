import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#platform/web/call.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { useCopied } from '#platform/web/use-copied.ts'
import { encodePassword, officeStyles, prepareEncoding, useForm, useStepUp, type Form } from '#modules/auth/web/index.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { CodeField, PasswordField } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import type { disableCall, enableCall, sendSmsCall } from '../contract.ts'
import { APP_CODE_LENGTH, checkAppCode, checkAppOrRecovery, fieldOfErrorCode } from '../rules/two-factor-form.ts'
import { CardForm } from './CardForm.tsx'
import type { Seed } from './TwoFactorCard.tsx'
import styles from './Security.module.css'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')
type AuthTexts = typeof import('../../../../locales/ru/auth.json')

/** Refusals that concern the whole form, not one of its codes. */
const NOT_OF_A_CODE: ReadonlySet<unknown> = new Set([42, 44, 50])

const SMS_CODE_LENGTH = 6

interface EnableFormProps {
  seed: Seed
  onDone: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

export function EnableForm({ seed, onDone, onCancel }: EnableFormProps) {
  const text = useTexts<SecurityTexts>('security')
  const auth = useTexts<AuthTexts>('auth')
  const { config } = useSite()
  const withSms = config.auth.twoFactorSms
  const stepUp = useStepUp()
  const form = useForm<'sms_code' | 'app_code'>({
    initial: { sms_code: '', app_code: '' },
    check: (values) => {
      const issue = checkAppCode(values.app_code)
      return {
        ...(withSms && values.sms_code === '' ? { sms_code: auth('auth_required_field') } : {}),
        ...(issue ? { app_code: issue === 'phone_min_length' ? text('six_digits') : auth(issue) } : {}),
      }
    },
    submit: async (values) => {
      const reply = await call<typeof enableCall>('POST', '/web-api/office/twofactorauthenable', { auth: 'token', body: values })
      onDone(reply.recovery_codes)
    },
    // The wire's rule: error_code 2 belongs to the SMS field, every other one to the app's (spec §5).
    onRefused: (error) => {
      if (stepUp.onRefused(error)) return true
      if (!isApiError(error) || typeof error.code !== 'number' || NOT_OF_A_CODE.has(error.code)) return false
      return { [fieldOfErrorCode(error.code)]: error.message }
    },
  })
  return (
    <div className={styles.setup}>
      <img className={styles.qr} src={seed.qr_code_url} width={184} height={184} alt={text('qr_alt')} />
      <CardForm form={form} submit={text('turn_on')} focus={withSms ? 'sms_code' : 'app_code'} onCancel={onCancel}>
        <p className={officeStyles.lead}>{text('scan')}</p>
        <SeedBox seed={seed} />
        {withSms ? <SmsPart field={{ ...form.field('sms_code'), name: 'sms_code' }} /> : null}
        <CodeField {...form.field('app_code')} label={auth('app_code')} length={APP_CODE_LENGTH} enterKeyHint="go" />
      </CardForm>
      {stepUp.modal(form.onSubmit)}
    </div>
  )
}

/** The key in words, for apps without a camera, and the same as an address for an app on this device. */
function SeedBox({ seed }: { seed: Seed }) {
  const text = useTexts<SecurityTexts>('security')
  const [copied, copy] = useCopied()
  return (
    <>
      <div>
        <p className={styles.label}>{text('seed')}</p>
        <div className={styles.seed}>
          <bdi dir="ltr" className={styles.groups} data-testid="seed">
            {(seed.code.match(/.{1,4}/g) ?? []).map((group, index) => (
              // Groups of four may repeat; their place is what tells them apart.
              // oxlint-disable-next-line react/no-array-index-key
              <Num key={index}>{group}</Num>
            ))}
          </bdi>
          <IconButton icon={copied ? 'check' : 'copy'} label={text(copied ? 'copied' : 'copy_seed')} onClick={() => copy(seed.code)} />
        </div>
      </div>
      <a href={seed.qr_link} className={styles.app}>
        {text('open_app')}
      </a>
    </>
  )
}

/** Only where the brand asks for it: the code of an SMS, and the button that sends it. */
function SmsPart({ field }: { field: ReturnType<Form<'sms_code'>['field']> }) {
  const text = useTexts<SecurityTexts>('security')
  const sms = useMutation({
    mutationFn: () => call<typeof sendSmsCall>('POST', '/web-api/office/sendSmsForTwoFactorActivation', { auth: 'token' }),
  })
  return (
    <>
      <CodeField {...field} label={text('sms_code')} length={SMS_CODE_LENGTH} enterKeyHint="next" />
      <div className={officeStyles.actions}>
        <Button loading={sms.isPending} onClick={() => sms.mutate()}>
          {text(sms.isSuccess ? 'sms_sent' : 'send_sms')}
        </Button>
      </div>
      {sms.isError ? (
        <Notice kind="error" announce>
          {sms.error.message}
        </Notice>
      ) : null}
    </>
  )
}

/** Password and code ask for the way out: a letter, or at once where there is no confirmed address. */
export function DisableForm({ onDone, onCancel }: { onDone: (letterSent: boolean) => void; onCancel: () => void }) {
  const text = useTexts<SecurityTexts>('security')
  const auth = useTexts<AuthTexts>('auth')
  useEffect(prepareEncoding, [])
  const form = useForm<'password' | 'app_code'>({
    initial: { password: '', app_code: '' },
    check: (values) => {
      const issue = checkAppOrRecovery(values.app_code)
      const told = issue === 'min_symbols_limit' ? text(issue, { count: APP_CODE_LENGTH }) : issue && auth(issue)
      return { ...(values.password === '' ? { password: auth('password_required') } : {}), ...(told ? { app_code: told } : {}) }
    },
    submit: async (values) => {
      const password = await encodePassword(values.password)
      const path = '/web-api/office/twofactorauthdisable'
      const asked = await call<typeof disableCall>('POST', path, { auth: 'token', body: { hash: '', password, app_code: values.app_code } })
      if (!asked.sent && asked.hash)
        await call<typeof disableCall>('POST', path, { auth: 'token', body: { hash: asked.hash, password: '', app_code: '' } })
      onDone(asked.sent ?? false)
    },
  })
  return (
    <CardForm form={form} kind="danger" submit={text('turn_off')} focus="password" onCancel={onCancel}>
      <PasswordField {...form.field('password')} label={auth('password_label')} maxLength={200} enterKeyHint="next" />
      <CodeField {...form.field('app_code')} label={text('app_or_recovery')} length={14} enterKeyHint="go" />
    </CardForm>
  )
}
