import { guard } from '#modules/brand/web/index.ts'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTexts } from '#platform/web/i18n.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Notice } from '#ui/Notice.tsx'
import { safeReturnUrl } from '../rules/return-url.ts'
import { AuthPage } from './AuthPage.tsx'
import { isBetOnItsWay } from './bet-on-its-way.ts'
import { prepareEncoding } from './encode-password.ts'
import { LoginWays } from './LoginWays.tsx'
import { forgetPendingSocial, keepPendingSocial, readPendingSocial, type PendingSocial } from './social/pending-social.ts'
import { SOCIAL_MARKS } from './social/social-marks.ts'
import { SocialButtons } from './social/SocialButtons.tsx'
import type { Route } from './+types/login.screen.ts'

type AuthTexts = typeof import('../../../../locales/ru/auth.json')

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'auth', 'sign_in_title')

/** Signed in meanwhile, in another tab for the most part, one goes on to where one wanted to. */
export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedOut: true }, safeReturnUrl(new URL(args.request.url).searchParams.get('return')))
  return null
}

export default function Login() {
  const text = useTexts<AuthTexts>('auth')
  const [search] = useSearchParams()
  const asked = safeReturnUrl(search.get('return'))
  const reason = search.get('reason')
  const isBetOpen = useBetOnItsWay(reason === 'expired')
  useEffect(prepareEncoding, [])
  const withReturn = (path: string) => (asked ? `${path}?return=${encodeURIComponent(asked)}` : path)
  return (
    <AuthPage
      title={text('sign_in_title')}
      links={
        <>
          {text('no_account')} <SiteLink to={withReturn('/registration')}>{text('register')}</SiteLink>
        </>
      }
    >
      {reason === 'idle' ? <Notice kind="info">{text('signed_out_idle')}</Notice> : null}
      {reason === 'password' ? <Notice kind="success">{text('password_changed_sign_in')}</Notice> : null}
      {reason === 'expired' ? <Notice kind="info">{text(isBetOpen ? 'signed_out_bet' : 'signed_out_expired')}</Notice> : null}
      <PersonToLink />
      {asked && reason === null ? <Notice kind="info">{text('sign_in_to_open')}</Notice> : null}
      <LoginWays asked={asked} />
      <SocialButtons asked={asked} />
    </AuthPage>
  )
}

/** Whom a service has named: linked with the account that is signed in to when its owner has said so here or at the registration. */
function PersonToLink() {
  const text = useTexts<AuthTexts>('auth')
  const [pending, setPending] = useState<PendingSocial | null>(null)
  useEffect(() => void readPendingSocial().then(setPending), [])
  if (!pending) return null
  const { link, profile } = pending
  const choose = (next: PendingSocial | null) => {
    setPending(next)
    void (next ? keepPendingSocial(next) : forgetPendingSocial())
  }
  return (
    <Notice
      kind="info"
      announce
      action={{ label: text(link ? 'social_link_no' : 'social_link_yes'), onPress: () => choose(link ? null : { ...pending, link: true }) }}
    >
      {text(link ? 'social_will_link' : 'social_may_link', { name: SOCIAL_MARKS[profile.provider].name })}
    </Notice>
  )
}

function useBetOnItsWay(asked: boolean): boolean {
  const [found, setFound] = useState(false)
  useEffect(() => {
    if (!asked) return
    void isBetOnItsWay().then(setFound)
  }, [asked])
  return found
}
