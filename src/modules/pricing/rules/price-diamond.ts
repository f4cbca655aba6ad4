/** Markets of baseball on the grid of final runs and on single innings. */
import { diamondEnds, diamondModel, inningsRow, runRace, winAfterFirst } from './diamond.ts'
import type { DiamondModel, DiamondState } from './diamond.ts'
import { firstRunAndWin, lastRunHome } from './run-order.ts'
import { keysOf, offeredKeys } from './engines.ts'
import type { GameFacts } from './game-facts.ts'
import { aheadProbability, productGrid } from './goals/count-grid.ts'
import { linesAround } from './lines.ts'
import type { PriceInput } from './price-input.ts'
import { priceScoreMarket, putLines, scoreScope } from './score-markets.ts'
import { addPair, addSet, openMarket, openSheet, outcome } from './sheet.ts'
import type { PricedMarket, Sheet } from './sheet.ts'

const REGULAR = 9
const OUTS = 3

interface Diamond {
  input: PriceInput
  facts: GameFacts
  model: DiamondModel
  state: DiamondState
  /** The inning in play has had its last out, though its end is not told yet. */
  isInningOver: boolean
}

const models = new WeakMap<PriceInput['model'], DiamondModel>()

function modelOf(model: PriceInput['model']): DiamondModel {
  let known = models.get(model)
  if (!known) models.set(model, (known = diamondModel(model.supremacy, model.total, model.extra['nbR'])))
  return known
}

function diamondOf(input: PriceInput, facts: GameFacts): Diamond {
  const full = facts.counts.get('full')!
  const phase = /^inn(\d+)([ab]?)$/.exec(facts.phase)
  const running = facts.stage === 'running' && phase !== null
  const outs = facts.stats['outs'] ?? [0, 0]
  const state = {
    h: full.h,
    a: full.a,
    inning: running ? Number(phase[1]) : Math.min(REGULAR, Math.max(1, facts.segment + (facts.pause ? 1 : 0))),
    bottom: running && phase[2] === 'b',
    left: running ? 1 - Math.min(OUTS, outs[0] + outs[1]) / OUTS : 1,
  }
  return { input, facts, model: modelOf(input.model), state: afterOuts(state), isInningOver: state.bottom && state.left === 0 }
}

/** After the third out the next half inning is what comes, though the end of this one is not told yet. */
function afterOuts(state: DiamondState): DiamondState {
  if (state.left > 0) return state
  return { ...state, inning: state.inning + (state.bottom ? 1 : 0), bottom: !state.bottom, left: 1 }
}

/** The home side is ahead when nobody but it has to bat, or somebody is after nine whole innings or more. */
function isDecided({ state: { h, a, inning, bottom }, isInningOver }: Diamond): boolean {
  if (bottom) return inning >= REGULAR && h > a
  // What the visitors have scored in an inning that is on its way the home side may still answer.
  return inning > REGULAR && (isInningOver ? h !== a : h > a)
}

export function priceDiamond(input: PriceInput, facts: GameFacts, out: PricedMarket[], only?: ReadonlySet<string>): void {
  if (facts.counts.get('full')!.done) return
  const diamond = diamondOf(input, facts)
  if (facts.stage === 'running' && isDecided(diamond)) return
  const live = facts.stage === 'running'
  if (!input.parts || input.parts.includes('full')) {
    const { grid, extra } = diamondEnds(diamond.model, diamond.state)
    const sheet = openSheet('full', input.margins, live, out)
    const scope = scoreScope(grid, input.top)
    for (const key of offeredKeys(input.sportId, 'match', false, input.top)) {
      if (only && !only.has(key)) continue
      if (key === 'result_2way') addPair(sheet, openMarket(sheet, key), outcome(1), outcome(3), aheadProbability(grid))
      else if (key === 'handicap') {
        // Nobody ends level: lines inside one run are the winner again.
        const lines = linesAround(scope.difference, input.top ? 3 : 2, 1, 0.5).filter(({ line }) => Math.abs(line) > 1)
        putLines(sheet, key, 7, 8, lines, true)
      } else if (!priceScoreMarket(sheet, scope, key)) priceOfInnings(diamond, sheet, key, extra)
    }
  }
  if (!only) priceParts(diamond, out)
}

