/** At what the match of a leg, its part or its statistic ended: as the history and "why this result" tell it. */
import { sql } from 'kysely'
import { BEYOND, finalScore, isUntold, STATISTICS, type ToldEnd } from '#modules/feeds/rules/parts.ts'

export interface ScoreRow {
  /** What the sides of a duel have counted; none where a match of it was dropped. */
  counted: number[] | null
  /** Null while the match is not over. */
  ended: (ToldEnd & { sport: number | null; part: string | null }) | null
}

/** Columns of `ScoreRow` for the leg `l` and its game `g` of `bet_game`. */
export const SCORE_COLUMNS = sql`
  (SELECT string_to_array(d.result, ':')::int[] FROM duel d WHERE d.ci = l.ci AND d.result NOT LIKE '%!%') AS counted,
  (SELECT json_build_object('status', f.status, 'note', f.status_note, 'score', f.score, 'periods', f.periods, 'stats', f.stats,
      'sport', (SELECT c.sport_id FROM championship c WHERE c.id = f.championship_id),
      'part', CASE WHEN f.ci = l.ci THEN 'full' ELSE (SELECT p.part FROM game_part p WHERE p.ci = l.ci) END)
    FROM finished_game f WHERE f.ci = coalesce(g.main_ci, l.ci)) AS ended`

export interface LegScore {
  score: readonly [number, number] | null
  /** The match is over, and nobody has told how the part ended that the leg is about: such legs come back. */
  untold: boolean
}

export function legScore({ counted, ended }: ScoreRow): LegScore {
  if (counted) return { score: [counted[0]!, counted[1]!], untold: false }
  if (!ended?.part) return { score: null, untold: false }
  const { sport, part } = ended
  // Its markets counted regular time alone; what is kept of the game counts all of it, and would contradict the result.
  if (STATISTICS[part] && ended.periods.some(({ code }) => BEYOND.test(code))) return { score: null, untold: false }
  return { score: finalScore(sport ?? 0, part, ended) ?? null, untold: isUntold(sport ?? 0, part, ended) }
}
