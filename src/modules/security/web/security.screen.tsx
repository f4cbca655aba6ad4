import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { userConfigQuery } from '#modules/account/web/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton, SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { securityChecks, type CheckName } from '../rules/score.ts'
import { EmailCard } from './EmailCard.tsx'
import { LoginCard } from './LoginCard.tsx'
import { GrantsCard } from './GrantsCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { PhoneCard } from './PhoneCard.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SocialCard } from './SocialCard.tsx'
import { sessionsQuery } from './sessions-query.ts'
import { TwoFactorCard } from './TwoFactorCard.tsx'
import styles from './Security.module.css'
import type { Route } from './+types/security.screen.ts'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'security', 'title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true })
  return null
}

const LINKS: Readonly<Record<CheckName, string>> = {
  email: '#email',
  password: '#password',
  two_factor: '#two-factor',
  sessions: '#sessions',
}

export default function Security() {
  const text = useTexts<SecurityTexts>('security')
  const { data, isError, refetch } = useQuery(userConfigQuery)
  // What stands here may be shown once only, as new recovery codes are: a read that fails takes nothing away.
  if (isError && !data)
    return (
      <OfficeCard title={text('title')}>
        <ErrorState onRetry={() => void refetch()} />
      </OfficeCard>
    )
  return (
    <>
      <Checklist />
      <PasswordCard username={data?.login ?? ''} email={data?.email ?? ''} mustChange={data?.mustChangePassword ?? false} />
      <TwoFactorCard enabled={data?.hasTwoFactor ?? null} hasMail={Boolean(data?.email && data.isActivated)} />
      {data ? (
        <>
          <EmailCard email={data.email} confirmed={data.emailConfirmed} />
          <PhoneCard phone={data.phone} />
          <QuestionCard hasQuestion={data.hasQuestion} />
          <LoginCard login={data.login} authByEmail={data.authByEmail} hasMail={Boolean(data.email)} />
        </>
      ) : null}
      <PasskeysCard />
      <SocialCard />
      <SessionsCard />
      <GrantsCard />
    </>
  )
}

/** What is done and what is missing, each with the way to it. */
function Checklist() {
  const text = useTexts<SecurityTexts>('security')
  const { data } = useQuery(userConfigQuery)
  const sessions = useQuery(sessionsQuery)
  if (!data)
    return (
      <OfficeCard title={text('level')}>
        <Skeleton width="188px" height="22px" />
        <SkeletonRows rows={4} height="58px" />
      </OfficeCard>
    )
  const { checks, score } = securityChecks({ ...data, openSessions: sessions.data?.count ?? null })
  return (
    <OfficeCard title={text('level')}>
      <div className={styles.score}>
        <span className={styles.bars} aria-hidden>
          {checks.map((check, index) => (
            <i key={check.name} data-on={index < score ? '' : undefined} />
          ))}
        </span>
        <span className={styles.scoreText}>{text('score', { score, all: checks.length })}</span>
      </div>
      <ul className={officeStyles.list}>
        {checks.map(({ name, done }) => (
          <li key={name} className={officeStyles.item}>
            <span className={styles.check} data-on={done ? '' : undefined}>
              <Icon name="check" size={14} label={text(done ? 'done' : 'missing')} />
            </span>
            <span className={officeStyles.itemText}>
              <strong>{text(`check_${name}`)}</strong>
              <small>{text(`check_${name}_${done ? 'done' : 'missing'}`)}</small>
            </span>
            {done ? null : (
              <SiteLink to={LINKS[name]} className={styles.link}>
                {text('fix')}
              </SiteLink>
            )}
          </li>
        ))}
      </ul>
    </OfficeCard>
  )
}
