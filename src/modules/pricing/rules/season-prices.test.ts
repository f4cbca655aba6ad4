import { describe, expect, it } from 'vitest'
import { worldCatalogue } from '#modules/world/rules/catalogue.ts'
import { NO_MISHAPS } from '../../../../test/support/no-mishaps.ts'
import { outrightChampionships, Outrights } from '#modules/world/rules/outrights.ts'
import { MATCH_MS, matchesOf } from '#modules/world/rules/seasons.ts'
import { parseOutcomeKey } from '../../../../test/support/outcome-key.ts'
import { DEFAULT_MARGINS } from './margin-table.ts'
import { priceGame } from './price-game.ts'

const SEED = 'seasons'
const DRAWS = { seed: SEED, mishaps: NO_MISHAPS }
const YEAR = 2026
const catalogue = worldCatalogue(SEED)
const byKey = new Map([...catalogue, ...outrightChampionships(catalogue)].map((c) => [c.key, c]))
const outrights = new Outrights(SEED, byKey, NO_MISHAPS)
const FIRST = { outright: 1, top2: 2, top3: 3, top4: 4, top6: 6, top10: 10 } as const

interface Side {
  points: number
  left: number
}

/** The table of a league after so many rounds, as it stands when the last of their matches is over. */
function tableAfter(key: string, rounds: number): { now: number; table: Side[] } {
  const league = byKey.get(key)!
  const matches = matchesOf(DRAWS, league, YEAR).toSorted((a, b) => a.at - b.at)
  const now = matches[Math.min(matches.length, rounds * Math.floor(league.competitors.length / 2)) - 1]!.at + MATCH_MS
  const table = league.competitors.map(() => ({ points: 0, left: 0 }))
  for (const { home, away, at, score } of matches) {
    const [one, two] = [table[home]!, table[away]!]
    if (at + MATCH_MS > now) {
      one.left++
      two.left++
      continue
    }
    const margin = Math.sign(score[0] - score[1])
    one.points += [0, 1, 3][margin + 1]!
    two.points += [3, 1, 0][margin + 1]!
  }
  return { now, table }
}

function priced(ref: string, now: number) {
  const one = outrights.get(ref)!
  return priceGame({
    sportId: 1,
    kind: 'outright',
    status: 'scheduled',
    model: { supremacy: 0, total: one.sides.length, rho: 0, extra: one.extraAt(now) },
    margins: DEFAULT_MARGINS,
    top: true,
    runners: one.sides.map((_, n) => ({ id: n + 1, strength: 0, number: n + 1 })),
  })
}

type Markets = ReturnType<typeof priced>
/** By the number of the side. */
const outcomesOf = (markets: Markets, key: string, type?: number) => {
  const found = markets.find((market) => market.key === key)?.outcomes ?? []
  return found.filter((one) => type === undefined || parseOutcomeKey(one.key).t === type)
}
const implied = (price: number | undefined) => (price === undefined ? 0 : 1000 / price)

/** Whether a side is or is not among the first k whatever the matches to come bring; undefined when it is open. */
function decided(table: readonly Side[], own: Side, k: number, up: boolean): boolean | undefined {
  const most = (side: Side) => side.points + 3 * side.left
  const others = table.filter((side) => side !== own)
  const surelyBefore = others.filter((side) => (up ? side.points > most(own) : most(side) < own.points)).length
  const perhapsBefore = others.filter((side) => (up ? most(side) >= own.points : side.points <= most(own))).length
  return surelyBefore >= k ? false : perhapsBefore < k ? true : undefined
}

const CASES = ['br.br1', 'es.1-liga', 'de.1-bundesliga', 'gb-eng.2-championship', 'gb-sct.sco1', 'by.by1', 'gr.gr1'].flatMap((key) => {
  const league = byKey.get(key)!
  const rounds = Math.ceil(matchesOf(DRAWS, league, YEAR).length / Math.floor(league.competitors.length / 2))
  return [1, Math.floor(rounds / 2), rounds - 2, rounds - 1, rounds].map((round) => [key, round] as const)
})

