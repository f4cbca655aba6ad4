/** A game: what is known before it, what happened in it (ST-02). */
import { Fragment, type ReactNode } from 'react'
import { Flag } from '#ui/Icon.tsx'
import { Num, Pair } from '#ui/Num.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import type { GamePage } from '../../contract.ts'
import { GAME_TABS, type GameTab, type StatisticsPlace } from '../../rules/path.ts'
import { expectedShare, HOME } from '../../rules/rating.ts'
import { mayBeDrawn, scoreKind } from '../../rules/score-kind.ts'
import { OutcomeBar, VersusBar } from '../parts/Bars.tsx'
import { Block, Nothing } from '../parts/Block.tsx'
import { FormChips } from '../parts/FormChips.tsx'
import { GameList } from '../parts/GameList.tsx'
import { GamePrices } from '../parts/GamePrices.tsx'
import { Comparison } from '../parts/Profile.tsx'
import { NoTable } from '../parts/NoTable.tsx'
import { Scorecard } from '../parts/Scorecard.tsx'
import { StandingsTable } from '../parts/StandingsTable.tsx'
import { TeamName } from '../parts/TeamName.tsx'
import { useOriginWord, useStatisticsTexts, type StatisticsTexts } from '../texts.ts'
import { StatisticsTo, useSaidTitle, useStatisticsDates, useStatisticsGo, useWidget } from '../widget/Widget.tsx'
import { CourseOfPlay, LineUps } from './GameCourse.tsx'
import styles from '../Statistics.module.css'

type GamePlace = Extract<StatisticsPlace, { view: 'game' }>

export function GameView({ page, place }: { page: GamePage; place: GamePlace }) {
  const { settings } = useWidget()
  const { game, teams, championship } = page
  const names = [teams[game.home]?.name, teams[game.away]?.name].filter(Boolean).join(' – ')
  useSaidTitle(names)
  const asked = place.tab === 'main' ? GAME_TABS.find((tab) => tab === settings.firstTab) : undefined
  const tab = asked ?? place.tab
  return (
    <>
      <h1 className="visually-hidden">{names}</h1>
      {settings.header ? <Board page={page} sportId={championship.sportId} /> : null}
      {settings.tabs ? (
        <GameTabs place={place} tab={tab}>
          <GameTabPanel tab={tab} page={page} />
        </GameTabs>
      ) : (
        <GameTabPanel tab={tab} page={page} />
      )}
    </>
  )
}

function GameTabPanel({ tab, page }: { tab: GameTab; page: GamePage }) {
  const { championship, game, teams, table } = page
  switch (tab) {
    case 'main':
      return <Overview page={page} />
    case 'h2h':
      return <Meetings page={page} />
    case 'table':
      return (
        <Block id="game-table" title={championship.name} wide>
          {table.length === 0 ? (
            <NoTable championship={championship} seasonId={page.seasonId} why={page.noTable} />
          ) : (
            <StandingsTable
              rows={table}
              teams={teams}
              sportId={championship.sportId}
              caption={championship.name}
              marked={[game.home, game.away]}
            />
          )}
        </Block>
      )
    case 'lineups':
      return <LineUps page={page} />
    case 'chronology':
      return <CourseOfPlay page={page} />
  }
}

const TABS: Record<GameTab, Parameters<StatisticsTexts>[0]> = {
  main: 'tab_main',
  h2h: 'tab_h2h',
  table: 'tab_table',
  lineups: 'tab_lineups',
  chronology: 'tab_chronology',
}

/** Tabs are addresses; the frame's history keeps one entry for all of them. */
function GameTabs({ place, tab, children }: { place: GamePlace; tab: GameTab; children: ReactNode }) {
  const text = useStatisticsTexts()
  const go = useStatisticsGo({ pt: null })
  return (
    <Tabs
      label={text('tabs')}
      items={GAME_TABS.map((key) => ({ key, label: text(TABS[key]) }))}
      value={tab}
      onChange={(next) => go({ ...place, tab: next })}
    >
      {children}
    </Tabs>
  )
}

const STATES = { scheduled: 'scheduled', live: 'live', over: 'over', abandoned: 'abandoned' } as const

function Board({ page, sportId }: { page: GamePage; sportId: number }) {
  const text = useStatisticsTexts()
  const format = useStatisticsDates()
  const { settings } = useWidget()
  const { game, teams, championship, venue, seasonId } = page
  const about = [venue ? text('venue', { venue }) : '', useOriginWord(page.origin)].filter(Boolean).join(' · ')
  return (
    <header className={styles.board}>
      <p className={styles.boardPlace}>
        {settings.flags && championship.country ? <Flag country={championship.country} size={16} /> : null}
        <StatisticsTo
          place={settings.tournamentLinks ? { view: 'tournament', sportId, id: String(championship.id), seasonId } : null}
          className={styles.link}
        >
          {championship.name}
        </StatisticsTo>
      </p>
      <div className={styles.boardSides}>
        <TeamName id={game.home} teams={teams} sportId={sportId} strong />
        <div className={styles.boardMiddle}>
          <p className={styles.boardScore}>{game.score ? <Pair of={game.score} /> : <Num>{format(game.startsAt, 'HH:mm')}</Num>}</p>
          <p className={styles.boardState} data-live={game.state === 'live' || undefined}>
            {text(STATES[game.state])}
            {' · '}
            <Num>{format(game.startsAt, 'dd.MM.yyyy / HH:mm')}</Num>
          </p>
          {game.periods.length > 1 ? (
            <p className={styles.boardPeriods}>
              (
              {game.periods.map((period, index) => (
                <Fragment key={index}>
                  {index > 0 ? ', ' : ''}
                  <Pair of={period} />
                </Fragment>
              ))}
              )
            </p>
          ) : null}
        </div>
        <TeamName id={game.away} teams={teams} sportId={sportId} strong />
      </div>
      {about ? <p className={styles.boardVenue}>{about}</p> : null}
    </header>
  )
}

