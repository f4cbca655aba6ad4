/** The keyboard keeps its place among payments: one that is called off takes its button away. */
import { keepFocusAmong } from '#platform/web/kept-focus.ts'

export const keepFocus = keepFocusAmong({ cards: '[data-payment]', nameOf: ({ dataset }) => dataset['payment'] })
