import { guard } from '#modules/brand/web/index.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { grantCall, rightsCall } from '../../contract/social.ts'
import { AuthPage } from '../AuthPage.tsx'
import styles from './Social.module.css'
import type { Route } from './+types/oauth.screen.ts'

type AuthTexts = typeof import('../../../../../locales/ru/auth.json')

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'auth', 'oauth_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true })
  return null
}

/** A program of others asks: who it is, what it would see, yes or no. */
export default function OauthConsent() {
  const text = useTexts<AuthTexts>('auth')
  const [search] = useSearchParams()
  const asked = (name: string) => search.get(name) ?? ''
  const client_id = asked('client_id')
  const scope = asked('scope')
  const redirect_uri = asked('redirect_uri')
  const { data, error } = useQuery({
    queryKey: ['oauth-rights', client_id, scope, redirect_uri],
    queryFn: ({ signal }) => call<typeof rightsCall>('GET', '/oauth/rights', { signal, query: { client_id, scope, redirect_uri } }),
    retry: false,
  })
  const answer = useMutation({
    mutationFn: (approve: boolean) =>
      call<typeof grantCall>('POST', '/oauth/auth', {
        body: {
          client_id,
          scope,
          approve,
          redirect_uri,
          state: asked('state'),
          code_challenge: asked('code_challenge'),
          code_challenge_method: asked('code_challenge_method'),
        },
      }),
    onSuccess: ({ redirect }) => location.assign(redirect),
  })
  const problem = error ?? answer.error
  return (
    <AuthPage title={text('oauth_title')} lead={data ? text('oauth_lead', { name: data.title }) : undefined}>
      {problem ? (
        <Notice kind="error" announce>
          {problem.message}
        </Notice>
      ) : null}
      {data ? (
        <>
          <ul className={styles.rights}>
            {data.scope.map((right) => (
              <li key={right}>
                <Icon name="check" size={16} />
                {text(`oauth_right_${right}`)}
              </li>
            ))}
          </ul>
          <Notice kind="info">{text('oauth_never')}</Notice>
          <div className={styles.choice}>
            <Button size="large" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
              {text('oauth_deny')}
            </Button>
            <Button kind="accent" size="large" loading={answer.isPending} onClick={() => answer.mutate(true)}>
              {text('oauth_allow')}
            </Button>
          </div>
        </>
      ) : problem ? null : (
        <Skeleton height="160px" />
      )}
    </AuthPage>
  )
}
