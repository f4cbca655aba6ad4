import { useMutation } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { call } from '#platform/web/call.ts'
import { useSession, type SessionAccount } from '#platform/web/session.tsx'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { signOut } from '#modules/auth/web/index.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money } from '#ui/Num.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { useAccountControl } from './AccountProvider.tsx'
import type { setActiveAccountCall } from '../contract.ts'
import { useDepositOffered } from './deposit-offered.ts'
import styles from './AccountBar.module.css'

type AccountTexts = typeof import('../../../../locales/ru/account.json')

const LINKS: readonly {
  to: string
  icon: IconName
  key: 'office_overview' | 'office_history' | 'office_payments' | 'office_security' | 'office_limits' | 'office_settings'
}[] = [
  { to: '/office', icon: 'user', key: 'office_overview' },
  { to: '/office/history', icon: 'history', key: 'office_history' },
  { to: '/office/payments', icon: 'card', key: 'office_payments' },
  { to: '/office/security', icon: 'shield', key: 'office_security' },
  { to: '/office/limits', icon: 'clock', key: 'office_limits' },
  { to: '/office/settings', icon: 'settings', key: 'office_settings' },
]

/** Code of the account of points. */
const POINTS = 'PTS'

/** The wallets: which account pays, what the others hold, the ways into the office, and out. */
export default function Wallets({ as, onClose }: { as: 'popover' | 'modal'; onClose: () => void }) {
  const text = useTexts<AccountTexts>('account')
  if (as === 'modal') {
    return (
      <Modal title={text('wallets')} onClose={onClose}>
        <Menu withDeposit onDone={onClose} />
      </Modal>
    )
  }
  return <Popover onClose={onClose} label={text('wallets')} />
}

function Popover({ label, onClose }: { label: string; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.parentElement?.contains(event.target)) onClose()
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
    // The same box for as long as it is open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <div ref={box} className={styles.popover} role="dialog" aria-label={label} tabIndex={-1}>
      <Menu onDone={onClose} />
    </div>
  )
}

function Menu({ onDone, withDeposit = false }: { onDone: () => void; withDeposit?: boolean }) {
  const text = useTexts<AccountTexts>('account')
  const { lng } = useSite()
  const deposit = useDepositOffered() && withDeposit
  const { accounts, refresh } = useSession()
  const { netPosition: NetPosition } = useAccountControl()
  const navigate = useSiteNavigate()
  const choose = useMutation({
    mutationFn: (account: SessionAccount) =>
      call<typeof setActiveAccountCall>('POST', '/web-api/user/setactiveaccount', {
        auth: 'token',
        body: { account_id: account.id, id_bonus: 0 },
      }),
    onSuccess: refresh,
  })
  const money = accounts.filter((account) => !account.isBonus)
  const bonuses = accounts.filter((account) => account.isBonus)
  return (
    <div className={styles.menu}>
      {choose.isError ? (
        <Notice kind="error" announce>
          {choose.error.message}
        </Notice>
      ) : null}
      <div className={styles.wallets}>
        {[...money, ...bonuses].map((account) => (
          <button
            key={account.id}
            type="button"
            className={styles.wallet}
            aria-pressed={account.isActive}
            aria-busy={choose.isPending && choose.variables.id === account.id ? true : undefined}
            onClick={() => {
              // Points pay for nothing: they lead to what they are exchanged for.
              if (account.currency.code === POINTS) {
                onDone()
                navigate('/office/rewards')
              } else if (!account.isActive && !choose.isPending) choose.mutate(account)
            }}
          >
            <span className={styles.walletName}>
              <strong>{account.name}</strong>
              <bdi dir="ltr">{account.currency.code}</bdi>
            </span>
            <Money minor={account.balance} currency={account.currency} className={styles.sum} />
            {account.isActive ? (
              <span className={styles.mark}>
                <Icon name="check" size={13} label={text('active_account')} />
              </span>
            ) : null}
          </button>
        ))}
      </div>
      {NetPosition ? (
        <Suspense>
          <NetPosition />
        </Suspense>
      ) : null}
      {deposit ? (
        <SiteLink to="/office/recharge" className={styles.wide} onClick={onDone}>
          <Icon name="deposit" size={18} />
          {text('deposit')}
        </SiteLink>
      ) : null}
      <nav className={styles.links} aria-label={text('wallets')}>
        {LINKS.map(({ to, icon, key }) => (
          <SiteLink key={to} to={to} onClick={onDone}>
            <Icon name={icon} size={18} />
            {text(key)}
          </SiteLink>
        ))}
        <button type="button" onClick={() => void signOut(`/${lng}`)}>
          <Icon name="logout" size={18} />
          {text('sign_out')}
        </button>
      </nav>
    </div>
  )
}
