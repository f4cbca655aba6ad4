import { withoutLanguage } from '#lib/language-tag.ts'
import { useQuery } from '@tanstack/react-query'
import { data, Outlet, useLoaderData, useLocation } from 'react-router'
import type { OfficePart } from '#platform/shared/site-config.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { signOut } from '#modules/auth/web/index.ts'
import { guard, useOpenPages } from '#modules/brand/web/index.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { Notice, StatusMark } from '#ui/Notice.tsx'
import { Money, Numbered } from '#ui/Num.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useDepositOffered } from '../deposit-offered.ts'
import { userConfigQuery } from '../user-config.ts'
import styles from './Office.module.css'
import type { Route } from './+types/office.screen.ts'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

const PAGES: readonly {
  path: string
  icon: IconName
  key:
    | 'office_overview'
    | 'office_recharge'
    | 'office_withdraw'
    | 'office_history'
    | 'office_payments'
    | 'office_messages'
    | 'office_profile'
    | 'office_support'
    | 'office_security'
    | 'office_limits'
    | 'office_identification'
    | 'office_settings'
    | 'office_privacy'
    | 'office_groups'
    | 'office_consultant'
  feature?: string
  part?: OfficePart
  /** Only in the countries where the brand has consultants (AC-15). */
  consultant?: true
  /** Other addresses of the same part of the office. */
  also?: readonly string[]
}[] = [
  { path: '/office', icon: 'user', key: 'office_overview' },
  { path: '/office/recharge', icon: 'deposit', key: 'office_recharge', feature: 'deposit' },
  { path: '/office/withdraw', icon: 'withdraw', key: 'office_withdraw', feature: 'withdrawal' },
  {
    path: '/office/payments',
    icon: 'card',
    key: 'office_payments',
    also: ['/office/payment-requests', '/office/paycheck', '/office/rewards', '/office/spending'],
  },
  { path: '/office/payment-consultant', icon: 'chat', key: 'office_consultant', consultant: true },
  {
    path: '/office/history',
    icon: 'history',
    key: 'office_history',
    part: 'history',
    also: ['/office/autobets', '/office/interactive-bets', '/office/powerbet'],
  },
  { path: '/office/groups', icon: 'users', key: 'office_groups', feature: 'groupBets' },
  { path: '/office/messages', icon: 'bell', key: 'office_messages' },
  { path: '/office/support', icon: 'support', key: 'office_support', part: 'support' },
  { path: '/office/security', icon: 'shield', key: 'office_security' },
  { path: '/office/identification', icon: 'document', key: 'office_identification', part: 'verification', also: ['/office/verification'] },
  { path: '/office/account', icon: 'edit', key: 'office_profile' },
  { path: '/office/limits', icon: 'clock', key: 'office_limits', also: ['/office/responsible-gambling'] },
  { path: '/office/settings', icon: 'settings', key: 'office_settings' },
  { path: '/office/privacy', icon: 'lock', key: 'office_privacy' },
]

export async function loader(args: Route.LoaderArgs) {
  const { config, country } = guard(args, { signedIn: true, feature: 'office' })
  const here = placeOf(new URL(args.request.url).pathname.replace(/\.data$/, ''))
  const part = PAGES.find((one) => isIn(here, one))?.part
  if (part && config.office?.[part] === false) throw data(null, { status: 404 })
  return { advised: config.cashier?.consultant?.countries.includes(country) ?? false }
}

/** The frame of the office: where one is, what is in the wallets, what needs attention. */
export default function Office() {
  const { pathname } = useLocation()
  const here = placeOf(pathname)
  const { sidebar = true } = useOfficeParts()
  const text = useTexts<AccountTexts>('account')
  return (
    <div className={styles.office} data-index={here === '/office' ? '' : undefined} data-alone={sidebar ? undefined : ''}>
      <OfficeNav here={here} />
      <div className={styles.content}>
        <SiteLink to="/office" className={styles.back}>
          <Icon name="arrow-left" size={18} flip />
          {text('office')}
        </SiteLink>
        <PageName here={here} />
        {here === '/office' ? <HeadCard /> : null}
        {/* The page of security says the same at the password itself. */}
        {isAt(here, '/office/security') ? null : <Attention />}
        <Outlet />
      </div>
    </div>
  )
}

