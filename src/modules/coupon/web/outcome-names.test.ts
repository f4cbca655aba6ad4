/** What the page calls an outcome is what the coupon, the history and the receipt call it: two readers of one book. */
import { expect, it } from 'vitest'
import { outcomeName as onPage } from '#modules/line/web/index.ts'
import { allMarketTypes } from '#modules/line/rules/market-book.ts'
import { marketText } from '#modules/line/rules/market-names.ts'
import { outcomeName } from '../rules/outcome-name.ts'

const SIDES = ['Kairat', 'Tobol'] as const
/** Parameters as the wire packs them, by the template of the type (wire 18.2). */
const PACKED: Readonly<Record<number, readonly number[]>> = {
  5: [2.003, 0.001],
  13: [350.015],
  17: [250.03, -100.03],
  39: [30.002],
  41: [1, -2],
  43: [12.065],
}

it.each(['ru', 'en', 'ar'])('every outcome of the book has one name in %s', (lng) => {
  const differ: [string, string][] = []
  for (const type of allMarketTypes()) {
    for (const { t, template, ...names } of type.outcomes) {
      const model = { [type.g]: { N: marketText(type, lng), M: { [t]: { N: marketText(names, lng) } } } }
      for (const p of PACKED[template] ?? [2.5, -1.25, 0]) {
        const outcome = { g: type.g, t, p, player: { id: 7, name: 'Ferero J.' } }
        const seen = onPage(model as never, outcome as never, { side1: SIDES[0], side2: SIDES[1] } as never)
        const kept = outcomeName(type.key, t, { sides: SIDES, p, player: 'Ferero J.' }, lng).outcome
        if (seen !== kept) differ.push([seen, kept])
      }
    }
  }
  expect(differ).toEqual([])
})
