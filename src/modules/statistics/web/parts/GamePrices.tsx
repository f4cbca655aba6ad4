/** Prices of who wins; a press goes to the coupon of the site around this window (CP-45, ST-19). */
import { useEffect, useState } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import { useApi, type ApiQuery } from '#platform/web/query.ts'
import { selectionKey } from '#platform/web/selection.tsx'
import { PriceCell } from '#ui/PriceCell.tsx'
import { feed, readCard, type LineGame, type Outcome } from '#modules/line/web/index.ts'
import { useStatisticsTexts } from '../texts.ts'
import { useWidget } from '../widget/Widget.tsx'
import { Block } from './Block.tsx'
import styles from '../Statistics.module.css'

const POLL_MS = 5_000
/** Outcome types of who wins, with and without a draw, in the order of a row. */
type Row = readonly (readonly [type: number, sign: 'price_1' | 'price_x' | 'price_2'])[]
const ROWS: readonly Row[] = [
  [
    [1, 'price_1'],
    [2, 'price_x'],
    [3, 'price_2'],
  ],
  [
    [401, 'price_1'],
    [402, 'price_2'],
  ],
]

function cardQuery(kind: 1 | 3, lng: string, id: number): ApiQuery<LineGame | null> {
  return {
    method: 'GET',
    path: feed(kind, 'GetGameZip'),
    query: { lng, id, GroupEvents: true, grMode: 4, countevents: 40 },
    read: readCard,
    staleMs: 2_000,
    pollMs: POLL_MS,
  }
}

export function GamePrices({ ci, kind }: { ci: number; kind: 1 | 3 }) {
  const text = useStatisticsTexts()
  const { lng } = useSite()
  const { host } = useWidget()
  const game = useApi(cardQuery(kind, lng, ci)).data
  // Who stands around this page is known in the browser only.
  const [alone, setAlone] = useState(false)
  useEffect(() => setAlone(!host.present()), [host])
  const outcomes = (game?.groups ?? []).flatMap(({ columns }) => columns.flat())
  const rows = ROWS.map((one) =>
    one.flatMap(([type, sign]) => {
      const outcome = outcomes.find(({ t, p, gameId }) => t === type && p === 0 && gameId === game?.i)
      return outcome ? [{ outcome, sign }] : []
    }),
  )
  // One market only: side 1 of another beside it would look like a third way to end.
  const row = rows.find((one) => one.length > 1) ?? []
  const { watch } = useWidget()
  const isHidden = useHiddenSports()
  const keys = row.map(({ outcome }) => keyOf(outcome)).join()
  useEffect(() => {
    if (keys) watch(keys.split(','))
  }, [keys, watch])
  if (!game || row.length === 0 || isHidden(game.sportId, game.kind)) return null
  return (
    <Block id="game-prices" title={text('prices')}>
      <div className={styles.prices}>
        {row.map(({ outcome, sign }) => (
          <WidgetPrice key={outcome.key} outcome={outcome} game={game} sign={text(sign)} />
        ))}
      </div>
      <p className={styles.small}>{text(alone ? 'no_site' : 'price_add')}</p>
    </Block>
  )
}

function keyOf({ gameId, t, p, player }: Outcome): string {
  return selectionKey({ gameId, type: t, param: p, playerId: player?.id ?? 0 })
}

function WidgetPrice({ outcome, game, sign }: { outcome: Outcome; game: LineGame; sign: string }) {
  const text = useStatisticsTexts()
  const { bets, sendBet } = useWidget()
  const state = bets[keyOf(outcome)] ?? 'none'
  const press = () =>
    sendBet({
      gameId: outcome.gameId,
      constId: game.ci,
      type: outcome.t,
      param: outcome.p,
      playerId: outcome.player?.id ?? 0,
      price: outcome.price,
      kind: game.kind,
      sportId: game.sportId,
      champId: game.champId,
      names: { side1: game.side1, side2: game.side2, champ: game.champ, market: text('prices'), outcome: sign, period: game.partName },
      startsAt: game.startsAt,
    })
  return (
    <PriceCell
      state={state === 'selected' ? 'selected' : outcome.open ? 'normal' : 'locked'}
      price={outcome.price}
      name={`${sign}, ${game.side1} – ${game.side2}`}
      caption={sign}
      layout="wide"
      elsewhere={state === 'elsewhere'}
      onPress={press}
      outcome={outcome.key}
    />
  )
}
