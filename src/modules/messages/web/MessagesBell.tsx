import { useOpenPages } from '#modules/brand/web/index.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import styles from './MessagesBell.module.css'
import { useUnread } from './unread.ts'

type AccountTexts = typeof import('../../../../locales/ru/account.json')

const MOST = 99

/** A link to the messages with the number of those that wait; nothing for a visitor. */
export function MessagesBell({ wide = false, onPress }: { wide?: boolean; onPress?: () => void }) {
  const text = useTexts<AccountTexts>('account')
  const unread = useUnread()
  const isOpen = useOpenPages()('/office/messages')
  if (useSession().player === null || !isOpen) return null
  const name = unread > 0 ? text('messages_unread', { count: unread }) : text('office_messages')
  return (
    <SiteLink
      to="/office/messages"
      className={wide ? styles.row : styles.bell}
      aria-label={name}
      data-testid="messages-bell"
      {...(onPress ? { onClick: onPress } : {})}
    >
      <Icon name="bell" size={20} />
      {wide ? <span>{text('office_messages')}</span> : null}
      {unread > 0 ? (
        <span className={styles.count} aria-hidden>
          <Num>{unread > MOST ? `${MOST}+` : String(unread)}</Num>
        </span>
      ) : null}
    </SiteLink>
  )
}

/** A dot over the button that opens the menu of a phone. */
export function MessagesDot() {
  return useUnread() > 0 ? <i className={styles.dot} aria-hidden /> : null
}
