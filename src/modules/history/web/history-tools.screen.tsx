import { useLocation, type MetaFunction } from 'react-router'
import { pageTitle } from '#platform/web/page-title.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Chip, ChipRow } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/States.tsx'
import { PERIODS, useFilter } from './filter.ts'
import { useHistoryTexts } from './texts.ts'
import { MailAddress, useMailNow } from './Mail.tsx'
import { useClearNow } from './Tools.tsx'
import styles from './History.module.css'

const TITLES = { clear: 'clear_title', casino: 'casino_mail_title', bets: 'mail_title' } as const

function pageOf(pathname: string): keyof typeof TITLES {
  return pathname.endsWith('/clear') ? 'clear' : pathname.endsWith('/casino-mail') ? 'casino' : 'bets'
}

export const meta: MetaFunction = ({ matches, location }) => pageTitle(matches, 'history', TITLES[pageOf(location.pathname)])

/** The pages "bets history by mail", "bets history clear" and "casino bets history mail" of the office. */
export default function HistoryTools() {
  const text = useHistoryTexts()
  const { player, signIn } = useSession()
  const { pathname } = useLocation()
  const page = pageOf(pathname)
  if (player === null)
    return (
      <EmptyState icon="history" action={{ label: text('sign_in'), onPress: signIn }}>
        {text('signed_out')}
      </EmptyState>
    )
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{text(TITLES[page])}</h1>
      {page === 'clear' ? <ClearForm /> : <MailForm section={page} />}
      <SiteLink to="/office/history" className={styles.back}>
        {text('history')}
      </SiteLink>
    </div>
  )
}

function MailForm({ section }: { section: 'bets' | 'casino' }) {
  const text = useHistoryTexts()
  const [filter, change] = useFilter()
  const mail = useMailNow(section, filter)
  return (
    <div className={styles.form}>
      <p>{text(section === 'bets' ? 'mail_hint' : 'casino_mail_hint')}</p>
      <ChipRow label={text('period')}>
        {PERIODS.map((days) => (
          <Chip
            key={days}
            selected={filter.from === '' && filter.days === days}
            onClick={() => change({ days: String(days), from: null, to: null })}
          >
            {text('days', { count: days })}
          </Chip>
        ))}
      </ChipRow>
      <MailAddress />
      {mail.ready ? (
        <Button kind="primary" icon="mail" loading={mail.busy} onClick={() => mail.send()}>
          {text('send_mail')}
        </Button>
      ) : null}
    </div>
  )
}

function ClearForm() {
  const text = useHistoryTexts()
  const clear = useClearNow()
  return (
    <div className={styles.form}>
      <p>{text('clear_hint')}</p>
      <div className={styles.tools}>
        <Button kind="primary" icon="trash" loading={clear.busy} onClick={() => clear.run(false)}>
          {text('clear_yes')}
        </Button>
        <Button loading={clear.busy} onClick={() => clear.run(true)}>
          {text('show_cleared')}
        </Button>
      </div>
    </div>
  )
}
