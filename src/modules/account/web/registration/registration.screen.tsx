import { HydrationBoundary } from '@tanstack/react-query'
import { useState } from 'react'
import { useLoaderData, useSearchParams } from 'react-router'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { prefetchOnServer, useApi } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { storage } from '#platform/web/storage.ts'
import { AuthPage, nextAddress } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useAccountControl } from '../AccountProvider.tsx'
import { formsQuery } from './forms-query.ts'
import { RegistrationDone } from './RegistrationDone.tsx'
import { RegistrationForm, type Registered } from './RegistrationForm.tsx'
import styles from './Registration.module.css'
import type { Route } from './+types/registration.screen.ts'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'account', 'register_title')

export async function loader(args: Route.LoaderArgs) {
  const { lng } = guard(args, { signedOut: true, feature: 'registration' })
  return prefetchOnServer(args.context, [formsQuery(lng)])
}

/** The session of a registration opens while its page stays: asking the loader again would send the player home. */
export function shouldRevalidate(): boolean {
  return false
}

export default function RegistrationScreen() {
  const { state } = useLoaderData<typeof loader>()
  return (
    <HydrationBoundary state={state}>
      <Registration />
    </HydrationBoundary>
  )
}

function Registration() {
  const text = useTexts<AccountTexts>('account')
  const { lng } = useSite()
  const { signedIn } = useAccountControl()
  const [search] = useSearchParams()
  const { data, isError, refetch } = useApi(formsQuery(lng))
  const [kind, setKind] = useState<string | null>(search.get('type'))
  const [done, setDone] = useState<Registered | null>(null)
  const asked = search.get('return')
  if (done) {
    return <RegistrationDone registered={done} email={done.email} onContinue={() => void leave(lng, asked)} />
  }
  const chosen = data?.forms.find((form) => form.type === kind) ?? data?.forms[0]
  return (
    <AuthPage
      title={text('register_title')}
      links={
        <>
          {text('have_account')} <SiteLink to={asked ? `/login?return=${encodeURIComponent(asked)}` : '/login'}>{text('sign_in')}</SiteLink>
        </>
      }
    >
      {isError ? <ErrorState onRetry={() => void refetch()} /> : null}
      {data && chosen ? (
        <>
          {data.forms.length > 1 ? (
            <Tabs
              className={styles.kinds ?? ''}
              fill
              label={text('register_title')}
              items={data.forms.map((form) => ({ key: form.type, label: form.title }))}
              value={chosen.type}
              onChange={setKind}
            />
          ) : null}
          <RegistrationForm
            key={chosen.type}
            setupId={data.setupId}
            form={chosen}
            onDone={(registered) => {
              signedIn(registered.userId)
              setDone(registered)
            }}
          />
        </>
      ) : isError ? null : (
        <SkeletonRows rows={5} height="60px" />
      )}
    </AuthPage>
  )
}

/** A new document: the visit is another one now. */
async function leave(lng: string, asked: string | null): Promise<void> {
  const target = await nextAddress(lng, asked)
  await storage.remove('returnUrl')
  location.assign(target)
}
