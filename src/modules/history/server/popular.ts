/**
 * Outcomes that most players have bet on lately (XT-29): what the house suggests is what others choose, never what
 * somebody has lost on. Counted at most once a minute, from the newest bets of the brand only.
 */
import { sql } from 'kysely'
import { wirePrice } from '#lib/price.ts'
import { HOUR, MINUTE, unixSeconds, type Clock } from '#lib/time.ts'
import { selectionFault } from '#modules/coupon/rules/selection.ts'
import type { LineReader } from '#modules/coupon/server/index.ts'
import { firstIdAt } from '#modules/ledger/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'

const WITHIN_MS = 6 * HOUR
const MOST_BETS = 2_000
const COUNTED = 60
const SHOWN = 3
/** What fewer players than this have chosen is not popular, and would tell of them. */
const LEAST_PLAYERS = 2

interface Counted {
  ci: number
  t: number
  p: number
  player_id: number
  players: number
}

export interface PopularRow {
  GameId: number
  GameConstId: number
  Type: number
  Param: number
  PlayerId: number
  Coef: number
  Kind: 1 | 3
  SportId: number
  ChampId: number
  Start: number
  Opp1: string
  Opp2: string
  Champ: string
  Market: string
  Outcome: string
  Period: string
  Players: number
}

export function createPopular({ db, clock, line }: { db: Db; clock: Clock; line: LineReader }): (ctx: Ctx) => Promise<PopularRow[]> {
  const counted = new Map<string, { at: number; rows: Promise<Counted[]> }>()

  function count(brand: string): Promise<Counted[]> {
    const now = clock.now()
    const known = counted.get(brand)
    if (known && now - known.at <= MINUTE) return known.rows
    const rows = listCounted(db, brand, now)
    counted.set(brand, { at: now, rows })
    rows.catch(() => counted.delete(brand))
    return rows
  }

  return async ({ brand, lng }) => {
    const shown: PopularRow[] = []
    const games = new Set<number>()
    for (const { ci, t, p, player_id: playerId, players } of await count(brand)) {
      const game = line.findByConstant(ci)
      const outcome = game && line.findOutcome(game.gameId, t, p, playerId)
      if (!game || !outcome || games.has(game.mainCi)) continue
      const selection = { gameId: game.gameId, t, p, playerId, kind: game.kind, price: outcome.price }
      if (selectionFault(selection, line, clock.now())) continue
      games.add(game.mainCi)
      const names = line.names(game.gameId, t, p, playerId, lng)
      shown.push({
        GameId: game.gameId,
        GameConstId: game.mainCi,
        Type: t,
        Param: p,
        PlayerId: playerId,
        Coef: wirePrice(outcome.price),
        Kind: game.kind,
        SportId: game.sportId,
        ChampId: game.championshipId,
        Start: unixSeconds(game.startsAt),
        Opp1: names.opp1,
        Opp2: names.opp2,
        Champ: names.championship,
        Market: names.group,
        Outcome: names.outcome,
        Period: names.periodName,
        Players: players,
      })
      if (shown.length === SHOWN) break
    }
    return shown
  }
}

/** Outcomes of the newest bets by how many players chose them; P as on the wire. */
async function listCounted(db: Db, brand: string, now: number): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    SELECT l.ci, l.t, l.p, l.pl AS player_id, count(DISTINCT b.player_id)::integer AS players
    FROM (
      SELECT n.id, n.player_id FROM bet n JOIN player o ON o.id = n.player_id AND o.brand = ${brand}
      WHERE n.id > ${firstIdAt(now - WITHIN_MS)} ORDER BY n.id DESC LIMIT ${sql.lit(MOST_BETS)}
    ) b
    JOIN bet_receipt r ON r.bet_id = b.id
    CROSS JOIN LATERAL jsonb_to_recordset(r.receipt::jsonb -> 'legs') AS l(ci integer, t integer, p double precision, pl integer)
    GROUP BY 1, 2, 3, 4 HAVING count(DISTINCT b.player_id) >= ${sql.lit(LEAST_PLAYERS)}
    ORDER BY players DESC, max(b.id) DESC LIMIT ${sql.lit(COUNTED)}`.execute(db)
  return rows
}
