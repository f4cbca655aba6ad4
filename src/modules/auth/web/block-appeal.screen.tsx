import { guard } from '#modules/brand/web/index.ts'
import { useEffect, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import type { readAppealCall, sendAppealCall } from '../contract/appeal.ts'
import { APPEAL_TEXT_MAX, checkAppeal } from '../rules/appeal.ts'
import { AuthPage, authStyles } from './AuthPage.tsx'
import { useForm } from './use-form.ts'
import type { Route } from './+types/block-appeal.screen.ts'

type AuthTexts = typeof import('../../../../locales/ru/auth.json')
type Appeal = Awaited<ReturnType<typeof call<typeof readAppealCall>>>

const PATH = '/web-api/user/block-appeal'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'auth', 'appeal_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args)
  return null
}

/** For those whose account is blocked, and who cannot sign in to write to support. */
export default function BlockAppeal() {
  const text = useTexts<AuthTexts>('auth')
  const [appeal, setAppeal] = useState<Appeal | null>(null)
  const [again, setAgain] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // What is not known is not taken for nothing: an appeal that stands would be written once more.
  const read = async () => {
    setProblem(null)
    try {
      setAppeal(await call<typeof readAppealCall>('POST', `${PATH}/state`, { body: {} }))
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  useEffect(() => void read(), [])
  const isForm = appeal !== null && (appeal.state === 'none' || again)
  return (
    <AuthPage
      title={text('appeal_title')}
      lead={isForm ? text('appeal_lead') : undefined}
      links={<SiteLink to="/login">{text('back_to_sign_in')}</SiteLink>}
    >
      {problem === null ? null : appeal === null ? (
        <ErrorState onRetry={() => void read()} />
      ) : (
        <Notice kind="error" announce>
          {problem}
        </Notice>
      )}
      {appeal === null && problem === null ? <Skeleton height="240px" /> : null}
      {isForm ? (
        <AppealForm
          onSent={() => {
            setAgain(false)
            // The form has done its work, also where what became of it cannot be read yet.
            setAppeal(null)
            void read()
          }}
        />
      ) : null}
      {appeal && !isForm ? <Sent appeal={appeal} onRefresh={() => void read()} onAgain={() => setAgain(true)} /> : null}
    </AuthPage>
  )
}

function Sent({ appeal, onRefresh, onAgain }: { appeal: Appeal; onRefresh: () => void; onAgain: () => void }) {
  const text = useTexts<AuthTexts>('auth')
  return (
    <div className={authStyles.form}>
      <Notice kind={appeal.state === 'answered' ? 'success' : 'info'} announce>
        {text(appeal.state === 'answered' ? 'appeal_is_answered' : 'appeal_is_sent', { number: appeal.number })}
      </Notice>
      <p className={authStyles.quote} dir="auto">
        {appeal.text}
      </p>
      {appeal.state === 'answered' ? (
        <>
          <h2 className={authStyles.subtitle}>{text('appeal_answer')}</h2>
          <p className={authStyles.quote} dir="auto">
            {appeal.answer}
          </p>
          <Button wide onClick={onAgain}>
            {text('appeal_again')}
          </Button>
        </>
      ) : (
        <Button wide onClick={onRefresh}>
          {text('appeal_refresh')}
        </Button>
      )}
    </div>
  )
}

function AppealForm({ onSent }: { onSent: () => void }) {
  const text = useTexts<AuthTexts>('auth')
  const form = useForm<'login' | 'reply_to' | 'text'>({
    initial: { login: '', reply_to: '', text: '' },
    check: (values) => Object.fromEntries(checkAppeal(values).map(({ field, key }) => [field, text(`problem_${key}`)])),
    captcha: true,
    submit: async (body, captchaToken) => {
      await call<typeof sendAppealCall>('POST', PATH, { body, captchaToken })
      onSent()
    },
  })
  return (
    <form className={authStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      <TextField {...form.field('login')} label={text('login_label')} autoComplete="username" dir="ltr" maxLength={254} />
      <TextField
        {...form.field('reply_to')}
        label={text('appeal_reply_field')}
        type="email"
        autoComplete="email"
        dir="ltr"
        maxLength={254}
      />
      <TextArea {...form.field('text')} label={text('appeal_text')} maxLength={APPEAL_TEXT_MAX} rows={5} />
      <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
        {text('appeal_send')}
      </Button>
    </form>
  )
}
