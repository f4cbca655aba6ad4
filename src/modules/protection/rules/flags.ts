/** Who is not like other players, and what follows from it (standards WAG-24). */

/**
 * `staff` may not play: who sees the house's figures bets against no one. `test` accounts never touch money, so no report
 * of real money ever holds one. `athlete` may not bet on the sports that he plays, judges or trains. `closed` by the house:
 * nobody signs in, nothing of his is placed. `spoken` keeps from nothing: the house has spoken with him about a high limit on
 * deposits (RG-07).
 */
export const PLAYER_FLAGS = ['staff', 'test', 'athlete', 'closed', 'spoken'] as const
export type PlayerFlag = (typeof PLAYER_FLAGS)[number]

export interface HeldFlag {
  flag: PlayerFlag
  /** Of athletes. */
  sports: readonly number[]
}

/** The flag that keeps its holder from bets on this sport; without a sport: from play as such. */
export function barringFlag(flags: readonly HeldFlag[], sportId: number | null): PlayerFlag | null {
  const found = flags.find(({ flag, sports }) => closesMoney(flag) || (flag === 'athlete' && sportId !== null && sports.includes(sportId)))
  return found?.flag ?? null
}

/** Whether a flag closes the account for money that comes in, as well as for play. */
export function closesMoney(flag: PlayerFlag): boolean {
  return flag !== 'athlete' && flag !== 'spoken'
}
