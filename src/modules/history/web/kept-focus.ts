/** The keyboard keeps its place among bets and orders: a sale or a cancelled order takes its button away. */
import { keepFocusAmong } from '#platform/web/kept-focus.ts'

export const keepFocus = keepFocusAmong({
  cards: 'li[data-bet], li[data-order], section[data-press]',
  nameOf: ({ dataset }) => dataset['bet'] ?? dataset['order'],
})
