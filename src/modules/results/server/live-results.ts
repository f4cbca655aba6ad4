/** Games that are played now, and how the markets of one game ended, from the book. */
import { unixSeconds } from '#lib/time.ts'
import { wirePrice } from '#lib/price.ts'
import { isOver, KIND_LIVE, type BookGame } from '#modules/line/rules/book.ts'
import { marketTypeOptional } from '#modules/line/rules/market-book.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import { partName, phaseName } from '#modules/line/rules/part-names.ts'
import { sportInfo } from '#modules/line/rules/sport-info.ts'
import { playersOf } from '#modules/line/rules/wire/game.ts'
import { phaseText } from '#modules/line/rules/wire/score.ts'
import { statusWord } from '#modules/line/rules/status-words.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import { byStart, listed, viewOf, type AnswerDeps, type Asked } from '#modules/line/server/index.ts'
import type { GameChange } from '#modules/settlement/server/index.ts'
import { COUNTED, outcomeEnd, pairText, scoreText } from '../rules/score-text.ts'
import type { SettledOutcome } from './store.ts'
import type { Text, WireResult } from './wire-result.ts'

export function liveResults(deps: AnswerDeps, asked: Asked): WireResult[] {
  const { query } = asked
  const view = viewOf(deps, query)
  const games = listed(deps, { ...asked, kind: KIND_LIVE }, { getEmpty: true, virtualSports: true }).filter(({ live }) => live)
  return byStart(games).map((game) => {
    const { live } = game
    const periodName = phaseText(phaseName(live!.phase, game.sportId), view)
    const counted = COUNTED.flatMap(([stat, title]) => {
      const pair = live!.stats[stat]
      return pair ? [{ title: view.text(title), score: pairText(pair) }] : []
    })
    return {
      ...headOf(deps, game, query.lng),
      ...idsOf(game),
      // A race is told by who leads and who came in, not by a score.
      ...(game.type === 'match' ? { score: scoreText(live!.score, live!.periods) } : {}),
      dopInfo: '',
      ...(counted.length ? { hasSubGame: true, subGame: counted } : {}),
      ...(sportInfo(game.sportId).cyber ? { isCyber: true } : {}),
      live: true,
      ...(periodName ? { periodName } : {}),
      ...(live!.clockSec ? { timeSec: live!.clockSec } : {}),
    }
  })
}

function idsOf(game: BookGame): WireResult {
  const [home, away] = game.sides
  return { opp1Ids: home ? [home.id] : [], opp2Ids: away ? [away.id] : [] }
}

function headOf({ book }: AnswerDeps, game: BookGame, lng: string): WireResult {
  const [home, away] = game.sides
  const championship = book.championships.get(game.championshipId)
  const names = game.type === 'match' ? home?.names : (game.about?.title ?? championship?.names)
  return {
    id: game.parts.get('full')?.i ?? 0,
    constId: game.ci,
    sportId: game.sportId,
    champId: game.championshipId,
    champName: nameIn(championship?.names ?? {}, lng),
    opp1: nameIn(names ?? {}, lng),
    ...(game.type === 'match' && away ? { opp2: nameIn(away.names, lng) } : {}),
    dateStart: unixSeconds(game.startsAt),
  }
}

export interface EndedMarket {
  g: number
  gs: number
  part: string
  partName: string
  outcomes: WireResult[]
}

/** Markets of a game of the book that are decided; of a game that is over also those that are not yet. */
export function gameResult(deps: AnswerDeps, game: BookGame, lng: string, text: Text): WireResult & { markets: EndedMarket[] } {
  const players = playersOf(deps.book, game)
  const markets = new Map<string, EndedMarket>()
  for (const part of game.parts.values()) {
    for (const market of part.markets.values()) {
      for (const { t, p, playerId, price, result } of market.outcomes) {
        // A cancellation is above any result and names no outcomes (feeds 4.3).
        const end = market.status === 'cancelled' ? 'void' : outcomeEnd(result?.won, result?.voidFactor ?? 0)
        if (price === 0 || market.g === 0 || (end === 'open' && !isOver(game))) continue
        const row: WireResult = { t, p, result: end, cf: wirePrice(price) }
        if (playerId) Object.assign(row, { playerId, playerName: nameIn(players(playerId) ?? {}, lng) })
        marketIn(markets, { part: part.part, g: market.g, gs: market.gs }, game.sportId, text).outcomes.push(row)
      }
    }
  }
  const score = game.live && game.type === 'match' ? { score: scoreText(game.live.score, game.live.periods) } : {}
  const word = statusWord(game.status, game.statusNote)
  const status = word ? { status: text(`line:${word}`) } : {}
  return { ...headOf(deps, game, lng), ...score, ...status, markets: [...markets.values()] }
}

/** The same from the settled outcomes, once the game has left the book. */
export function settledMarkets(settled: readonly SettledOutcome[], sportId: number, lng: string, text: Text): EndedMarket[] {
  const markets = new Map<string, EndedMarket>()
  for (const { part, market_key, t, p, player_id, player, won, void_halves } of settled) {
    const type = marketTypeOptional(market_key)
    if (!type || type.g === 0) continue
    const row: WireResult = { t, p: p / paramKey(1), result: outcomeEnd(won, void_halves / 2) }
    if (player_id) Object.assign(row, { playerId: player_id, playerName: nameIn(player ?? {}, lng) })
    marketIn(markets, { part, g: type.g, gs: type.gs }, sportId, text).outcomes.push(row)
  }
  return [...markets.values()]
}

/** Each outcome with the corrections of its result; `source` says in words who told them. */
export function withChanges(
  markets: readonly EndedMarket[],
  changes: readonly GameChange[],
  source: (told: string) => string,
): EndedMarket[] {
  const byOutcome = Map.groupBy(changes, (change) => [change.part, change.t, change.p, change.playerId].join('|'))
  return markets.map((market) => ({
    ...market,
    outcomes: market.outcomes.map((outcome) => {
      const found = byOutcome.get([market.part, outcome['t'], paramKey(outcome['p'] as number), outcome['playerId'] ?? 0].join('|'))
      if (!found) return outcome
      return {
        ...outcome,
        changes: found.map((c) => ({ at: unixSeconds(c.at), source: source(c.source), from: endOf(c.from), to: endOf(c.to) })),
      }
    }),
  }))
}

const endOf = (result: GameChange['to']) => outcomeEnd(result?.won, (result?.voidHalves ?? 0) / 2)

function marketIn(
  markets: Map<string, EndedMarket>,
  { part, g, gs }: { part: string; g: number; gs: number },
  sportId: number,
  text: Text,
): EndedMarket {
  const id = `${part}|${g}|${gs}`
  let market = markets.get(id)
  if (!market) markets.set(id, (market = { g, gs, part, partName: partText(part, sportId, text), outcomes: [] }))
  return market
}

function partText(part: string, sportId: number, text: Text): string {
  const { period, type } = partName(part, sportId)
  const words = [type ? text(`line:${type}`) : '', period ? text(`line:${period.key}`, { count: period.count, ordinal: 1 }) : '']
  return words.filter(Boolean).join(', ')
}
