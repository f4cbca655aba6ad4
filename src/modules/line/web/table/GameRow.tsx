import { memo } from 'react'
import { liveKey, useLivePart } from '#platform/web/live-store.ts'
import { useProductClock } from '#platform/web/product-clock.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { useTopics } from '#platform/web/stream-client.ts'
import { LiveDot } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import type { LiveHead } from '../live/locks.tsx'
import { minuteText, useClock, useLiveScore } from '../live/live-score.ts'
import { useStatus } from '../live/use-status.ts'
import { gameAddress } from '../model/addresses.ts'
import { cellsOf, favouritesOf, hasLine, isHandicap, questionOf, type RowGroup } from '../model/columns.ts'
import { lineText } from '../model/outcome-text.ts'
import { LIVE, type LineGame, type Outcome, type Score } from '../model/types.ts'
import { useSiteTexts } from '../model/texts.ts'
import { useDates } from '../model/zone.ts'
import { FavoriteStar } from './FavoriteStar.tsx'
import { LinePrice } from './LinePrice.tsx'
import { cellName, columnNames } from './names.ts'
import { RowMarks } from './RowMarks.tsx'
import { ScoreColumns } from './ScoreColumns.tsx'
import styles from './Table.module.css'

export interface GameRowProps {
  game: LineGame
  draws: boolean
  order: readonly RowGroup[]
  /** First row of its championship: Tab enters the group here. */
  entry: boolean
  rowIndex: number
  detailed: boolean
  showId: boolean
  fullNames: boolean
}

const isOver = (head: LiveHead | undefined) => head?.[4] === 1

export const GameRow = memo(function GameRow({ game, draws, order, entry, rowIndex, detailed, showId, fullNames }: GameRowProps) {
  const topic = `row:${game.ci}`
  useTopics([topic])
  const over = useLivePart(liveKey(topic, 'h'), isOver, false)
  const score = useLiveScore(topic, game.score, game.sportId)
  const status = useStatus(topic, game)
  const text = useSiteTexts()
  const address = gameAddress(game)
  const favourites = favouritesOf(game)
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      className={styles.row}
      data-ci={game.ci}
      data-single={!game.side2 || undefined}
      data-over={over || undefined}
    >
      <span role="gridcell" className={styles.time}>
        {game.kind === LIVE ? <LiveTime score={score} status={status} /> : <StartTime at={game.startsAt} status={status} />}
      </span>
      <span role="gridcell" className={styles.names}>
        <SiteLink to={address} className={styles.sides} data-nav="" tabIndex={entry ? 0 : -1}>
          <span className={styles.side} dir="auto">
            {game.side1}
          </span>
          {game.side2 ? (
            <span className={styles.side} dir="auto">
              {game.side2}
            </span>
          ) : null}
        </SiteLink>
        <RowMarks game={game} address={address} />
      </span>
      <span role="gridcell" className={styles.star}>
        <FavoriteStar game={game} row />
      </span>
      <span role="gridcell" className={styles.scores}>
        {score && game.side2 ? <ScoreColumns score={score} detailed={detailed} /> : null}
      </span>
      <span className={styles.groups} role="presentation">
        {favourites.length ? (
          <Favourites {...{ favourites, game, topic, entry }} />
        ) : (
          order.map((group, slot) => <Cells key={group} {...{ game, group, slot, draws, topic, entry: entry && slot === 0, fullNames }} />)
        )}
      </span>
      <span role="gridcell" className={styles.more}>
        <SiteLink to={address} tabIndex={-1} data-nav="" aria-label={text('all_outcomes', { count: game.count })}>
          <Num>{String(game.count)}</Num>
        </SiteLink>
        {/* Not beside the names: they need every pixel once the score says its periods. */}
        {showId ? (
          <span className={styles.gameId}>
            <Num>{String(game.no)}</Num>
          </span>
        ) : null}
      </span>
    </div>
  )
})

interface FavouritesProps {
  favourites: readonly Outcome[]
  game: LineGame
  topic: string
  entry: boolean
}