describe('long-term prices of a table', () => {
  it.each(CASES)('%s after %i rounds: nothing decided is sold, and nothing costs less than it pays', (key, round) => {
    const { now, table } = tableAfter(key, round)
    const winner = priced(`o:${key}:${YEAR}:winner`, now)
    const down = priced(`o:${key}:${YEAR}:relegation`, now)
    const last = table.length >= 18 ? 3 : 2
    const asked = [...Object.entries(FIRST).map(([name, k]) => [winner, name, k, true] as const), [down, 'outright', last, false] as const]
    for (const [markets, name, k, up] of asked) {
      const outcomes = outcomesOf(markets, name)
      if (outcomes.length === 0) continue
      expect(outcomes.reduce((sum, { prob }) => sum + prob, 0)).toBeCloseTo(k, 2)
      let whole = 0
      outcomes.forEach(({ prob, price }, n) => {
        const known = decided(table, table[n]!, k, up)
        if (known !== undefined) expect(price, `${name} of ${n} is ${known}`).toBeUndefined()
        if (price !== undefined) expect(implied(price)).toBeGreaterThanOrEqual(prob - 1e-9)
        whole += price === undefined ? prob : implied(price)
      })
      expect(whole).toBeGreaterThanOrEqual(k - 0.005)
    }
    for (const markets of [winner, down]) {
      const [yes, no] = [outcomesOf(markets, 'outright_yes_no', 835), outcomesOf(markets, 'outright_yes_no', 836)]
      expect(yes).toHaveLength(table.length)
      yes.forEach(({ price }, n) => {
        expect(price === undefined).toBe(no[n]!.price === undefined)
        if (price !== undefined) expect(implied(price) + implied(no[n]!.price)).toBeGreaterThan(1)
      })
    }
  })

  it.each(CASES)('%s after %i rounds: more places are never less likely nor longer', (key, round) => {
    const markets = priced(`o:${key}:${YEAR}:winner`, tableAfter(key, round).now)
    const rows = Object.keys(FIRST).flatMap((name) => {
      const outcomes = outcomesOf(markets, name)
      return outcomes.length > 0 ? [outcomes] : []
    })
    for (let k = 1; k < rows.length; k++)
      rows[k]!.forEach(({ prob, price }, n) => {
        const fewer = rows[k - 1]![n]!
        expect(prob).toBeGreaterThanOrEqual(fewer.prob)
        if (price !== undefined && fewer.price !== undefined) expect(price).toBeLessThanOrEqual(fewer.price * 1.01)
      })
  })

  it.each(CASES.filter(([key, round]) => round > 20 && key !== 'gb-sct.sco1'))(
    '%s after %i rounds: prices follow the table',
    (key, round) => {
      const { now, table } = tableAfter(key, round)
      const [up, down] = ['winner', 'relegation'].map((kind) => priced(`o:${key}:${YEAR}:${kind}`, now))
      const most = Math.max(...table.map((side) => side.left))
      table.forEach((one, a) =>
        table.forEach((two, b) => {
          // A lead that the matches to come hardly undo.
          if (one.points - two.points <= 3 * most) return
          for (const name of Object.keys(FIRST)) {
            const outcomes = outcomesOf(up!, name)
            if (outcomes.length > 0) expect(outcomes[a]!.prob).toBeGreaterThanOrEqual(outcomes[b]!.prob)
          }
          const outcomes = outcomesOf(down!, 'outright')
          expect(outcomes[a]!.prob).toBeLessThanOrEqual(outcomes[b]!.prob)
        }),
      )
      const sold = [up!, down!].flatMap((markets) => markets.flatMap((market) => [market.outcomes.flatMap(({ price }) => price ?? [])]))
      // A floor would give one long price to many.
      for (const prices of sold) {
        const long = prices.filter((price) => price > 3000)
        expect(long.length - new Set(long).size).toBeLessThan(3)
      }
    },
  )

  it.each([1, 19, 36, 37, 38])(
    'of top scorers after %i rounds: who cannot be first any more has no price, who scored more is shorter',
    (round) => {
      const { now } = tableAfter('br.br1', round)
      const markets = priced(`o:br.br1:${YEAR}:scorer`, now)
      const first = outcomesOf(markets, 'outright')
      expect(first.reduce((sum, { prob }) => sum + prob, 0)).toBeCloseTo(1, 3)
      const sold = first.filter(({ price }) => price !== undefined).length
      if (round >= 36) expect(sold).toBeLessThan(15)
      if (round === 1) expect(sold).toBeGreaterThan(15)
      for (const { prob, price } of first) if (price !== undefined) expect(implied(price)).toBeGreaterThanOrEqual(prob)
    },
  )
})
