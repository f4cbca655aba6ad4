/**
 * Booksums by market. Configuration: a brand or a trader may replace any of them. The football figures follow
 * the measured ones (feeds 10.1).
 */
export interface MarginTable {
  /** Booksum by market key, for example result_1x2: 1.05. */
  byKey: Readonly<Record<string, number>>
  /** Booksum of markets without a row of their own. */
  other: number
  /** Added to every booksum in play. */
  livePlus: number
}

export const DEFAULT_MARGINS: MarginTable = {
  byKey: {
    result_1x2: 1.05,
    result_2way: 1.045,
    winner_with_ot: 1.045,
    result_regular: 1.06,
    double_chance: 1.05,
    double_chance_regular: 1.06,
    total: 1.045,
    handicap: 1.045,
    asian_total: 1.04,
    asian_handicap: 1.04,
    team1_total: 1.055,
    team2_total: 1.055,
    correct_score: 1.22,
    correct_score_17: 1.22,
    ht_ft: 1.15,
    half_half: 1.15,
    period_match: 1.15,
    result_and_btts: 1.12,
    dc_and_btts: 1.1,
    set_handicap: 1.055,
    set_total: 1.055,
    map_handicap: 1.055,
    map_total: 1.055,
    next_goal: 1.07,
    euro_handicap: 1.07,
    exact_goals: 1.1,
    // Several outcomes of one game together: about that of an express of three.
    same_game: 1.14,
    outright: 1.2,
    top2: 1.15,
    top3: 1.15,
    top4: 1.15,
    top5: 1.15,
    top6: 1.15,
    top10: 1.12,
    finish: 1.2,
  },
  other: 1.07,
  livePlus: 0.015,
}

export function booksumOf(margins: MarginTable, key: string, live: boolean): number {
  return (margins.byKey[key] ?? margins.other) + (live ? margins.livePlus : 0)
}
