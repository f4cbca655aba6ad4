import { guard } from '#modules/brand/web/index.ts'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { isApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { useSession } from '#platform/web/session.tsx'
import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { storage } from '#platform/web/storage.ts'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { socialAuthCall } from '../../contract/social.ts'
import { AuthPage } from '../AuthPage.tsx'
import { finishSignIn } from '../finish-sign-in.ts'
import { keepSecondStep, secondStepOf } from '../second-step.ts'
import { keepPendingSocial } from './pending-social.ts'
import { SOCIAL_MARKS } from './social-marks.ts'
import type { Route } from './+types/social.screen.ts'

type AuthTexts = typeof import('../../../../../locales/ru/auth.json')
type Provider = keyof typeof SOCIAL_MARKS

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'auth', 'sign_in_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args)
  return null
}

/** The way back from a service: what it said stands behind #, is read once and wiped from the address. */
export default function SocialReturn() {
  const text = useTexts<AuthTexts>('auth')
  const { lng, config } = useSite()
  const joins = config.registration.types.includes('social')
  const navigate = useSiteNavigate()
  const provider = useParams()['provider'] as Provider
  const [problem, setProblem] = useState<string | null>(null)
  const { player } = useSession()
  // Whoever is signed in has nothing to do at the sign-in, also when he has only come back to an old address. As the page began:
  // who has signed in by it is led on.
  const [signedIn] = useState(player !== null)
  const [begunAsLink, setLink] = useState(false)
  const isLink = begunAsLink || signedIn
  const name = SOCIAL_MARKS[provider]?.name ?? ''
  useEffect(() => {
    const query = location.hash.slice(1)
    history.replaceState(history.state, '', location.pathname)
    if (query === '' || name === '') return setProblem(text(signedIn ? 'problem_social_over' : 'problem_social_refused'))
    void (async () => {
      const way = (await storage.get('draft-social-way')) as { asked?: string | null; purpose?: string } | null
      await storage.remove('draft-social-way')
      const asked = way?.asked ?? null
      setLink(way?.purpose === 'link')
      try {
        const state = new URLSearchParams(query).get('state') ?? ''
        const body = { provider, state, query, code: '' }
        const reply = await call<typeof socialAuthCall>('POST', '/socauth/auth', { body })
        switch (reply.nextStep) {
          case 'none':
            return await finishSignIn(reply, lng, asked)
          case 'linked':
            return navigate('/office/security#social', { replace: true })
          case 'email':
          case 'sms':
          case 'two_factor':
            await keepSecondStep({ ...secondStepOf(reply, asked)!, social: true })
            return navigate('/two-factor', { replace: true })
          case 'registration':
            await keepPendingSocial({ authId: reply.authId, profile: reply.profile!, link: false })
            // Where nobody joins by a service, whoever has an account signs in to it, and may link it there.
            if (!joins) return navigate(`/login${asked ? `?return=${encodeURIComponent(asked)}` : ''}`, { replace: true })
            return navigate(`/registration?type=soc_reg${asked ? `&return=${encodeURIComponent(asked)}` : ''}`, { replace: true })
        }
      } catch (error) {
        setProblem(isApiError(error) ? error.message : text('problem_social_refused'))
      }
    })()
    // Once: the state works once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <AuthPage
      title={text(isLink ? 'social_link_to' : 'social_by', { name })}
      links={
        isLink ? (
          <SiteLink to="/office/security#social">{text('back_to_security')}</SiteLink>
        ) : (
          <SiteLink to="/login">{text('back_to_sign_in')}</SiteLink>
        )
      }
    >
      {problem ? (
        <Notice kind="error" announce>
          {problem}
        </Notice>
      ) : (
        <Skeleton height="120px" />
      )}
    </AuthPage>
  )
}
