/** The two sides and, as soon as both stand, the prices of their duel. */
import { LinePrice, shortName, type LineGame } from '#modules/line/web/index.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { useApi } from '#platform/web/query.ts'
import { keepFocusAmong } from '#platform/web/kept-focus.ts'
import { useTopics } from '#platform/web/stream-client.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import type { Participant, Sides } from '../rules/duel.ts'
import { useOutcomeNames } from './outcome-names.ts'
import { duelQuery } from './queries.ts'
import { useHubTexts } from './texts.ts'
import styles from './Duel.module.css'

/** A side that is taken away, and all of them, take their button along: the keyboard goes on with the next side, or at the board. */
const keepFocus = keepFocusAmong({ cards: 'li' })

interface DuelBoardProps {
  sides: Sides
  onRemove: (id: number) => void
  onClear: () => void
}

export function DuelBoard({ sides, onRemove, onClear }: DuelBoardProps) {
  const text = useHubTexts()
  const { lng } = useSite()
  const ids = sides.map((side) => side.map(({ id }) => id)) as [number[], number[]]
  const whole = ids[0].length > 0 && ids[1].length > 0
  const { data: duel, error, refetch } = useApi(duelQuery(lng, ids[0], ids[1]), { enabled: whole })
  return (
    <section ref={keepFocus} className={styles.board} aria-label={text('duel_title')}>
      <div className={styles.sides}>
        <Side label={text('duel_side_1')} side={sides[0]} onRemove={onRemove} />
        <span className={styles.against} aria-hidden>
          –
        </span>
        <Side label={text('duel_side_2')} side={sides[1]} onRemove={onRemove} />
      </div>
      {!whole ? (
        <p className={styles.hint}>{text('duel_hint')}</p>
      ) : duel ? (
        <Prices duel={duel} sides={ids} />
      ) : duel === null || isRefused(error) ? (
        <Notice kind="warning">{text('duel_refused')}</Notice>
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={1} height="44px" />
      )}
      {ids[0].length + ids[1].length ? (
        <Button kind="quiet" size="small" icon="trash" onClick={onClear}>
          {text('duel_clear')}
        </Button>
      ) : null}
    </section>
  )
}

/** The server has answered that there is no such duel; without its answer nobody knows. */
const isRefused = (error: unknown) => isApiError(error) && error.httpCode >= 200 && error.httpCode < 429

function Side({ label, side, onRemove }: { label: string; side: readonly Participant[]; onRemove: (id: number) => void }) {
  const text = useHubTexts()
  return (
    <div className={styles.side}>
      <h2 className={styles.sideName}>{label}</h2>
      {side.length === 0 ? <p className={styles.hint}>{text('duel_empty')}</p> : null}
      <ul>
        {side.map(({ id, name }) => (
          <li key={id} className={styles.chosen}>
            <span dir="auto">{name}</span>
            <IconButton icon="close" size={15} label={text('duel_remove', { name })} onClick={() => onRemove(id)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Prices({ duel, sides }: { duel: LineGame; sides: readonly (readonly number[])[] }) {
  const topic = `row:${duel.ci}`
  useTopics([topic])
  const names = useOutcomeNames([duel])
  const site = useTexts<typeof import('../../../../locales/ru/site.json')>('site')
  return (
    <div className={styles.markets} data-duel={duel.ci}>
      {[...Map.groupBy(duel.outcomes, ({ g }) => g)].map(([g, outcomes]) => (
        <section key={g} className={styles.market}>
          <h3 className={styles.marketName}>{names.market(outcomes[0]!)}</h3>
          <div className={styles.prices} data-three={outcomes.length === 3 || undefined}>
            {outcomes.map((outcome) => {
              const name = names.outcome(outcome, duel)
              return (
                <LinePrice
                  key={outcome.key}
                  {...{ outcome, game: duel, topic }}
                  duel={sides}
                  market={names.market(outcome)}
                  outcomeName={name}
                  label={`${names.market(outcome)}, ${name}`}
                  // The sides stand above with all their names: a cell has no room for five of them.
                  caption={<bdi>{shortName(outcome.t, outcome.p, site) || name}</bdi>}
                  layout="wide"
                />
              )
            })}
          </div>
        </section>
      ))}
    </div>
  )
}
