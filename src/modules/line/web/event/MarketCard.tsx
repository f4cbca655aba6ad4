import { memo, Suspense, useMemo, useState, type CSSProperties } from 'react'
import { wholeSpans } from '#lib/text.ts'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { usePreference } from '#platform/web/storage.ts'
import { Icon } from '#ui/Icon.tsx'
import type { LockReason } from '#ui/PriceCell.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useUi } from '#ui/settings.tsx'
import { useMarketLock } from '../live/use-locks.ts'
import { questionOf } from '../model/columns.ts'
import { foldRows, marketRows } from '../model/market-rows.ts'
import { groupName, outcomeName } from '../model/outcome-text.ts'
import type { NameModel } from '../model/queries.ts'
import { commonSide, shortName, withoutSide } from '../model/short-names.ts'
import { useSiteTexts } from '../model/texts.ts'
import type { PricedGame } from '../model/priced-game.ts'
import type { Outcome, OutcomeGroup } from '../model/types.ts'
import { LinePrice } from '../table/LinePrice.tsx'
import { Explained } from './Explained.tsx'
import { useImpossible } from './Impossible.tsx'
import { PlayerInfo } from './PlayerInfo.tsx'
import styles from './Event.module.css'

/** Outcome of an outright: the name of its answer alone. */
const OUTRIGHT = 2637

const PriceGraph = lazyPart(async () => (await import('../graph/PriceGraph.tsx')).PriceGraph)

interface MarketCardProps {
  group: OutcomeGroup
  game: PricedGame
  names: NameModel
  topic: string
  /** A market that is locked now is left out until it opens. */
  openOnly: boolean
  /** The reason that stands above all markets: a head names its own only where it is another. */
  told: LockReason | null
  pinned: boolean
  onPin: (g: number) => void
}

export const MarketCard = memo(function MarketCard({ group, game, names, topic, openOnly, told, pinned, onPin }: MarketCardProps) {
  const text = useSiteTexts()
  const outcomes = useMemo(() => group.columns.flat(), [group])
  const lock = useMarketLock(outcomes, topic, game.kind)
  const [graph, setGraph] = useState(false)
  const [folded, setFolded] = usePreference(`stHideItem-market-${group.g}`, false)
  const [full] = usePreference('marketNames', 'short')
  const [all, setAll] = useState(false)
  const rows = useMemo(() => marketRows(group), [group])
  const { shown, all: count } = foldRows(rows, all)
  const named = groupName(names, group.g)
  const name = outcomes[0]?.t === OUTRIGHT ? questionOf(game, named) : named
  // One column of many outcomes (players, runners) stands in two.
  const columns = rows[0]?.length === 1 && rows.length > 1 ? 2 : (rows[0]?.length ?? 1)
  const side = useMemo(
    () =>
      commonSide(
        outcomes.map((outcome) => outcomeName(names, outcome, game)),
        [game.side1, game.side2],
      ),
    [outcomes, names, game],
  )
  const nameOf = (outcome: Outcome) => outcomeName(names, outcome, game)
  const captionOf = (outcome: Outcome) =>
    (full === 'short' ? shortName(outcome.t, outcome.p, text) : '') || withoutSide(nameOf(outcome), side)
  const room = ROOM[columns] ?? ROOM[1]!
  const longest = Math.max(...rows.flat().map((outcome) => (outcome ? captionOf(outcome).length + (outcome.player ? BUTTON : 0) : 0)))
  const title = [game.partName, name].filter(Boolean).join('. ')
  const main = rows.some((row) => row.some((outcome) => outcome?.main))
  if (openOnly && lock) return null
  return (
    <section className={styles.market} data-group={group.g} data-locked={lock ?? undefined}>
      <MarketHead
        {...{ title, name, side, pinned, folded }}
        lock={lock === told ? null : lock}
        onFold={() => setFolded(!folded)}
        onGraph={() => setGraph(true)}
        onPin={() => onPin(group.g)}
      />
      {folded ? null : (
        <div
          className={styles.outcomes}
          data-columns={columns}
          data-stacked={longest > room.stacked ? 'tall' : longest > room.beside || undefined}
          style={{ '--rows': Math.ceil(shown.flat().length / columns) } as CSSProperties}
        >
          {shown.flatMap((row, line) =>
            row.map((outcome, index) =>
              outcome ? (
                <Cell
                  key={outcome.key}
                  {...{ outcome, game, names, topic }}
                  market={title}
                  short={full === 'short' ? shortName(outcome.t, outcome.p, text) : ''}
                  caption={captionOf(outcome)}
                />
              ) : (
                <span key={`${line}-${index}`} aria-hidden />
              ),
            ),
          )}
          {count === null ? null : (
            <button type="button" className={styles.allLines} onClick={() => setAll(!all)}>
              {all
                ? text(main ? 'event_fewer_lines' : 'event_fewer')
                : main
                  ? text('event_all_lines', { count })
                  : text('all_outcomes', { count: outcomes.length })}
            </button>
          )}
        </div>
      )}
      {graph ? (
        <Suspense>
          <PriceGraph
            title={title}
            kind={game.kind}
            outcomes={outcomes.map((outcome) => ({ outcome, name: captionOf(outcome) || nameOf(outcome) }))}
            onClose={() => setGraph(false)}
          />
        </Suspense>
      ) : null}
    </section>
  )
})

