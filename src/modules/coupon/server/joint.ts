/** Outcomes of one game in one bet: their price together and, in words, what cannot be combined (rules 7.4, XT-07). */
import { setImmediate } from 'node:timers/promises'
import type { BookGame } from '#modules/line/rules/book.ts'
import { createJointPricing, DEFAULT_MARGINS, type JointPricing, type MarginTable } from '#modules/pricing/server/index.ts'
import type { JointFault, JointLeg } from '#modules/pricing/rules/joint/joint-price.ts'
import { unreachable } from '#lib/assert.ts'
import type { Milli } from '#lib/price.ts'
import type { Clock } from '#lib/time.ts'
import { problem } from '#platform/shared/problem.ts'
import type { LineReader, Selection } from '../rules/selection.ts'
import { findPlaced, type BookAccess } from './book-reader.ts'
import type { JointCheck, JointPort } from './ports.ts'

export interface JointDeps {
  line: Pick<BookAccess, 'byI'>
  reader: LineReader
  clock: Clock
  margins?: MarginTable
  /** Texts of this module. */
  text(lng: string, key: string, params?: Record<string, string | number>): string
}

/** More outcomes of one game than this are not one bet. */
const MOST_LEGS = 12

const CANDIDATES_A_TURN = 20

type Words = { key: string; params?: Record<string, string | number> }

export function createJoint({ line, reader, clock, margins = DEFAULT_MARGINS, text }: JointDeps): JointPort {
  const pricing = createJointPricing({ clock, margins })
  const asked: Asked = {
    pricing,
    reader,
    legOf: (selection) => legOf(line, selection),
    nameOf: ({ gameId, t, p, playerId }, lng) => reader.names(gameId, t, p, playerId, lng).outcome,
    say: (lng, { key, params }) => text(lng, `coupon:problem_same_game_${key}`, params),
  }
  return {
    check(selections, lng) {
      const { price, words, conflicts } = check(asked, selections, lng)
      return { price, reason: words && asked.say(lng, words), conflicts }
    },
    price(selections, lng) {
      const { price, words } = check(asked, selections, lng)
      if (price !== null) return price
      const { key, params } = words ?? { key: 'sport' }
      return problem(`coupon.same_game_${key}`, { wire: 161_627, field: 'Events', ...(params ? { params } : {}) })
    },
    candidates: (chosen, candidates, lng) => reasonsOf(asked, chosen, candidates, lng),
  }
}

interface Asked {
  pricing: JointPricing
  reader: LineReader
  legOf(selection: Selection): FoundLeg | null
  nameOf(selection: Selection, lng: string): string
  say(lng: string, words: Words): string
}

interface FoundLeg {
  game: BookGame
  leg: JointLeg
}

function legOf(line: JointDeps['line'], selection: Selection): FoundLeg | null {
  const found = findPlaced(line, selection)
  if (!found) return null
  const { game, part, market, outcome } = found
  const { t, p, playerId, price } = outcome
  return { game, leg: { part: part.part, key: market.key, spec: market.spec, t, p, playerId, price } }
}

/** What is against the outcomes before any model is asked. */
function firstFault({ reader, nameOf }: Asked, selections: readonly Selection[], lng: string): Words | null {
  if (selections.length < 2 || selections.length > MOST_LEGS) return { key: 'size', params: { min: 2, max: MOST_LEGS } }
  const main = reader.findGame(selections[0]!.gameId)?.mainGameId
  const other = selections.find(({ gameId }) => reader.findGame(gameId)?.mainGameId !== main)
  return main === undefined || other ? { key: 'foreign', params: { outcome: nameOf(other ?? selections[0]!, lng) } } : null
}

interface Checked {
  price: Milli | null
  words: Words | null
  conflicts: JointCheck['conflicts']
}

function check(asked: Asked, selections: readonly Selection[], lng: string): Checked {
  const against = firstFault(asked, selections, lng)
  if (against) return { price: null, words: against, conflicts: [] }
  const legs = selections.flatMap((selection) => asked.legOf(selection) ?? [])
  const [first] = legs
  if (!first || legs.length !== selections.length) return { price: null, words: { key: 'unknown' }, conflicts: [] }
  const found = asked.pricing.price(
    first.game,
    legs.map(({ leg }) => leg),
  )
  const worded = found.faults.map((fault) => ({ fault, words: wordsOf(asked, fault, selections, null, lng) }))
  return {
    price: found.price,
    words: worded[0]?.words ?? null,
    conflicts: worded.flatMap(({ fault, words }) => ('b' in fault ? [{ a: fault.a, b: fault.b, reason: asked.say(lng, words) }] : [])),
  }
}

async function reasonsOf(
  asked: Asked,
  chosen: readonly Selection[],
  candidates: readonly Selection[],
  lng: string,
): Promise<(string | null)[]> {
  const main = asked.reader.findGame(chosen[0]?.gameId ?? 0)?.mainGameId
  const legs = chosen.flatMap((selection) => asked.legOf(selection) ?? [])
  const [first] = legs
  if (!first || legs.length !== chosen.length || main === undefined) return candidates.map(() => asked.say(lng, { key: 'sport' }))
  const reasons: (string | null)[] = []
  for (let from = 0; from < candidates.length; from += CANDIDATES_A_TURN) {
    // Hundreds of outcomes on thousands of states take a while: other calls go in between.
    if (from > 0) await setImmediate()
    const found = candidates.slice(from, from + CANDIDATES_A_TURN).map((candidate) => ({
      candidate,
      leg: asked.reader.findGame(candidate.gameId)?.mainGameId === main ? asked.legOf(candidate) : null,
    }))
    const faults = asked.pricing.join(
      first.game,
      legs.map(({ leg }) => leg),
      found.flatMap(({ leg }) => (leg ? [leg.leg] : [])),
    )
    for (const { candidate, leg } of found) {
      const fault = leg ? faults.shift() : null
      const other = { key: 'foreign', params: { outcome: asked.nameOf(candidate, lng) } }
      const words = leg ? fault && wordsOf(asked, fault, chosen, candidate, lng) : other
      reasons.push(words ? asked.say(lng, words) : null)
    }
  }
  return reasons
}

/** −1 names the candidate. */
function wordsOf(asked: Asked, fault: JointFault, selections: readonly Selection[], candidate: Selection | null, lng: string): Words {
  const name = (at: number): string => asked.nameOf(at < 0 && candidate ? candidate : selections[at]!, lng)
  switch (fault.kind) {
    case 'sport':
    case 'unlikely':
      return { key: fault.kind }
    case 'market':
    case 'refund':
      return { key: fault.kind, params: { outcome: name(fault.a) } }
    case 'impossible':
    case 'nested':
      return { key: fault.kind, params: { a: name(fault.a), b: name(fault.b) } }
    default:
      return unreachable(fault, 'fault')
  }
}
