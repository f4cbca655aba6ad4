/** The product's way: messages into the live store, and the kit's live price cells that watch their keys. */
import { memo, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { liveSource } from '#platform/web/live-price.ts'
import { liveKey, liveStore } from '#platform/web/live-store.ts'
import { LivePriceCell } from '#ui/PriceCell.tsx'
import { UiSettingsProvider, type UiSettings } from '#ui/settings.tsx'
import '#ui/styles.css'
import './page.css'
import { firstPrice, GAMES, PRICES, startChanges } from './changes.tsx'

const nothing = () => {}

const Cell = memo(function Cell({ game, n }: { game: number; n: number }) {
  const source = useMemo(() => {
    const first = { price: firstPrice(game, n), lock: null }
    return liveSource([liveKey(`row:${game}`, String(n))], first, (read) => {
      const live = read<readonly [number]>(0)
      return live ? { price: live[0], lock: null } : first
    })
  }, [game, n])
  return <LivePriceCell source={source} name={`П${n}, ${game}`} layout="cell" tabIndex={-1} onPress={nothing} />
})

const Row = memo(function Row({ game }: { game: number }) {
  return (
    <div className="bench-row">
      <span className="bench-name">{`Арден Сити ${game} – Харбор Юнайтед ${game}`}</span>
      {Array.from({ length: PRICES }, (_, n) => (
        <span key={n} className="bench-cell">
          <Cell game={game} n={n} />
        </span>
      ))}
    </div>
  )
})

const ui: UiSettings = { text: (key, params) => (params ? `${key} ${Object.values(params).join(' ')}` : key), lng: 'ru', priceView: 0 }

createRoot(document.querySelector('#root')!).render(
  <UiSettingsProvider value={ui}>
    {Array.from({ length: GAMES }, (_, game) => (
      <Row key={game} game={game} />
    ))}
  </UiSettingsProvider>,
)

const versions = new Map<number, number>()
for (let game = 0; game < GAMES; game += 1) {
  liveStore.apply({
    topic: `row:${game}`,
    from: 0,
    version: 1,
    values: Object.fromEntries(Array.from({ length: PRICES }, (_, n) => [n, [firstPrice(game, n)]])),
  })
  versions.set(game, 1)
}
startChanges((game, n, price) => {
  const from = versions.get(game)!
  versions.set(game, from + 1)
  liveStore.apply({ topic: `row:${game}`, from, version: from + 1, values: { [n]: [price] } })
})