interface MarketHeadProps {
  /** Empty: not known yet. */
  title: string
  name: string
  side: string | null
  lock: LockReason | null
  pinned: boolean
  folded: boolean
  onFold: () => void
  onGraph: () => void
  onPin: () => void
}

function MarketHead({ title, name, side, lock, pinned, folded, onFold, onGraph, onPin }: MarketHeadProps) {
  const text = useSiteTexts()
  const { text: ui } = useUi()
  return (
    <h2 className={styles.marketHead}>
      <button type="button" className={styles.fold} aria-expanded={!folded} onClick={onFold}>
        {/* Markets that have just come know their prices before their names. */}
        {title ? <bdi>{title}</bdi> : <Skeleton width="9em" height="1em" />}
        {side ? <bdi className={styles.side}>{side}</bdi> : null}
        {lock ? (
          <span className={styles.lock} data-lock={lock}>
            <Icon name="lock" size={12} />
            {ui(lock)}
          </span>
        ) : null}
      </button>
      <button
        type="button"
        className={styles.pin}
        aria-label={text('graph_open', { name: title })}
        aria-haspopup="dialog"
        onClick={onGraph}
      >
        <Icon name="chart" size={15} />
      </button>
      <button
        type="button"
        className={styles.pin}
        aria-pressed={pinned}
        aria-label={text(pinned ? 'event_unpin' : 'event_pin', { name })}
        onClick={onPin}
      >
        <Icon name="star" size={15} filled={pinned} />
      </button>
    </h2>
  )
}

/** The button that tells of a player takes the place of so many letters. */
const BUTTON = 3
/** Letters that fit beside a price in one line and in the lines of a stacked row, by the number of columns. */
const ROOM: Readonly<Record<number, { beside: number; stacked: number }>> = {
  1: { beside: 34, stacked: 78 },
  2: { beside: 14, stacked: 26 },
  3: { beside: 6, stacked: 26 },
}

interface CellProps {
  outcome: Outcome
  game: PricedGame
  names: NameModel
  topic: string
  market: string
  short: string
  caption: string
}

function Cell({ outcome, game, names, topic, market, short, caption }: CellProps) {
  const text = useSiteTexts()
  const name = outcomeName(names, outcome, game)
  // Not one bet with what is in the coupon; as a bet of its own it can still be pressed.
  const impossible = useImpossible(outcome.key)
  // One element as long as it says the same: a reason that has come does not draw the price.
  const words = useMemo(() => <bdi>{wholeSpans(caption)}</bdi>, [caption])
  return (
    <Explained {...{ outcome, game, impossible }} any={text('tip_any', { market, outcome: name || short })}>
      <LinePrice
        {...{ outcome, game, topic, market }}
        outcomeName={name || short}
        label={`${market}, ${name || short}`}
        caption={words}
        layout="wide"
      />
      {outcome.player ? (
        <PlayerInfo id={outcome.player.id} sportId={game.sportId}>
          <Icon name="user" size={15} />
        </PlayerInfo>
      ) : null}
      {impossible === undefined ? null : <span className="visually-hidden">{impossible}</span>}
    </Explained>
  )
}
