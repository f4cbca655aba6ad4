import type { LineGame } from './types.ts'

export const PRICED = [
  'i',
  'mainId',
  'ci',
  'kind',
  'sportId',
  'champId',
  'champ',
  'side1',
  'side2',
  'partName',
  'startsAt',
  'marks',
] as const satisfies readonly (keyof LineGame)[]
/** What its prices know of a game: nothing that changes while it is played. */
export type PricedGame = Pick<LineGame, (typeof PRICED)[number]>
