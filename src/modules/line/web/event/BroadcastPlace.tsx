/** The player's area of an event: why there is no picture here, what to do about it, and the rules of all its states (XT-54). */
import { useSession } from '#platform/web/session.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { BROADCAST_STATES, broadcastState } from '../../rules/broadcast.ts'
import { useSiteTexts } from '../model/texts.ts'
import { LIVE, type LineGame } from '../model/types.ts'
import styles from './Event.module.css'

/** Of the player's area (specification §9): no video of our own, the tracker stands for it. */
const PLAYER_MODE = 3

export function BroadcastPlace({ game }: { game: LineGame }) {
  const text = useSiteTexts()
  const { player, account, isUnasked, signIn, deposit } = useSession()
  const state = broadcastState({
    announced: game.marks.video,
    live: game.kind === LIVE,
    signedIn: player !== null,
    funded: (account?.balance ?? 0n) > 0n,
  })
  return (
    <div className={styles.broadcast} data-player-mode={PLAYER_MODE} data-broadcast={state}>
      <p>
        <Icon name="tv" size={16} />
        {text(state === 'none' ? 'event_no_broadcast' : `broadcast_${state}`)}
      </p>
      {game.kind === LIVE ? <p>{text('live_delay')}</p> : null}
      {state === 'signed_out' ? (
        <Button disabled={isUnasked} onClick={signIn}>
          {text('broadcast_sign_in')}
        </Button>
      ) : null}
      {state === 'no_balance' ? <Button onClick={() => deposit()}>{text('broadcast_deposit')}</Button> : null}
      <details>
        <summary>{text('broadcast_rules')}</summary>
        <ul>
          {BROADCAST_STATES.map((one) => (
            <li key={one} aria-current={one === state || undefined}>
              {text(`broadcast_rule_${one}`)}
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
