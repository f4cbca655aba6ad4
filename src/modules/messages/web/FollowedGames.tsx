import { OfficeCard } from '#modules/auth/web/index.ts'
import { useGameNotices, useOpenGame } from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { ErrorState } from '#ui/States.tsx'
import { useMessageTexts } from './texts.ts'
import styles from './Messages.module.css'

/** What has happened in the games that the player follows: a toast of it is gone in seconds (EV-12, DU-06). Nothing where there is none. */
export function FollowedGames() {
  const text = useMessageTexts()
  const { lng, country } = useSite()
  const { data, isError, refetch } = useGameNotices()
  const open = useOpenGame()
  if (!isError && !data?.length) return null
  return (
    <OfficeCard title={text('followed')} lead={text('followed_lead')}>
      {isError && !data ? <ErrorState onRetry={() => void refetch()} /> : null}
      <ul className={styles.list}>
        {data?.map((notice) => (
          <li key={notice.id} className={styles.message}>
            <div className={styles.messageHead}>
              <span className={styles.notice}>
                <span className={styles.icon}>
                  <Icon name="bell" size={18} />
                </span>
                <span className={styles.name}>
                  <strong dir="auto">{notice.title}</strong>
                  <span>{notice.text}</span>
                  <small>
                    <time dateTime={new Date(notice.at * 1000).toISOString()}>
                      <Num>{formatDate(notice.at * 1000, 'Pp', { lng, country })}</Num>
                    </time>
                  </small>
                </span>
              </span>
              <Button kind="quiet" onClick={() => open(notice.constId)} aria-label={text('followed_open', { title: notice.title })}>
                {text('open_page')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </OfficeCard>
  )
}
