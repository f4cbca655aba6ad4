/** A cricketer: everything added up, then match by match (ST-04). */
import type { PlayerPage } from '../../contract.ts'
import { oversText } from '../../rules/scorecard.ts'
import { BattingTable, BowlingTable } from '../cricket/CricketTables.tsx'
import { Block, Nothing } from '../parts/Block.tsx'
import { Figures } from '../parts/Figures.tsx'
import { GameList } from '../parts/GameList.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { TeamName } from '../parts/TeamName.tsx'
import { useStatisticsTexts } from '../texts.ts'
import { StatisticsTo, useSaidTitle } from '../widget/Widget.tsx'
import styles from '../Statistics.module.css'

export function CricketerView({ page, totals }: { page: PlayerPage; totals: NonNullable<PlayerPage['cricket']> }) {
  const text = useStatisticsTexts()
  const { name, teamId, teams, sportId, games, next = [] } = page
  useSaidTitle(name)
  const batted = games.filter(({ cricket }) => cricket && cricket.batNo > 0)
  const bowled = games.filter(({ cricket }) => cricket && cricket.bowlNo > 0)
  const rowOf = ({ game, cricket }: PlayerPage['games'][number]) => ({
    key: game.id,
    head: (
      <StatisticsTo place={{ view: 'game', sportId, id: game.id, tab: 'main' }} className={styles.link}>
        <bdi>{teams[game.home === teamId ? game.away : game.home]?.name ?? ''}</bdi>
      </StatisticsTo>
    ),
    figures: cricket!,
  })
  return (
    <>
      <PageHead kind={text('view_player')} title={name} country={teams[teamId]?.country}>
        <TeamName id={teamId} teams={teams} sportId={sportId} />
      </PageHead>
      <Figures
        items={[
          [text('cricket_matches'), String(totals.games)],
          [text('cricket_runs'), String(totals.runs)],
          [text('cricket_best'), String(totals.best)],
          [text('cricket_overs'), oversText(totals.bowled)],
          [text('cricket_wickets'), String(totals.wickets)],
        ]}
      />
      <div className={styles.columns}>
        {batted.length > 0 || games.length === 0 ? (
          <Block id="cricketer-batting" title={text('cricket_batting')}>
            {games.length === 0 ? (
              <Nothing>{text('cricket_not_yet')}</Nothing>
            ) : (
              <BattingTable head={text('cricket_opponent')} text={text} rows={batted.map(rowOf)} />
            )}
          </Block>
        ) : null}
        {bowled.length > 0 ? (
          <Block id="cricketer-bowling" title={text('cricket_bowling')}>
            <BowlingTable head={text('cricket_opponent')} text={text} rows={bowled.map(rowOf)} />
          </Block>
        ) : null}
        {next.length > 0 ? (
          <Block id="cricketer-next" title={text('next_games')}>
            <GameList games={next} teams={teams} sportId={sportId} />
          </Block>
        ) : null}
      </div>
    </>
  )
}
