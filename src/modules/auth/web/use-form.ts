import { useCallback, useEffect, useId, useReducer, useRef, type FormEvent } from 'react'
import { isApiError } from '#platform/web/api-error.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { useSession } from '#platform/web/session.tsx'
import { askCaptcha, CaptchaDismissed } from './captcha/ask-captcha.tsx'
import { emptyForm, formStep, type FormAction, type FormState } from './form-state.ts'
import { useTyped } from './kept-form.ts'
import { isSessionOver, leaveForSignIn } from './session-end.ts'

export interface FormSpec<F extends string> {
  initial: Record<F, string>
  /** Errors that can be told without the server, by field. */
  check?: (values: Readonly<Record<F, string>>) => Partial<Record<F, string>>
  /** The call asks for x-captcha-token where the brand has a captcha: it is solved before sending. */
  captcha?: boolean
  /** Sends; throws ApiError. What it throws is shown at the fields that the answer names. */
  submit: (values: Readonly<Record<F, string>>, captchaToken: string | undefined) => Promise<void>
  /** Fields that are worth writing twice: they survive a session that ends and a reload. Never a secret. */
  keep?: readonly F[]
  /** Takes over a refusal; true when it was dealt with. */
  onRefused?: (error: unknown) => boolean | Partial<Record<F, string>>
}

const NOTHING: readonly never[] = []

/** What a field of the kit needs. */
export interface FieldProps<F extends string = string> {
  id: string
  name: F
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

export interface Form<F extends string> {
  state: FormState<F>
  set: (field: F, value: string) => void
  fill: (values: Partial<Record<F, string>>) => void
  refuse: (errors: Partial<Record<F, string>>, message?: string | null) => void
  onSubmit: (event?: FormEvent) => void
  field: (name: F) => FieldProps<F>
  idOf: (name: F) => string
}

/** One form: no double sending, server errors under their fields, focus to the first wrong one. */
export function useForm<F extends string>(spec: FormSpec<F>): Form<F> {
  const id = useId()
  const text = useTexts<typeof import('../../../../locales/ru/ui.json')>('ui')
  const authText = useTexts<typeof import('../../../../locales/ru/auth.json')>('auth')
  const { lng, config } = useSite()
  const captchaType = config.captcha.type
  const player = useSession().player?.id ?? null
  const signedIn = player !== null
  const [state, dispatch] = useReducer(formStep as (state: FormState<F>, action: FormAction<F>) => FormState<F>, spec.initial, emptyForm<F>)
  const latest = useRef({ spec, state })
  latest.current = { spec, state }
  const sending = useRef(false)
  const arrived = useRef(() => {})
  const idOf = useCallback((name: F) => `${id}-${name}`, [id])
  const set = useCallback((field: F, value: string) => dispatch({ type: 'change', field, value }), [])
  const fill = useCallback((values: Partial<Record<F, string>>) => dispatch({ type: 'fill', values }), [])
  const refuse = useCallback(
    (errors: Partial<Record<F, string>>, message: string | null = null) => dispatch({ type: 'refuse', errors, message }),
    [],
  )

  arrived.current = useTyped(player, spec.keep ?? NOTHING, state.values, fill).settled

  useEffect(() => {
    const first = state.reported[0]
    if (state.refusals > 0 && first) document.getElementById(idOf(first.field))?.focus()
    // The focus moves once a refusal, not when fields change afterwards.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state.refusals])

  const send = useCallback(async () => {
    const { spec: now, state: shown } = latest.current
    if (sending.current) return
    const wrong = now.check?.(shown.values) ?? {}
    if (Object.values(wrong).some(Boolean)) return refuse(wrong)
    sending.current = true
    dispatch({ type: 'send' })
    try {
      await now.submit(shown.values, now.captcha ? await askCaptcha(captchaType, authText) : undefined)
      arrived.current()
      dispatch({ type: 'done' })
    } catch (error) {
      if (error instanceof CaptchaDismissed) return refuse({}, authText('captcha_dismissed'))
      if (signedIn && (await isSessionOver(error))) return leaveForSignIn(lng)
      const handled = latest.current.spec.onRefused?.(error)
      if (handled === true) dispatch({ type: 'done' })
      else if (typeof handled === 'object') refuse(handled)
      else refuseBy(error, shown.values, refuse, text('server_generic'))
    } finally {
      sending.current = false
    }
  }, [refuse, text, authText, captchaType, signedIn, lng])

  return {
    state,
    set,
    fill,
    refuse,
    idOf,
    onSubmit: (event) => {
      event?.preventDefault()
      void send()
    },
    field: (name) => ({
      id: idOf(name),
      name,
      value: state.values[name],
      onChange: (value) => set(name, value),
      error: state.errors[name],
    }),
  }
}

function refuseBy<F extends string>(error: unknown, values: Readonly<Record<F, string>>, refuse: Form<F>['refuse'], generic: string): void {
  if (!isApiError(error)) return refuse({}, generic)
  const known = Object.entries(fieldErrors(error)).filter(([name]) => name in values)
  if (known.length > 0) refuse(Object.fromEntries(known) as Partial<Record<F, string>>)
  else refuse({}, error.message)
}

/** Messages by field of any envelope, also of the registration's `errors: [{field, message}]`. */
export function fieldErrors(error: { response: unknown; fields: Readonly<Record<string, string>> }): Record<string, string> {
  const found: Record<string, string> = { ...error.fields }
  const list = (error.response as { errors?: unknown } | null)?.errors
  for (const entry of Array.isArray(list) ? (list as { field?: unknown; message?: unknown }[]) : []) {
    if (typeof entry.field === 'string' && typeof entry.message === 'string' && !(entry.field in found)) found[entry.field] = entry.message
  }
  return found
}
