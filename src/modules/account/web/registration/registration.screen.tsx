import { HydrationBoundary } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useState, type ReactNode } from 'react'
import { useLoaderData, useLocation, useNavigate, useSearchParams } from 'react-router'
import { keptCameFrom, type CameFrom } from '#platform/web/came-from.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { leaveFor } from '#platform/web/leave-for.ts'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { prefetchOnServer, useApi } from '#platform/web/query.ts'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { storage } from '#platform/web/storage.ts'
import {
  AuthPage,
  authStyles,
  forgetPendingSocial,
  nextAddress,
  readPendingSocial,
  SocialButtons,
  type PendingSocial,
} from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/class-names.ts'
import { Modal } from '#ui/Overlay.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useAccountControl } from '../AccountProvider.tsx'
import { formsQuery } from './forms-query.ts'
import { dropPending, knownOf, originOf, PersonOfService } from './PersonOfService.tsx'
import { RegistrationDone } from './RegistrationDone.tsx'
import { RegistrationForm, type Registered } from './RegistrationForm.tsx'
import styles from './Registration.module.css'
import type { Route } from './+types/registration.screen.ts'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

/** The kind in the address that opens the registration by a first deposit. */
const PAY = 'pay'
/** For few: it comes when it is asked for. */
const PayForm = lazyPart(async () => (await import('./PayForm.tsx')).PayForm)
const PayReturn = lazyPart(async () => (await import('./PayReturn.tsx')).PayReturn)

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
  const { lng, config } = useSite()
  const isPopup = config.registration.display === 'popup'
  const { signedIn } = useAccountControl()
  const [search] = useSearchParams()
  const { data, isError, refetch } = useApi(formsQuery(lng))
  const [kind, setKind] = useState<string | null>(search.get('type'))
  const [done, setDone] = useState<Registered | null>(null)
  const { pending, setPending, cameFrom } = useKeptOfVisit()
  const asked = search.get('return')
  const [isBack, setIsBack] = useState(search.get('paid') !== null)
  const finish = useCallback(
    (registered: Registered) => {
      void forgetPendingSocial()
      signedIn(registered.userId)
      setDone(registered)
    },
    [signedIn],
  )
  if (isBack && !done)
    return (
      <Suspense>
        <PayReturn onDone={finish} onAgain={() => (setIsBack(false), setKind(PAY))} />
      </Suspense>
    )
  if (done) {
    return <RegistrationDone registered={done} email={done.email} stake={search.get('stake')} onContinue={() => void leave(lng, asked)} />
  }
  const chosen = data?.forms.find((form) => form.kind === kind || form.type === kind) ?? data?.forms[0]
  const isPaying = kind === PAY && data?.payAndPlay === true
  const social = pending && chosen?.type === 'soc_reg' ? pending : null
  const Frame = isPopup ? PopupFrame : AuthPage
  return (
    <Frame title={text(isPaying ? 'pay_title' : 'register_title')} links={<SignInInstead asked={asked} />}>
      {isError ? <ErrorState onRetry={() => void refetch()} /> : null}
      {isPaying && data ? (
        <Suspense fallback={<SkeletonRows rows={4} height="60px" />}>
          <p className={authStyles.lead}>{text('pay_lead')}</p>
          <PayForm setupId={data.setupId} origin={originOf(search, null, cameFrom)} known={knownOf(search, null)} />
          <Button kind="quiet" wide onClick={() => setKind(null)}>
            {text('pay_back')}
          </Button>
        </Suspense>
      ) : data && chosen ? (
        <>
          <Kinds forms={data.forms} value={chosen.kind} onChange={setKind} />
          {social ? <PersonOfService pending={social} onOther={() => void dropPending(setPending)} /> : null}
          {chosen.type === 'soc_reg' && !social ? (
            <SocialButtons asked={asked} label={text('social_choose')} />
          ) : (
            <RegistrationForm
              key={`${chosen.kind}-${social?.authId ?? ''}`}
              setupId={data.setupId}
              form={chosen}
              known={knownOf(search, social)}
              origin={originOf(search, social, cameFrom)}
              onDone={finish}
            />
          )}
          {data.payAndPlay ? (
            <Button wide icon="card" onClick={() => setKind(PAY)}>
              {text('pay_open')}
            </Button>
          ) : null}
        </>
      ) : isError ? null : (
        <SkeletonRows rows={5} height="60px" />
      )}
    </Frame>
  )
}

/** What the browser keeps of the way here: a service that knows the person already, and where the visit came from. */
function useKeptOfVisit() {
  const [pending, setPending] = useState<PendingSocial | null>(null)
  useEffect(() => void readPendingSocial().then(setPending), [])
  const [cameFrom, setCameFrom] = useState<CameFrom | null>(null)
  useEffect(() => void keptCameFrom().then(setCameFrom), [])
  return { pending, setPending, cameFrom }
}

function SignInInstead({ asked }: { asked: string | null }) {
  const text = useTexts<AccountTexts>('account')
  return (
    <>
      {text('have_account')} <SiteLink to={asked ? `/login?return=${encodeURIComponent(asked)}` : '/login'}>{text('sign_in')}</SiteLink>
    </>
  )
}

interface KindsProps {
  forms: readonly { kind: string; title: string }[]
  value: string
  onChange: (kind: string) => void
}

function Kinds({ forms, value, onChange }: KindsProps) {
  const text = useTexts<AccountTexts>('account')
  if (forms.length < 2) return null
  return (
    <Tabs
      className={styles.kinds ?? ''}
      fill
      label={text('register_title')}
      items={forms.map((form) => ({ key: form.kind, label: form.title }))}
      value={value}
      onChange={onChange}
    />
  )
}

/** The same form as a window (display "popup"): closing it goes back. */
function PopupFrame({ title, links, children }: { title: ReactNode; links?: ReactNode; children: ReactNode }) {
  const home = useSiteNavigate()
  const navigate = useNavigate()
  const { key } = useLocation()
  // The first page of a visit has nothing behind it.
  const close = () => (key === 'default' ? home('/') : void navigate(-1))
  return (
    <Modal title={title} onClose={close}>
      <div className={cx(styles.form, authStyles.popup)}>
        {children}
        {links ? <footer className={authStyles.links}>{links}</footer> : null}
      </div>
    </Modal>
  )
}

/** A new document: the visit is another one now. */
async function leave(lng: string, asked: string | null): Promise<void> {
  const target = await nextAddress(lng, asked)
  await storage.remove('returnUrl')
  await leaveFor(target)
}
