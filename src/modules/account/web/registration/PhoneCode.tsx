import { isApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { track } from '#platform/web/telemetry.ts'
import { usePhoneCode } from '../phone/phone-queries.ts'
import { SendAgain, TakeFocus, useForm } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import type { activateCall } from '../../contract.ts'
import { checkSmsCode } from '../../rules/fields.ts'
import styles from './Registration.module.css'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

/** Codes of the specification: sent, confirmed, failed. */
export const SMS_SENT = 1247
const SMS_CONFIRMED = 1252
const SMS_FAILED = 1253

export interface CodeOnWay {
  authId: string
  length: number
  /** The number as it was typed, and the country of its code. */
  phone: string
  country: string
  resendAfterS: number
}

interface PhoneCodeProps {
  sent: CodeOnWay
  onBack: () => void
  /** Another code; `isSending` and `problem` tell how that goes. */
  onAgain: () => void
  isSending: boolean
  problem: string | null
  onDone: (userId: number) => Promise<void>
}

/** The second half of a registration by phone: the code of the SMS makes the account. */
export function PhoneCode({ sent, onBack, onAgain, isSending, problem, onDone }: PhoneCodeProps) {
  const text = useTexts<AccountTexts>('account')
  const number = `${usePhoneCode(sent.country)} ${sent.phone}`.trim()
  const form = useForm<'sms_code'>({
    initial: { sms_code: '' },
    check: ({ sms_code }) => {
      const issue = checkSmsCode(sms_code, { length: sent.length })
      return issue ? { sms_code: text(issue.key as never, issue.params as never) } : {}
    },
    submit: async ({ sms_code }) => {
      const body = { authId: sent.authId, sms_code, hash: '', phone: '', country_code: '' }
      const reply = (await call<typeof activateCall>('POST', '/web-api/api/internal/v1/user/activate', {
        body: body as never,
        attributes: true,
      })) as unknown as { data: { attributes: { userId: number } } }
      track(SMS_CONFIRMED)
      await onDone(reply.data.attributes.userId)
    },
    onRefused: (error) => {
      track(SMS_FAILED)
      return isApiError(error) ? { sms_code: error.message } : false
    },
  })
  return (
    <form className={styles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message ?? problem} />
      <Notice kind="info">
        {text('phone_code_sent')} <Num>{number}</Num>
      </Notice>
      <CodeField {...form.field('sms_code')} label={text('phone_code')} length={sent.length} enterKeyHint="go" />
      <TakeFocus key={sent.authId} id={form.idOf('sms_code')} />
      <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
        {text('phone_code_confirm')}
      </Button>
      <SendAgain key={sent.authId} afterS={sent.resendAfterS} loading={isSending} onAgain={onAgain} />
      <Button kind="quiet" onClick={onBack}>
        {text('phone_code_back')}
      </Button>
    </form>
  )
}