function Overview({ page }: { page: GamePage }) {
  const text = useStatisticsTexts()
  const { game, teams, sides, meetings, championship, stats, kind } = page
  const sportId = championship.sportId
  const share = Math.round(expectedShare(sides[0].rating, sides[1].rating, HOME) * 100)
  const next = [...new Map([...sides[0].next, ...sides[1].next].map((one) => [one.id, one])).values()].toSorted(
    (a, b) => a.startsAt - b.startsAt,
  )
  return (
    <div className={styles.columns}>
      {kind === 0 ? null : <GamePrices ci={game.ci} kind={kind} />}
      <Scorecard page={page} />
      {stats.length > 0 ? <Figures page={page} /> : null}
      <Block id="game-form" title={text('form')}>
        {sides.map((side, index) => {
          const id = index === 0 ? game.home : game.away
          return (
            <div key={id} className={styles.formRow}>
              <TeamName id={id} teams={teams} sportId={sportId} />
              {side.form.length > 0 ? <FormChips form={side.form} /> : <span className={styles.note}>{text('no_games')}</span>}
            </div>
          )
        })}
      </Block>
      <Block id="game-strength" title={text('strength')} note={<Pair of={[sides[0].rating, sides[1].rating]} between=" : " />}>
        <VersusBar name={text('expected')} left={share} right={100 - share} percent />
        <p className={styles.small}>{text('strength_note')}</p>
      </Block>
      <Comparison profiles={[sides[0].profile, sides[1].profile]} sportId={sportId} />
      <Block id="game-meetings" title={text('meetings')}>
        {meetings.games.length === 0 ? <Nothing>{text('no_meetings')}</Nothing> : <MeetingsBar page={page} />}
      </Block>
      {next.length > 0 ? (
        <Block id="game-next" title={text('next_games')}>
          <GameList games={next.slice(0, 4)} teams={teams} sportId={sportId} />
        </Block>
      ) : null}
      {sides.map((side, index) => {
        const id = index === 0 ? game.home : game.away
        return (
          <Block key={id} id={index === 0 ? 'game-last-home' : 'game-last-away'} title={`${text('last_games')}: ${teams[id]?.name ?? ''}`}>
            {side.last.length === 0 ? (
              <Nothing>{text('no_games')}</Nothing>
            ) : (
              <GameList games={side.last.slice(0, 5)} teams={teams} sportId={sportId} teamId={id} />
            )}
          </Block>
        )
      })}
    </div>
  )
}

function Figures({ page: { stats } }: { page: GamePage }) {
  const text = useStatisticsTexts()
  return (
    <Block id="game-figures" title={text('stats')}>
      {stats.map(({ key, values: [left, right] }) => (
        <VersusBar key={key} name={text(`stat_${key}` as 'stat_corners')} left={left} right={right} />
      ))}
    </Block>
  )
}

function MeetingsBar({ page: { meetings, teams, game, championship } }: { page: GamePage }) {
  const text = useStatisticsTexts()
  const { wins1, draws, wins2 } = meetings
  const sum = Math.max(1, wins1 + draws + wins2)
  const percent = (value: number) => Math.round((value / sum) * 100)
  const drawn = mayBeDrawn(championship.sportId) || draws > 0
  const unit = scoreKind(championship.sportId)
  const scores = meetings.games.flatMap(({ score, state }) => (score && state === 'over' ? [score] : []))
  const average = scores.reduce((total, [home, away]) => total + home + away, 0) / Math.max(1, scores.length)
  return (
    <>
      <OutcomeBar
        parts={[
          { key: 'home', name: teams[game.home]?.name ?? '', percent: percent(wins1) },
          ...(drawn ? [{ key: 'draw' as const, name: text('draws_word'), percent: percent(draws) }] : []),
          { key: 'away', name: teams[game.away]?.name ?? '', percent: percent(wins2) },
        ]}
      />
      <p className={styles.small}>
        {[text('wins', { count: wins1 }), ...(drawn ? [text('draws', { count: draws })] : []), text('wins', { count: wins2 })].join(' · ')}
        {unit && scores.length > 0 ? ` · ${text(`average_${unit}`)}: ${Math.round(average * 100) / 100}` : null}
      </p>
    </>
  )
}

function Meetings({ page }: { page: GamePage }) {
  const text = useStatisticsTexts()
  const { meetings, teams, game, championship } = page
  return (
    <Block id="game-h2h" title={text('meetings')} wide>
      {meetings.games.length === 0 ? (
        <Nothing>{text('no_meetings')}</Nothing>
      ) : (
        <>
          <MeetingsBar page={page} />
          <GameList games={meetings.games} teams={teams} sportId={championship.sportId} teamId={game.home} />
        </>
      )}
    </Block>
  )
}
