import type { ReactNode } from 'react'
import { officeStyles, TakeFocus, type Form } from '#modules/auth/web/index.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'

interface CardFormProps<F extends string> {
  form: Form<F>
  /** What the button that sends says. */
  submit: string
  kind?: 'primary' | 'danger'
  onCancel?: () => void
  /** Other ways, beside the button. */
  actions?: ReactNode
  /** The field that takes over the focus of the button which has opened the form. */
  focus?: F
  children: ReactNode
}

/** One form of a card: what concerns no field, the fields, the button and the ways out. */
export function CardForm<F extends string>({ form, submit, kind = 'primary', onCancel, actions, focus, children }: CardFormProps<F>) {
  const text = useTexts<typeof import('../../../../locales/ru/security.json')>('security')
  return (
    <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      {children}
      {focus === undefined ? null : <TakeFocus id={form.idOf(focus)} />}
      <div className={officeStyles.actions}>
        <Button kind={kind} type="submit" loading={form.state.busy}>
          {submit}
        </Button>
        {actions}
        {onCancel ? (
          <Button kind="quiet" onClick={onCancel}>
            {text('cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
