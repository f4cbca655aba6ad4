/** The product's way: messages into the live store, one subscription a cell, the kit's price cell. */
import { memo } from 'react'
import { createRoot } from 'react-dom/client'
import type { Milli } from '#lib/price.ts'
import { liveKey, liveStore, useLive } from '#platform/web/live-store.ts'
import { PriceCell } from '#ui/PriceCell.tsx'
import { usePriceDirection } from '#ui/price-direction.ts'
import { UiSettingsProvider, type UiSettings } from '#ui/settings.tsx'
import '#ui/styles.css'
import './page.css'
import { firstPrice, GAMES, PRICES, startChanges } from './changes.tsx'

const Cell = memo(function Cell({ game, n }: { game: number; n: number }) {
  const price = useLive<readonly [Milli]>(liveKey(`row:${game}`, String(n)))?.[0] ?? firstPrice(game, n)
  const moved = usePriceDirection(price)
  return <PriceCell state={moved ?? 'normal'} price={price} name={`П${n}, ${game}`} layout="cell" tabIndex={-1} />
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
