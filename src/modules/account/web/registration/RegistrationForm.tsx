import { useEffect, useRef, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { useApi } from '#platform/web/query.ts'
import { storage } from '#platform/web/storage.ts'
import { EVENT, track } from '#platform/web/telemetry.ts'
import { encodePassword, prepareEncoding, stillWrong, useForm, type Form } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { FormErrorSummary, FormMessage } from '#ui/FormMessage.tsx'
import type { submitCall } from '../../contract.ts'
import { checkForm, fieldsIn, initialValues, submission, type FormDescription, type Origin, type Values } from './form-model.ts'
import { formsQuery } from './forms-query.ts'
import { PhoneCode, SMS_SENT, type CodeOnWay } from './PhoneCode.tsx'
import { useDraft } from './use-draft.ts'
import { RegistrationFieldView } from './fields.tsx'
import styles from './Registration.module.css'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

export interface Registered {
  userId: number
  login: string
  password: string | null
  /** Where the letter went. */
  email: string | null
}

interface RegistrationFormProps {
  setupId: number
  form: FormDescription
  /** What another service or the address has told already. */
  known?: Readonly<Record<string, string>>
  origin: Origin
  onDone: (registered: Registered) => void
}

/** One form in the order of the brand; what was typed is kept for fifteen minutes (SH-32). */
export function RegistrationForm({ setupId, form: first, known, origin, onDone }: RegistrationFormProps) {
  const text = useTexts<AccountTexts>('account')
  const [country, setCountry] = useState('')
  const description = useFormOf(first, country)
  const [sent, setSent] = useState<CodeOnWay | null>(null)
  // Ages are counted in days: the moment at which the form was opened is near enough, and the server decides.
  const [now] = useState(() => Date.now())
  const check = (values: Values): Record<string, string> =>
    Object.fromEntries(
      Object.entries(checkForm(description, values, now)).map(([name, problem]) => [
        name,
        'message' in problem ? problem.message : text(problem.key as never, problem.params),
      ]),
    )
  const [initial] = useState(() => ({ ...PAPERS, ...initialValues([first]), ...known }))
  const form = useForm<string>({
    initial,
    check,
    captcha: true,
    submit: async (values, captchaToken) => {
      const password = 'password' in values ? await encodePassword(values['password'] ?? '') : null
      const reply = await call<typeof submitCall>('POST', '/flexreg-api/v1/registration/submit', {
        body: submission(setupId, description, values, { encodedPassword: password, origin }) as never,
        captchaToken,
      })
      track(EVENT.registration, { type: description.type })
      if (reply.nextStep === 'sms') {
        track(SMS_SENT)
        const phone = values['phone'] ?? ''
        const country = values['country_code'] ?? ''
        return setSent({
          authId: reply.authId ?? '',
          length: reply.code_length ?? 6,
          phone,
          country,
          resendAfterS: reply.resend_after ?? 60,
        })
      }
      await storage.remove('draft-registration')
      track(EVENT.registrationDone, { type: description.type })
      track(EVENT.regDone)
      onDone({ userId: reply.userId, login: reply.login, password: reply.password ?? null, email: values['email']?.trim() || null })
    },
  })
  const { values } = form.state
  const chosen = values['country'] ?? ''
  useEffect(() => setCountry(chosen), [chosen])
  useCurrencyOf(description, form)
  useEffect(prepareEncoding, [])
  useDraft({ kind: first.kind, initial, values, fill: form.fill })
  const fields = fieldsIn(description)
  if (sent)
    return (
      <PhoneCode
        sent={sent}
        onBack={() => setSent(null)}
        onAgain={() => form.onSubmit()}
        isSending={form.state.busy}
        problem={form.state.message}
        onDone={async (userId) => {
          await storage.remove('draft-registration')
          track(EVENT.registrationDone, { type: description.type })
          track(EVENT.regDone)
          onDone({ userId, login: String(userId), password: null, email: null })
        }}
      />
    )
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.props.label ?? name
  return (
    <form className={styles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      {form.state.reported.length > 1 ? (
        <FormErrorSummary
          key={form.state.refusals}
          errors={stillWrong(form.state, check(values)).map(({ field, message }) => ({
            field: form.idOf(field),
            label: shortLabel(labelOf(field), field, text),
            message,
          }))}
        />
      ) : null}
      {description.steps.flatMap((step) =>
        step.fields.map((row) => (
          <div key={row.map((field) => field.id).join('-')} className={styles.row} data-count={row.length}>
            {row.map((field) => (field.props.hidden ? null : <RegistrationFieldView key={field.id} field={field} form={form} />))}
          </div>
        )),
      )}
      <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
        {text(description.type === 'fast_reg' ? 'register_fast' : 'register')}
      </Button>
    </form>
  )
}

/** Papers that another country may ask for: the form has a place for them before it is chosen. */
const PAPERS = { personal_code: '', document_number: '' }

/** The same form as it is in the country that is chosen in it (RG-16); until that is known, as it was. */
function useFormOf(first: FormDescription, country: string): FormDescription {
  const { lng } = useSite()
  const isOther = country !== '' && country !== initialValues([first])['country']
  const { data } = useApi(formsQuery(lng, country), { enabled: isOther })
  return (isOther ? data?.forms.find(({ kind }) => kind === first.kind) : null) ?? first
}

/** The currency follows the country as long as it is the one that the form has offered. */
function useCurrencyOf(description: FormDescription, form: Form<string>): void {
  const offered = initialValues([description])['currency'] ?? ''
  const before = useRef(offered)
  useEffect(() => {
    if (before.current !== offered && form.state.values['currency'] === before.current) form.fill({ currency: offered })
    before.current = offered
    // Only a new offer moves it, not what the player chooses himself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [offered])
}

/** A consent's label is a sentence: in the summary its short name stands. */
function shortLabel(label: string, name: string, text: (key: 'terms_short') => string): string {
  return name === 'terms' ? text('terms_short') : label
}
