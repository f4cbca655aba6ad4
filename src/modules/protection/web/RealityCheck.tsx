import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { formatClock } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { signOut, officeStyles } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { Num } from '#ui/Num.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { checksUntil, untilNextCheck } from '../rules/reality-check.ts'
import { answeredCheck, keepAnswer } from './check-answers.ts'
import styles from './Protection.module.css'
import { positionQuery, sessionStakesQuery, type PositionView } from './queries.ts'
import { Value, type ProtectionTexts } from './Value.tsx'

/** After a call that failed. */
const AGAIN_MS = 60_000
/** No checks now; the player may want some later, on another device. */
const NEVER_MS = 15 * 60_000

/** Every so many minutes of a session, as often as the player wants: how long, how it stands, and a choice that must be made (RG-16, XT-41). */
export function RealityCheck() {
  const { player } = useSession()
  return player ? <Watch /> : null
}

/**
 * The server's clock counts: what the page adds is only the time since it asked. It asks again when the next check is near, when
 * the player has chosen another interval, and when somebody comes back to the page.
 */
function Watch() {
  const { data: position, isError, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery({ ...positionQuery, refetchOnWindowFocus: 'always' })
  const [, setAnswers] = useState(0)
  const waitMs = position && !isError ? (untilNextCheck(position) ?? NEVER_MS) : AGAIN_MS
  useEffect(() => {
    const timer = setTimeout(() => void refetch(), waitMs)
    return () => clearTimeout(timer)
  }, [waitMs, dataUpdatedAt, errorUpdatedAt, refetch])
  if (!position) return null
  const number = checksUntil(position)
  if (number <= answeredCheck(position.sessionFrom)) return null
  return (
    <Check
      position={position}
      onGoOn={() => {
        keepAnswer(position.sessionFrom, number)
        setAnswers((count) => count + 1)
      }}
    />
  )
}

function Check({ position, onGoOn }: { position: PositionView; onGoOn: () => void }) {
  const text = useTexts<ProtectionTexts>('protection')
  const { lng } = useSite()
  const { currency } = position
  const { data: staked } = useQuery(sessionStakesQuery)
  return (
    <Modal title={text('check_title')} size="small" dismissible={false} onClose={onGoOn}>
      <div className={styles.check}>
        <dl className={officeStyles.facts}>
          <dt>{text('check_time')}</dt>
          <dd>
            <bdi dir="ltr">{formatClock(position.now - position.sessionFrom, 'HH:mm:ss')}</bdi>
          </dd>
          <dt>{text('check_staked')}</dt>
          <dd>{staked ? <Value amount={staked.staked} currency={staked.currency} /> : <Num>–</Num>}</dd>
          <dt>{text('check_net')}</dt>
          <dd>
            <Value amount={position.session} currency={currency} sign />
          </dd>
        </dl>
        <SiteLink to="/office/history" className={styles.link} onClick={onGoOn}>
          {text('to_history')}
        </SiteLink>
        <Button kind="primary" size="large" wide onClick={() => void signOut(`/${lng}`)}>
          {text('check_stop')}
        </Button>
        <Button kind="plain" size="large" wide onClick={onGoOn}>
          {text('check_go_on')}
        </Button>
      </div>
    </Modal>
  )
}