function priceOfInnings({ facts, model, state }: Diamond, sheet: Sheet, key: string, extra: number): void {
  const begun = state.inning > 1 || state.bottom || state.left < 1 || state.h + state.a > 0
  switch (key) {
    case 'extra_inning':
      if (state.inning <= REGULAR) addPair(sheet, openMarket(sheet, key), outcome(1521), outcome(1522), extra)
      return
    case 'run_in_inning': {
      const none = inningsRow(model.home, model.r, 1)[0]! * inningsRow(model.away, model.r, 1)[0]!
      const first = begun ? state.inning + 1 : 1
      for (let n = first; n < REGULAR; n++) {
        addPair(sheet, openMarket(sheet, key, `n=${n}`, n === first), outcome(1517, n), outcome(1518, n), 1 - none)
      }
      return
    }
    case 'inning_match':
      if (!begun) inningAndMatch(model, sheet, key)
      return
    case 'first_run_and_win': {
      if (state.h + state.a > 0 || state.inning > REGULAR) return
      const [home, away] = firstRunAndWin(model, state)
      const market = openMarket(sheet, key)
      addPair(sheet, market, outcome(1531), outcome(1532), home)
      addPair(sheet, market, outcome(1533), outcome(1534), away)
      return
    }
    case 'last_run': {
      const last = facts.incidents.findLast(({ type }) => type === 'run')
      // Without the runs in order nobody knows who scored last.
      if (state.inning > REGULAR || (state.h + state.a > 0 && !last)) return
      addPair(sheet, openMarket(sheet, key), outcome(1526), outcome(1527), lastRunHome(model, state, last?.side === 'home'))
      return
    }
    case 'race_to_runs':
      for (const target of [3, 5]) {
        if (Math.max(state.h, state.a) >= target) continue
        addSet(
          sheet,
          openMarket(sheet, key, `n=${target}`, target === 3),
          [1973, 1974, 1975].map((t) => outcome(t, target)),
          runRace(model, state, target),
        )
      }
      return
    default:
  }
}

/** Leads of the first inning beyond this count as it. */
const MOST_LEAD = 6

function inningAndMatch(model: DiamondModel, sheet: Sheet, key: string): void {
  const home = inningsRow(model.home, model.r, 1)
  const away = inningsRow(model.away, model.r, 1)
  const leads = new Map<number, number>()
  for (const [y, q] of home.entries()) {
    for (const [x, p] of away.entries()) {
      const lead = Math.max(-MOST_LEAD, Math.min(MOST_LEAD, y - x))
      leads.set(lead, (leads.get(lead) ?? 0) + p * q)
    }
  }
  const p = [0, 0, 0, 0, 0, 0]
  const wins = winAfterFirst(model, [...leads.keys()])
  for (const [n, [lead, chance]] of [...leads].entries()) {
    const row = lead > 0 ? 0 : lead === 0 ? 2 : 4
    p[row]! += chance * wins[n]!
    p[row + 1]! += chance * (1 - wins[n]!)
  }
  addSet(
    sheet,
    openMarket(sheet, key),
    [3604, 3605, 3606, 3608, 3607, 3609].map((t) => outcome(t)),
    p,
  )
}

/** Innings that both sides are sure to bat in, and the first five. */
function priceParts({ input, facts, model, state }: Diamond, out: PricedMarket[]): void {
  const live = facts.stage === 'running'
  const keys = keysOf(input.sportId, 'part', true)
  const most = live ? state.inning + 1 : input.top ? REGULAR - 1 : 1
  const parts = Array.from({ length: REGULAR - 1 }, (_, k) => ({ part: `inn${k + 1}`, from: k + 1, to: k + 1 })).filter(
    ({ to }) => to <= most,
  )
  for (const { part, from, to } of [...parts, { part: 'inn15', from: 1, to: 5 }]) {
    const count = facts.counts.get(part)
    if (!count || count.done || (input.parts && !input.parts.includes(part))) continue
    if (live && state.inning > to) continue
    const whole = Math.max(0, to - Math.max(from - 1, live ? state.inning : 0))
    const now = live && state.inning >= from && state.inning <= to
    const away = whole + (now && !state.bottom ? state.left : 0)
    const home = whole + (now ? (state.bottom ? state.left : 1) : 0)
    const grid = productGrid(count.h, count.a, inningsRow(model.home, model.r, home), inningsRow(model.away, model.r, away))
    const scope = scoreScope(grid, false)
    const sheet = openSheet(part, input.margins, live, out)
    for (const key of keys) priceScoreMarket(sheet, scope, key)
  }
}
