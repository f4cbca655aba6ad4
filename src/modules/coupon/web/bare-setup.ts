import type { Setup } from '../rules/state/index.ts'

/** A quick bet is one single: no kinds, no options, the same money rules. */
export function bare(setup: Setup): Setup {
  return { ...setup, kinds: ['singles'], options: new Set(), boost: null, maxLegs: 1, vipFactor: 0 }
}
