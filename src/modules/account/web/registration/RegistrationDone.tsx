import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { storage } from '#platform/web/storage.ts'
import { saveText } from '#platform/web/save-file.ts'
import { useCopied } from '#platform/web/use-copied.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { AuthPage, TakeFocus } from '#modules/auth/web/index.ts'
import type { Registered } from './RegistrationForm.tsx'
import styles from './Registration.module.css'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

/** Comes on demand only: most of its weight is pictures of ways to pay. */
const DepositModal = lazyPart(async () => (await import('./DepositModal.tsx')).DepositModal)

const TITLE = 'registration-done'

interface DoneProps {
  registered: Registered
  email: string | null
  /** What waits in the coupon, `2000.00-KZT`, as the address tells it. */
  stake: string | null
  /** Where the player wanted to go before; null is home. */
  onContinue: () => void
}

/** The end of a registration: the pair that is shown once, or what the letter is for. */
export function RegistrationDone({ registered, email, stake, onContinue }: DoneProps) {
  const text = useTexts<AccountTexts>('account')
  const [paying, setPaying] = useState(false)
  // The popup of the first deposit comes once, later, where it lies over nothing (specification §4).
  useEffect(() => void storage.set('showRegistrationBonus', true), [])
  return (
    <AuthPage title={text('welcome')} titleId={TITLE} lead={text(registered.password ? 'pair_lead' : email ? 'letter_lead' : 'phone_lead')}>
      <TakeFocus id={TITLE} />
      {registered.password ? <Pair login={registered.login} password={registered.password} /> : null}
      {email ? (
        <Notice kind="info">
          {text('letter_sent')} <bdi dir="ltr">{email}</bdi>
        </Notice>
      ) : null}
      <Button kind="accent" size="large" wide onClick={onContinue}>
        {text('continue')}
      </Button>
      <Button size="large" wide icon="card" onClick={() => setPaying(true)}>
        {text('deposit_first')}
      </Button>
      {paying ? (
        <Suspense>
          <DepositModal stake={stake} onClose={() => setPaying(false)} />
        </Suspense>
      ) : null}
    </AuthPage>
  )
}

function Pair({ login, password }: { login: string; password: string }) {
  const text = useTexts<AccountTexts>('account')
  const { config, lng } = useSite()
  const [copied, copy] = useCopied()
  const name = config.customize.name
  const letter = `${name}, ${location.origin}\n${text('pair_login')}: ${login}\n${text('pair_password')}: ${password}\n`
  return (
    <>
      <dl className={styles.pair}>
        {Object.entries({ login, password }).map(([part, value]) => (
          <div key={part}>
            <div>
              <dt>{text(`pair_${part as 'login'}`)}</dt>
              <dd data-testid={`pair-${part}`}>
                <Num>{value}</Num>
              </dd>
            </div>
            <IconButton icon={copied === value ? 'check' : 'copy'} label={text(`copy_${part as 'login'}`)} onClick={() => copy(value)} />
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <Button icon={copied === letter ? 'check' : 'copy'} onClick={() => copy(letter)}>
          {text(copied === letter ? 'copied' : 'copy')}
        </Button>
        <Button icon="download" onClick={() => saveText(`${name.toLowerCase() || 'account'}-${login}.txt`, letter)}>
          {text('save_file')}
        </Button>
        <a data-button href={`mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(letter)}`}>
          <Icon name="mail" size={18} />
          {text('send_mail')}
        </a>
      </div>
      <Notice kind="warning">
        {text('pair_warning')}{' '}
        <a href={`/${lng}/office/security#password`} className={styles.now}>
          {text('to_security')}
        </a>
      </Notice>
    </>
  )
}
