import { cameFromOf, type CameFrom } from '#platform/web/came-from.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { forgetPendingSocial, keepPendingSocial, SOCIAL_MARKS, SocialMark, type PendingSocial } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { NO_ORIGIN, type Origin } from './form-model.ts'
import styles from './Registration.module.css'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

/** Who the visitor is at the service that sent him, and the way for those who have an account already. */
export function PersonOfService({ pending, onOther }: { pending: PendingSocial; onOther: () => void }) {
  const text = useTexts<AccountTexts>('account')
  const navigate = useSiteNavigate()
  const { provider, name, email } = pending.profile
  const linkInstead = async () => {
    await keepPendingSocial({ ...pending, link: true })
    navigate('/login')
  }
  return (
    <div className={styles.person}>
      <p className={styles.personName}>
        <SocialMark provider={provider} />
        <bdi>{[SOCIAL_MARKS[provider].name, name || email].filter(Boolean).join(': ')}</bdi>
      </p>
      <div className={styles.personActions}>
        <Button size="small" onClick={() => void linkInstead()}>
          {text('social_have_account')}
        </Button>
        <Button size="small" kind="quiet" onClick={onOther}>
          {text('social_another')}
        </Button>
      </div>
    </div>
  )
}

export async function dropPending(set: (pending: null) => void): Promise<void> {
  await forgetPendingSocial()
  set(null)
}

/** Fields that are filled in before the visitor types. */
export function knownOf(search: URLSearchParams, social: PendingSocial | null): Record<string, string> {
  const promo = search.get('promo')?.slice(0, 64)
  return { ...(social?.profile.email ? { email: social.profile.email } : {}), ...(promo ? { promo_code: promo } : {}) }
}

/** Who sent the visitor: what this address says of it, or the one by which he came. */
export function originOf(search: URLSearchParams, social: PendingSocial | null, kept: CameFrom | null): Origin {
  const { refCode, referral } = cameFromOf(search)
  return {
    ...NO_ORIGIN,
    refCode: refCode || (kept?.refCode ?? ''),
    referral: referral || (kept?.referral ?? ''),
    socialId: social?.authId ?? '',
  }
}
