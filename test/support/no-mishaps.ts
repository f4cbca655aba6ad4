/** A world in which every game is played when it was announced. */
import type { Mishaps } from '#modules/world/rules/fate.ts'

export const NO_MISHAPS: Mishaps = { worldMishaps: false, moved: 0, cancelled: 0 }
