import { useState } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import type { SocialProvider } from '#platform/shared/site-config.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { Notice } from '#ui/Notice.tsx'
import { beginSocial, NoWallet } from './begin-social.ts'
import { SOCIAL_MARKS } from './social-marks.ts'
import styles from './Social.module.css'

type AuthTexts = typeof import('../../../../../locales/ru/auth.json')

/** The services of the brand, in its order. */
function useSocialProviders(): readonly SocialProvider[] {
  return useSite().config.auth.social
}

export function SocialMark({ provider, size = 20 }: { provider: SocialProvider; size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 24 24" aria-hidden>
      <path d={SOCIAL_MARKS[provider].path} fill="currentColor" />
    </svg>
  )
}

/** One press leaves for the service; it brings back an account, or the person for a registration. */
export function SocialButtons({ asked, label }: { asked: string | null; label?: string }) {
  const text = useTexts<AuthTexts>('auth')
  const { lng } = useSite()
  const providers = useSocialProviders()
  const [busy, setBusy] = useState<SocialProvider | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  if (providers.length === 0) return null
  const leave = async (provider: SocialProvider) => {
    setBusy(provider)
    setProblem(null)
    try {
      await beginSocial(provider, { lng, asked, purpose: 'sign_in' })
    } catch (error) {
      setProblem(error instanceof NoWallet ? text('social_no_wallet') : isApiError(error) ? error.message : text('problem_social_refused'))
      setBusy(null)
    }
  }
  return (
    <section className={styles.services} aria-label={label ?? text('social_title')}>
      <p className={styles.or}>
        <span>{label ?? text('social_title')}</span>
      </p>
      {problem ? (
        <Notice kind="error" announce>
          {problem}
        </Notice>
      ) : null}
      <ul className={styles.grid}>
        {providers.map((provider) => (
          <li key={provider}>
            <button
              type="button"
              className={styles.service}
              aria-label={text('social_by', { name: SOCIAL_MARKS[provider].name })}
              title={SOCIAL_MARKS[provider].name}
              aria-busy={busy === provider || undefined}
              disabled={busy !== null}
              onClick={() => void leave(provider)}
            >
              <SocialMark provider={provider} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The first service of the brand, and the way to it. */
export function useOneTap(): { first: SocialProvider | null; leave: (asked: string | null) => Promise<void> } {
  const { lng } = useSite()
  const first = useSocialProviders()[0] ?? null
  return { first, leave: async (asked) => (first ? beginSocial(first, { lng, asked, purpose: 'sign_in' }) : undefined) }
}
