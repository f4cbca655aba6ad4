/** What the server and the players of bench/bets-http.ts agree on. */
export const PLAYERS = 20_000
export const GAMES = 300
export const gameId = (n: number) => 600_000_000 + n * 20
/** The token of a player; the database of the bench knows its digest. */
export const tokenOf = (player: number) => `benchtoken${String(player).padStart(8, '0')}`

export interface Round {
  accepted: number
  withoutMoney: number
  latencies: number[]
  seconds: number
}
