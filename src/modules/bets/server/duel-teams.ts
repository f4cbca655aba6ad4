/** Participants of the first and of the second team of a duel (PlayersDuel of wire 8.2). */
export function teamsOf(duel: readonly { Team: number; PlayerIds: readonly number[] }[]): number[][] {
  return [1, 2].map((team) => duel.filter((one) => one.Team === team).flatMap((one) => [...one.PlayerIds]))
}
