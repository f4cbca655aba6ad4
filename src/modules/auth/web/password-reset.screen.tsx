import { guard } from '#modules/brand/web/index.ts'
import { useEffect, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { peekResetCall } from '../contract.ts'
import { AuthPage } from './AuthPage.tsx'
import { prepareEncoding } from './encode-password.ts'
import { NewPasswordForm, RESET_PATH } from './NewPasswordForm.tsx'
import { pageTitle } from '#platform/web/page-title.ts'
import type { Route } from './+types/password-reset.screen.ts'

type AuthTexts = typeof import('../../../../locales/ru/auth.json')
type Link = { state: 'reading' } | { state: 'bad' } | { state: 'good'; hash: string; login: string }

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'auth', 'new_password_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args)
  return null
}

/** Behind the link of the letter: its secret stands after # and never reaches a server's log by itself. */
export default function PasswordReset() {
  const text = useTexts<AuthTexts>('auth')
  const [link, setLink] = useState<Link>({ state: 'reading' })
  useEffect(() => {
    prepareEncoding()
    const hash = new URLSearchParams(location.hash.slice(1)).get('hash') ?? ''
    if (hash === '') return setLink({ state: 'bad' })
    call<typeof peekResetCall>('GET', RESET_PATH, { query: { hash } }).then(
      (reply) => setLink({ state: 'good', hash, login: String(reply.data.attributes['login'] ?? '') }),
      () => setLink({ state: 'bad' }),
    )
  }, [])
  return (
    <AuthPage title={text('new_password_title')} links={<SiteLink to="/login">{text('back_to_sign_in')}</SiteLink>}>
      {link.state === 'reading' ? <Skeleton height="160px" /> : null}
      {link.state === 'bad' ? (
        <>
          <Notice kind="error">{text('problem_hash_invalid')}</Notice>
          <SiteLink to="/password">{text('reset_new_link')}</SiteLink>
        </>
      ) : null}
      {link.state === 'good' ? <NewPasswordForm hash={link.hash} login={link.login} /> : null}
    </AuthPage>
  )
}
