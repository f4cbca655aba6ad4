import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { leaveIfOver, OfficeCard, officeStyles, useForm, useStepUp } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { Button } from '#ui/Button.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice, StatusMark } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import type { activateFastCall, sendActivationCall } from '../../contract.ts'
import { emailRefusal } from '../../rules/email.ts'
import { userConfigQuery, type UserConfig } from '../user-config.ts'
import { EmailField } from '../registration/EmailField.tsx'
import { ConvertCard } from './ConvertCard.tsx'
import { TermsCard } from './TermsCard.tsx'
import { WalletsCard } from './WalletsCard.tsx'
import type { Route } from './+types/overview.screen.ts'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'account', 'office_overview')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true })
  return null
}

export default function Overview() {
  return (
    <>
      <NewTerms />
      <WalletsCard />
      <Conversion />
      <ProfileCard />
    </>
  )
}

function NewTerms() {
  const { data } = useQuery(userConfigQuery)
  return data && data.newTerms.length > 0 ? <TermsCard changed={data.newTerms} /> : null
}

function Conversion() {
  const { data } = useQuery(userConfigQuery)
  return data ? <ConvertCard config={data} /> : null
}

function ProfileCard() {
  const text = useTexts<AccountTexts>('account')
  const { data, isError, refetch } = useQuery(userConfigQuery)
  return (
    <OfficeCard title={text('profile')}>
      {isError ? <ErrorState onRetry={() => void refetch()} /> : null}
      {data ? <Facts config={data} /> : isError ? null : <SkeletonRows rows={3} height="37px" />}
      {/* A one-click account gives its address with the conversion above. */}
      {data && !data.isActivated && (data.isFull || data.email !== '') ? <MailForm config={data} /> : null}
    </OfficeCard>
  )
}

function Facts({ config }: { config: UserConfig }) {
  const text = useTexts<AccountTexts>('account')
  const name = `${config.name} ${config.surname}`.trim()
  return (
    <dl className={officeStyles.facts}>
      <dt>{text('player_number')}</dt>
      <dd>
        <Num>{String(config.userId)}</Num>
      </dd>
      <dt>{text('field_email')}</dt>
      <dd>
        {config.email ? <Num>{config.email}</Num> : text('not_given')}
        {config.email ? (
          <StatusMark kind={config.isActivated ? 'success' : 'pending'}>
            {text(config.isActivated ? 'confirmed' : 'not_confirmed')}
          </StatusMark>
        ) : null}
      </dd>
      {name ? (
        <>
          <dt>{text('player_name')}</dt>
          <dd>{name}</dd>
        </>
      ) : null}
    </dl>
  )
}

/** Confirms the address: the letter again, or a first address for an account of one click. */
function MailForm({ config }: { config: UserConfig }) {
  const text = useTexts<AccountTexts>('account')
  const [sent, setSent] = useState(false)
  const onSent = () => setSent(true)
  return (
    <>
      {sent ? (
        <div className={officeStyles.form}>
          <Notice kind="success" announce>
            {text('letter_sent_short')}
          </Notice>
        </div>
      ) : null}
      {config.email === '' ? <AddressForm userId={config.userId} onSent={onSent} /> : sent ? null : <AgainForm onSent={onSent} />}
    </>
  )
}

/** No field: whatever the server refuses is said by the form. */
function AgainForm({ onSent }: { onSent: () => void }) {
  const text = useTexts<AccountTexts>('account')
  const { lng } = useSite()
  const form = useForm<never>({
    initial: {},
    captcha: true,
    submit: async (_values, captchaToken) => {
      await call<typeof sendActivationCall>('POST', '/web-api/user/sendActivationMail', { body: { email: '' }, captchaToken })
      onSent()
    },
    onRefused: (error) => {
      // Anybody may ask for this letter: it wants an address only of somebody whose session is over.
      if (isApiError(error) && 'email' in error.fields) void leaveIfOver(lng)
      return false
    },
  })
  return (
    <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      <div className={officeStyles.actions}>
        <Button kind="primary" type="submit" icon="mail" loading={form.state.busy}>
          {text('send_letter_again')}
        </Button>
      </div>
    </form>
  )
}

function AddressForm({ userId, onSent }: { userId: number; onSent: () => void }) {
  const text = useTexts<AccountTexts>('account')
  const client = useQueryClient()
  const stepUp = useStepUp()
  const form = useForm<'email'>({
    initial: { email: '' },
    check: ({ email }) => {
      if (email.trim() === '') return { email: text('email_required') }
      const wrong = emailRefusal(email.trim())
      return wrong ? { email: text(wrong.key as never, wrong.params) } : {}
    },
    onRefused: stepUp.onRefused,
    submit: async ({ email }) => {
      await call<typeof activateFastCall>('POST', '/web-api/api/internal/v1/user/activatefast', {
        auth: 'token',
        attributes: true,
        body: { userId, phone: '', email: email.trim() } as never,
      })
      onSent()
      await client.invalidateQueries(userConfigQuery)
    },
  })
  return (
    <>
      <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
        <FormMessage text={form.state.message} />
        <EmailField
          {...form.field('email')}
          label={text('field_email')}
          hint={text('give_email_hint')}
          onFix={(address) => form.set('email', address)}
        />
        <div className={officeStyles.actions}>
          <Button kind="primary" type="submit" icon="mail" loading={form.state.busy}>
            {text('give_email')}
          </Button>
        </div>
      </form>
      {stepUp.modal(form.onSubmit)}
    </>
  )
}
