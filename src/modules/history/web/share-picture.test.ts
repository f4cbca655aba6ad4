// @vitest-environment happy-dom
/** The picture names each outcome with its market and part, and a single has one price. */
import { expect, it } from 'vitest'
import type { Bet } from './bets.ts'
import { drawCard, listedPrices, listedTotal, paidTimes, shownPrices } from './share-picture.ts'

const leg = (title: string, market: string, given: number) =>
  ({ title, market, game: 'Торонто – Эдмонтон · 1-й тайм', given }) as Bet['legs'][number]

function drawn(bet: Bet, results: readonly string[] = []): string[] {
  const written: string[] = []
  const pen = new Proxy({} as Record<string, unknown>, {
    get: (own, name: string) =>
      name in own ? own[name] : name === 'fillText' ? (text: string) => written.push(text) : () => ({ width: 10 }),
  })
  const canvas = document.createElement('canvas')
  canvas.getContext = (() => pen) as never
  drawCard(canvas, bet, { brand: 'Polosa', marked: true, kind: '', price: '', total: '', more: '', rtl: false, prices: [], results })
  return written
}

it('an outcome stands with its market, unless it says it itself, and with the part of the game', () => {
  const words = drawn({ price: '12', legs: [leg('Ничья', 'Исход', 6167), leg('Обе забьют: да', 'Обе забьют', 1900)] } as unknown as Bet)
  expect(words.filter((text) => text !== '')).toEqual([
    'Polosa',
    'Ничья',
    'Исход',
    'Торонто – Эдмонтон · 1-й тайм',
    'Обе забьют: да',
    'Торонто – Эдмонтон · 1-й тайм',
  ])
})

it('a single that an edit has raised has the price of the bet beside its leg as well; legs of others keep theirs', () => {
  const raised = leg('Ничья', 'Исход', 6167)
  expect(shownPrices({ price: '5.709', legs: [raised] })).toEqual([5709])
  expect(shownPrices({ price: '11.7', legs: [raised, leg('Да', 'Исход', 1900)] })).toEqual([6167, 1900])
})

it('of a settled bet it says what became of each leg, and how often the stake was paid: no sum', () => {
  const bet = { price: '12', legs: [leg('Ничья', 'Исход', 6167), leg('Да', 'Исход', 1900)] } as unknown as Bet
  expect(drawn(bet, ['Выигрыш', 'Возврат'])).toEqual(expect.arrayContaining(['Выигрыш', 'Возврат']))
  const of = (status: number, win: bigint | null, sold = 0n) => paidTimes({ status, win, sold, stake: 100_000n, possible: null })
  expect([of(4, 431_967n), of(5, 100_000n), of(2, 0n), of(4, 300_000n, 50_000n)]).toEqual(['×4.319', '×1', '×0', '×3.5'])
  expect([of(1, null), of(8, 90_000n)]).toEqual([null, null])
})

it('the total below an open bet is the product of what it lists; a price that was no product stays as it was agreed', () => {
  const legs = [
    { ...leg('Арсенал', 'Исход', 3695), result: 3 },
    { ...leg('Вест Хэм', 'Исход', 2465), result: null },
  ] as Bet['legs']
  expect(listedPrices({ price: '9.108', legs })).toEqual([1000, 2465])
  expect(listedTotal({ price: '9.108', legs })).toBe(2465)
  expect(listedTotal({ price: '9.108', legs: legs.map((one) => ({ ...one, result: null })) })).toBe(9108)
  // Of one game, and an edited one.
  expect(listedTotal({ price: '6.2', legs })).toBe(6200)
})
