/** What the feed asks about bets after a restart, so that outcomes which are no longer offered get their result too. */
import { sql } from 'kysely'
import { MINUTE } from '#lib/time.ts'
import type { OpenBets, OpenOutcome } from '#modules/feeds/server/index.ts'
import { firstIdAt } from '#modules/ledger/server/index.ts'
import { allMarketTypes, currentType, type MarketType } from '#modules/line/rules/market-book.ts'
import { outcomeKey } from '#modules/line/rules/param.ts'
import { hasParam, likeOfMarket, specOfParam } from '#modules/line/rules/spec-of-param.ts'
import { belongsTo } from '#modules/settlement/rules/market-outcomes.ts'
import type { Db } from '#platform/server/db.ts'

const PARAM_STEP = 10_000
const LINE = 3
/** A bet gets its number so long before it is accepted, at the most. */
const ON_WAY_MS = MINUTE

interface Row {
  ci: number
  t: number
  p: number
  player_id: number
}

export function openBetsOf(db: Db): OpenBets {
  return {
    async list(cis) {
      const ofParts = cis ? sql`AND l.ci = ANY(${`{${cis.join()}}`}::integer[])` : sql``
      const { rows } = await sql<Row>`
        SELECT DISTINCT l.ci, l.t, l.p, l.player_id FROM open_bet b JOIN bet_leg l ON l.bet_id = b.id
        WHERE b.status = 1 ${ofParts} ORDER BY 1, 2, 3, 4`.execute(db)
      return rows.map(outcomeOf)
    },
    async listOnLine(cis, from) {
      // Jumps from one outcome to the next and looks at its last bets: a game has hundreds of outcomes and many more bets.
      const { rows } = await sql<Row>`
        WITH RECURSIVE o AS (
          SELECT f.* FROM unnest(${`{${cis.join()}}`}::integer[]) AS c(ci) CROSS JOIN LATERAL (
            SELECT l.ci, l.t, l.p, l.player_id FROM bet_leg l WHERE l.ci = c.ci ORDER BY l.t, l.p, l.player_id LIMIT 1
          ) f
          UNION ALL
          SELECT n.* FROM o CROSS JOIN LATERAL (
            SELECT l.ci, l.t, l.p, l.player_id FROM bet_leg l
            WHERE l.ci = o.ci AND (l.t, l.p, l.player_id) > (o.t, o.p, o.player_id) ORDER BY l.t, l.p, l.player_id LIMIT 1
          ) n
        ) SELECT o.ci, o.t, o.p, o.player_id FROM o WHERE EXISTS (
          SELECT 1 FROM bet_leg l JOIN bet b ON b.id = l.bet_id
          WHERE l.ci = o.ci AND l.t = o.t AND l.p = o.p AND l.player_id = o.player_id AND l.bet_id > ${String(firstIdAt(from - ON_WAY_MS))}::bigint
            AND l.kind = ${sql.lit(LINE)} AND coalesce(l.bought_at, b.accepted_at) >= ${new Date(from)}
        ) ORDER BY 1, 2, 3, 4`.execute(db)
      return rows.map(outcomeOf)
    },
    outcomeKey: ({ t, p, playerId }) => outcomeKey(t, p / PARAM_STEP, playerId),
    marketOf,
  }
}

function outcomeOf({ ci, t, p, player_id }: Row): OpenOutcome {
  return { ci, t: currentType(t), p, playerId: player_id }
}

const typesByOutcome = new Map<number, MarketType[]>()
for (const type of allMarketTypes()) {
  for (const { t } of type.outcomes) {
    const types = typesByOutcome.get(t)
    if (!types) typesByOutcome.set(t, [type])
    else if (!types.includes(type)) types.push(type)
  }
}

/** The market of an outcome, its spec in the manner of those that the part still offers. */
export function marketOf({ t, p, playerId }: OpenOutcome, offered: readonly string[]): { key: string; spec: string } | undefined {
  const types = typesByOutcome.get(t)
  if (!types) return undefined
  const specs = Map.groupBy(offered, (id) => id.slice(0, id.indexOf('|')))
  const type = types.find((one) => specs.has(one.key)) ?? types[0]!
  const known = (specs.get(type.key) ?? []).map((id) => id.slice(type.key.length + 1))
  const own = known.find((spec) => belongsTo(type, spec, { t, p, playerId }))
  if (own !== undefined) return { key: type.key, spec: own }
  const like = known.find((spec) => spec !== '') ?? likeOfMarket(type)
  const outcome = type.outcomes.find((one) => one.t === t)!
  // Of a key with lines too: a list of scores holds what has no param, every other market with a line leaves it to the one without.
  if (p === 0 && !hasParam(outcome) && !like.startsWith('max=')) return { key: type.key, spec: '' }
  return { key: type.key, spec: specOfParam({ key: type.key, column: outcome.column, p: p / PARAM_STEP, playerId }, like) ?? like }
}
