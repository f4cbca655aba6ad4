/** Which of a player's accounts a call names with `UserId` (wire 8.3). */

/**
 * Nothing named is the active account, the first of the list. A client that has only signed in knows no account: it
 * names the player. An account of his own is looked for first, since the two are numbered apart and may meet.
 */
export function namedAccount<A extends { id: number }>(accounts: readonly A[], playerId: number, userId: number): A | undefined {
  const own = userId ? accounts.find(({ id }) => id === userId) : undefined
  return own ?? (userId === 0 || userId === playerId ? accounts[0] : undefined)
}
