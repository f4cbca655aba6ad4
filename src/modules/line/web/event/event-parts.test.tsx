import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SiteProvider, type SiteContext } from '#platform/web/features.tsx'
import { startI18n, TextsProvider } from '#platform/web/i18n.ts'
import { cardQuery } from '../model/queries.ts'
import { LIVE, type ChronoRow, type LineGame, type Score } from '../model/types.ts'
import { Tracker } from '../tracker/Tracker.tsx'
import line from '../../../../../locales/en/line.json'
import site from '../../../../../locales/en/site.json'
import { chronoQuery } from './chrono-query.ts'
import { MatchCentre } from './MatchCentre.tsx'
import { Scoreboard } from './Scoreboard.tsx'

const SCORE: Score = {
  sportId: 66,
  total: [0, 7],
  periods: [{ no: 1, home: 0, away: 7 }],
  phase: '1st innings',
  clockSec: null,
  runs: false,
  server: 2,
  points: null,
  stats: [],
}
const GAME = {
  i: 2,
  ci: 1,
  kind: LIVE,
  sportId: 66,
  side1: 'One',
  side2: 'Two',
  side1Id: 0,
  side2Id: 0,
  about: '',
  status: '',
  groups: [],
  marks: { tracker: true, stats: false, video: false },
  score: SCORE,
} as unknown as LineGame

const row = (id: number, type: string, kind: number, more: Partial<ChronoRow> = {}): ChronoRow => ({
  id,
  period: 1,
  clockSec: null,
  kind,
  side: 0,
  text: type,
  score: null,
  cancelled: false,
  type,
  amount: 0,
  at: null,
  players: [],
  ...more,
})

/** What the server would send: the queries have been answered. */
function drawn(part: ReactNode, game: LineGame = GAME, rows: readonly ChronoRow[] = []): string {
  const client = new QueryClient()
  for (const query of [chronoQuery('en', game.i), cardQuery(game.kind, 'en', game.ci)]) {
    client.setQueryData(
      [query.path, query.query ?? {}, query.body ?? null],
      query.path.includes('Chrono') ? rowsBody(rows) : { Value: null },
    )
  }
  const context = { lng: 'en', features: {}, config: {} } as unknown as SiteContext
  return renderToStaticMarkup(
    <SiteProvider value={context}>
      <QueryClientProvider client={client}>
        <TextsProvider texts={startI18n({ lng: 'en', units: { line, site } })}>{part}</TextsProvider>
      </QueryClientProvider>
    </SiteProvider>,
  )
}

/** As on the wire, newest first. */
function rowsBody(rows: readonly ChronoRow[]): unknown {
  const H = rows.toReversed().map(({ id, kind, side, text, type, score, at, clockSec, period }) => ({
    Id: id,
    K: kind,
    N: text,
    IT: type,
    ...(side ? { TM: side } : {}),
    ...(score ? { S1: score[0], S2: score[1] } : {}),
    ...(at ? { AT: at } : {}),
    ...(clockSec ? { TS: clockSec, P: period } : {}),
  }))
  return { Value: { H } }
}

const words = (html: string) => html.replace(/<style[^]*?<\/style>|<[^>]+>/g, ' ').replace(/\s+/g, ' ')

it.each([
  [['', '7/3'], '1st innings · 7/3 ·'],
  [['7/3', ''], '1st innings · 7/3 ·'],
  [['15', '40'], '1st innings · 15:40 ·'],
  [['', ''], '1st innings · ('],
] as const)('points %j stand in the head as "%s"', (points, expected) => {
  const game = { ...GAME, score: { ...SCORE, points: [...points] as [string, string] } }
  const said = words(drawn(<Scoreboard game={game} topic="none" />)).replace(/\s*([:/])\s*/g, '$1')
  expect(said).toContain(expected)
  expect(said).not.toMatch(/· :|: ·/)
})

it('the end of a half is of its last minute, in the head and in the course of play', () => {
  const game = (clockSec: number, runs: boolean) => ({ ...GAME, sportId: 1, score: { ...SCORE, sportId: 1, clockSec, runs, phase: '-' } })
  const head = (clockSec: number, runs: boolean) => words(drawn(<Scoreboard game={game(clockSec, runs)} topic="none" />))
  expect([head(2700, false), head(2699, true), head(2765, true)].map((said) => /\S+′/.exec(said)?.[0])).toEqual(['45′', '45′', '45+2′'])
  const rows = [
    row(1, 'goal', 1, { clockSec: 2765 }),
    row(2, 'period_end', 12, { clockSec: 2700 }),
    row(3, 'goal', 1, { clockSec: 2700, period: 2 }),
  ]
  expect(words(drawn(<MatchCentre game={game(2700, false)} topic="none" />, GAME, rows))).toMatch(/46′ goal .*45′ period_end 45\+2′ goal/)
})

it('the board knows the longest word of the names, which are as small as it takes on a phone', () => {
  const game = { ...GAME, side1: 'Real Sociedad', side2: 'Sint-Truiden Vereniging' }
  expect(drawn(<Scoreboard game={game} topic="none" />)).toContain('--letters:10')
})

it('what the server says of the ground and of a recording stands under the board', () => {
  const board = (about: string) => drawn(<Scoreboard game={{ ...GAME, about }} topic="game:1" />)
  expect(board('Venue: Mill Road · Recording')).toContain('>Venue: Mill Road · Recording</p>')
  expect(board('')).not.toContain('Venue')
})

it('statistics have a heading only where there are any', () => {
  const without = drawn(<MatchCentre game={GAME} topic="none" />)
  expect(words(without)).toContain(site.event_no_broadcast)
  expect(words(without)).not.toContain(site.event_stats)
  expect(without).not.toContain(`aria-label="${site.event_stats}"`)
  const stats = [{ id: 29, name: 'Corners', home: 4, away: 2 }]
  expect(words(drawn(<MatchCentre game={{ ...GAME, score: { ...SCORE, stats } }} topic="none" />))).toMatch(/Statistics\s+Corners/)
})

it('the timeline says the score once, where it was made, and shows penalties and rounds', () => {
  const rows = [
    row(1, 'period_start', 11),
    row(2, 'penalty_awarded', 99, { side: 1 }),
    row(3, 'goal', 1, { side: 1, score: [1, 0] }),
    row(4, 'corner', 9, { side: 2, score: [1, 0] }),
    row(5, 'kill', 99, { side: 2, score: [1, 0] }),
    row(6, 'round', 99, { side: 2, score: [1, 0] }),
  ]
  const said = words(drawn(<MatchCentre game={GAME} topic="none" />, GAME, rows))
  expect(said).toMatch(/round Two corner Two goal 1 : 0 One penalty_awarded One period_start/)
  expect(said.match(/1 : 0/g)).toHaveLength(1)
})

it('at half-time the tracker shows no ball and claims no attack', () => {
  const game = { ...GAME, sportId: 1 }
  const first = [row(1, 'period_start', 11), row(2, 'dangerous_attack', 99, { side: 1, at: [88, 40] })]
  const tracker = <Tracker game={game} topic="none" />
  const playing = drawn(tracker, game, first)
  expect(playing).toContain('data-type="dangerous_attack"')
  expect(playing).toMatch(/class="[^"]*zone/)
  expect(words(playing)).toContain('dangerous_attack · One')
  const half = drawn(tracker, game, [...first, row(3, 'period_end', 12)])
  expect(half).not.toContain('data-type')
  expect(half).not.toMatch(/class="[^"]*zone/)
  expect(words(half)).toContain('period_end')
  expect(words(half)).not.toContain('dangerous_attack')
})