/** Who is likely to win, by name: the whole card is behind the row's link. */
function Favourites({ favourites, game, topic, entry }: FavouritesProps) {
  const market = questionOf(game, useSiteTexts()('market_winner'))
  return (
    <span className={styles.favourites} role="presentation">
      {favourites.map((outcome, index) => {
        const name = outcome.player?.name ?? ''
        return (
          <span role="gridcell" key={outcome.key} className={styles.cell}>
            <LinePrice
              {...{ outcome, game, topic, market }}
              outcomeName={name}
              label={`${market}, ${name}`}
              caption={<bdi>{name}</bdi>}
              tabIndex={entry && index === 0 ? 0 : -1}
              className={styles.favourite}
            />
          </span>
        )
      })}
    </span>
  )
}

interface CellsProps {
  game: LineGame
  group: RowGroup
  slot: number
  draws: boolean
  topic: string
  entry: boolean
  fullNames: boolean
}

/** One price group of the row: its line, then its prices, each of a width that never changes. */
function Cells({ game, group, slot, draws, topic, entry, fullNames }: CellsProps) {
  const text = useSiteTexts()
  const { cells, line } = cellsOf(game, group, draws)
  const captions = columnNames(group, draws, text)
  const market = text(`market_${group}`)
  return (
    <span className={styles.group} data-group={group} data-slot={slot} role="presentation">
      {hasLine(group) ? (
        <span role="gridcell" className={styles.line}>
          {line === null ? null : <Num>{lineText(line, isHandicap(group))}</Num>}
        </span>
      ) : null}
      {cells.map((outcome, index) => {
        const caption = captions[index] ?? ''
        const name = cellName(group, index, cells.length, outcome, { text, game, fullNames })
        return (
          <span role="gridcell" key={index} className={styles.cell}>
            {outcome ? (
              <LinePrice
                {...{ outcome, game, topic, market }}
                outcomeName={name.outcome}
                label={name.label}
                caption={<Caption caption={caption} line={outcome.p} group={group} />}
                tabIndex={entry && index === 0 ? 0 : -1}
                className={styles.price}
              />
            ) : (
              <span className={styles.none} aria-hidden>
                –
              </span>
            )}
          </span>
        )
      })}
    </span>
  )
}

/** Phones have no head over the prices: the name of the column stands in the cell. */
function Caption({ caption, line, group }: { caption: string; line: number; group: RowGroup }) {
  return (
    <span className={styles.caption} data-caption="">
      {caption}
      {hasLine(group) ? (
        <>
          {' '}
          <Num>{lineText(line, isHandicap(group))}</Num>
        </>
      ) : null}
    </span>
  )
}

/** A bet on what is decided after so long says its year. */
const FAR_SEC = 300 * 86_400
const isFar = (at: number, now: number) => at - now / 1000 > FAR_SEC
const FULL_DAY = 'dd.MM.yyyy'.length

function StartTime({ at, status }: { at: number; status: string }) {
  const format = useDates()
  const clock = useProductClock()
  return (
    <>
      {/* One run from left to right, whatever the page (ux 3). */}
      <span className={styles.start} dir="ltr">
        <Num>{isFar(at, clock()) ? format(at, 'dd.MM.yyyy / HH:mm').slice(0, FULL_DAY) : format(at, 'dd.MM')}</Num>
        <span className={styles.slash}> / </span>
        <Num>{format(at, 'HH:mm')}</Num>
      </span>
      {status ? (
        <span className={styles.phase} data-status="">
          {status}
        </span>
      ) : null}
    </>
  )
}

function LiveTime({ score, status }: { score: Score | null; status: string }) {
  const text = useSiteTexts()
  const clock = useClock(score)
  return (
    <>
      <b className={styles.minute}>
        <LiveDot />
        {clock === null ? text('live') : <Num>{minuteText(clock)}</Num>}
      </b>
      <span className={styles.phase} data-status={status ? '' : undefined}>
        {status || score?.phase}
      </span>
    </>
  )
}