/** The bets' history names itself. */
function PageName({ here }: { here: string }) {
  const text = useTexts<AccountTexts>('account')
  const page = PAGES.find((one) => isIn(here, one))
  return page && page.path !== '/office/history' ? <h1 className={styles.title}>{text(page.key)}</h1> : null
}

const placeOf = (pathname: string) => withoutLanguage(pathname).replace(/\/$/, '')

const useOfficeParts = () => useSite().config.office ?? {}

function isAt(here: string, path: string): boolean {
  return here === path || (path !== '/office' && here.startsWith(`${path}/`))
}

function isIn(here: string, { path, also }: (typeof PAGES)[number]): boolean {
  return [path, ...(also ?? [])].some((one) => isAt(here, one))
}

function OfficeNav({ here }: { here: string }) {
  const text = useTexts<AccountTexts>('account')
  const { lng, features } = useSite()
  const { advised } = useLoaderData<typeof loader>()
  const parts = useOfficeParts()
  const isOpen = useOpenPages()
  const isShown = ({ path, feature, consultant, part }: (typeof PAGES)[number]) =>
    isOpen(path) && (!feature || features[feature]) && (!consultant || advised) && (!part || parts[part] !== false)
  return (
    <nav className={styles.nav} aria-label={text('office')}>
      {PAGES.filter(isShown).map((page) => (
        <SiteLink key={page.path} to={page.path} aria-current={isIn(here, page) ? 'page' : undefined}>
          <Icon name={page.icon} size={18} />
          {text(page.key)}
        </SiteLink>
      ))}
      <hr />
      <button type="button" onClick={() => void signOut(`/${lng}`)}>
        <Icon name="logout" size={18} />
        {text('sign_out')}
      </button>
    </nav>
  )
}

function HeadCard() {
  const text = useTexts<AccountTexts>('account')
  const { player, account, accounts } = useSession()
  const deposit = useDepositOffered()
  const { data: user } = useQuery(userConfigQuery)
  return (
    <section className={styles.head}>
      <div className={styles.who}>
        <div className={styles.marks}>
          <span>
            {text('player')} <Numbered id={player?.id ?? ''} />
          </span>
          {user ? (
            <StatusMark kind={user.isActivated ? 'success' : 'pending'}>
              {text(user.isActivated ? 'mail_confirmed' : 'mail_not_confirmed')}
            </StatusMark>
          ) : null}
        </div>
        <div className={styles.balance} data-testid="office-balance">
          {account ? <Money minor={account.balance} currency={account.currency} /> : <Skeleton width="180px" height="1.1em" />}
        </div>
        <div className={styles.others}>
          {accounts
            .filter((other) => other.id !== account?.id)
            .map((other) => (
              <span key={other.id}>
                {/* Two sums of one currency: the one that is not money says so. */}
                {other.isBonus && other.currency.code === account?.currency.code ? `${text('bonus_account')}: ` : null}
                <Money minor={other.balance} currency={other.currency} />
              </span>
            ))}
        </div>
      </div>
      {deposit ? (
        <SiteLink to="/office/recharge" className={styles.main}>
          <Icon name="deposit" size={18} />
          {text('deposit')}
        </SiteLink>
      ) : null}
    </section>
  )
}

/** "Needs attention": only what stops the player from something. */
function Attention() {
  const text = useTexts<AccountTexts>('account')
  const { data: user } = useQuery(userConfigQuery)
  if (!user?.mustChangePassword) return null
  return (
    <Notice kind="warning">
      {text('must_change_password')}{' '}
      <SiteLink to="/office/security#password" className={styles.link}>
        {text('to_security')}
      </SiteLink>
    </Notice>
  )
}
