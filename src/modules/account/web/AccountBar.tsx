import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { useOpenPages } from '#modules/brand/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { Money } from '#ui/Num.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useDepositOffered } from './deposit-offered.ts'
import styles from './AccountBar.module.css'

type AccountTexts = typeof import('../../../../locales/ru/account.json')

const Wallets = lazyPart(async () => (await import('./Wallets.tsx')).default)

const Unasked = lazyPart(async () => (await import('./Unasked.tsx')).default)

/** End of the header: the ways in, or the balance and the cashier. */
export function AccountBar() {
  const { player, isUnasked } = useSession()
  return (
    <div className={styles.bar}>
      {player ? (
        <SignedIn />
      ) : isUnasked ? (
        <Suspense>
          <Unasked />
        </Suspense>
      ) : (
        <SignedOut />
      )}
    </div>
  )
}

function SignedOut() {
  const text = useTexts<AccountTexts>('account')
  const open = useOpenPages()('/registration')
  return (
    <>
      <SiteLink to="/login" className={styles.signIn}>
        {text('sign_in')}
      </SiteLink>
      {open ? (
        <SiteLink to="/registration" className={styles.register}>
          {text('register')}
        </SiteLink>
      ) : null}
    </>
  )
}

function SignedIn() {
  const text = useTexts<AccountTexts>('account')
  const { account, accounts } = useSession()
  const header = useSite().config.header
  // The bonus in the currency that pays: points and other currencies stand in the wallets.
  const bonus = header.bonus ? accounts.find(({ isBonus, currency }) => isBonus && currency.code === account?.currency.code) : undefined
  const deposit = useDepositOffered()
  const [open, setOpen] = useState<'popover' | 'modal' | null>(null)
  const pill = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(null)
    pill.current?.focus()
  }
  return (
    <div
      role="presentation"
      className={styles.bar}
      onBlur={(event) => {
        if (open === 'popover' && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(null)
      }}
      onKeyDown={(event) => {
        if (open === 'popover' && event.key === 'Escape') close()
      }}
    >
      <button
        ref={pill}
        type="button"
        className={styles.pill}
        aria-haspopup="dialog"
        aria-expanded={open !== null}
        onClick={() => setOpen(open ? null : matchMedia('(width < 768px)').matches ? 'modal' : 'popover')}
      >
        <span className="visually-hidden">{text('wallets')} </span>
        <span data-testid="balance">
          {account ? (
            <Money minor={account.balance} currency={account.currency} />
          ) : (
            <Skeleton className={styles.wait} width="64px" height="1em" />
          )}
        </span>
        {bonus ? (
          <span className={styles.bonus}>
            <span className="visually-hidden">{text('bonus_account')} </span>
            <Money minor={bonus.balance} currency={bonus.currency} />
          </span>
        ) : null}
      </button>
      {deposit ? (
        <SiteLink to="/office/recharge" className={styles.deposit}>
          {text('deposit')}
        </SiteLink>
      ) : null}
      {open ? (
        <Suspense>
          <Wallets as={open} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  )
}
