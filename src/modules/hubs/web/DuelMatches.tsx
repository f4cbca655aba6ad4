/** Matches whose participants may stand in a duel, sixty by sixty. */
import { useLayoutEffect, useRef, useState } from 'react'
import { useDates } from '#modules/line/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { useUi } from '#ui/settings.tsx'
import { refusalOf, type Participant, type Sides } from '../rules/duel.ts'
import type { DuelMatch } from './queries.ts'
import { useHubTexts } from './texts.ts'
import styles from './Duel.module.css'

/** Matches that a press adds. */
const SHOWN = 60

interface MatchesProps {
  matches: readonly DuelMatch[]
  sides: Sides
  onJoin: (side: 0 | 1, one: Participant) => void
}

export function DuelMatches({ matches, ...rest }: MatchesProps) {
  const { text } = useUi()
  const [most, setMost] = useState(SHOWN)
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    // The keyboard goes on with the first of those that were added: the button may be gone.
    if (most > SHOWN) list.current?.children[most - SHOWN]?.querySelector('button')?.focus()
  }, [most])
  return (
    <>
      <ul ref={list} className={styles.matches}>
        {matches.slice(0, most).map((match) => (
          <Match key={match.ci} match={match} {...rest} />
        ))}
      </ul>
      {matches.length > most ? (
        <Button kind="quiet" className={styles.more} onClick={() => setMost(most + SHOWN)}>
          {text('show_more')}
        </Button>
      ) : null}
    </>
  )
}

interface MatchProps extends Omit<MatchesProps, 'matches'> {
  match: DuelMatch
}

function Match({ match, sides, onJoin }: MatchProps) {
  const text = useHubTexts()
  const format = useDates()
  return (
    <li className={styles.match}>
      <p className={styles.about}>
        <SportIcon sportId={match.sportId} size={14} />
        <Num>{format(match.startsAt, 'dd.MM / HH:mm')}</Num>
        <span className={styles.champ} dir="auto">
          {match.champ}
        </span>
      </p>
      {match.participants.map((one) => (
        <div key={one.id} className={styles.participant}>
          <span dir="auto">{one.name}</span>
          <small>
            {text('duel_average')} <Num>{one.average.toFixed(2)}</Num>
          </small>
          {([0, 1] as const).map((side) => {
            const refusal = one.blocked ? 'blocked' : refusalOf(sides, side, one)
            return (
              <button
                key={side}
                type="button"
                className={styles.join}
                aria-disabled={refusal !== null || undefined}
                data-tip={refusal ? text(`duel_${refusal}`) : undefined}
                aria-description={refusal ? text(`duel_${refusal}`) : undefined}
                onClick={() => refusal === null && onJoin(side, one)}
              >
                {text(side === 0 ? 'duel_to_1' : 'duel_to_2')}
              </button>
            )
          })}
        </div>
      ))}
    </li>
  )
}
