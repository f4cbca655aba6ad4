/**
 * What stands where the picture of a game would be (XT-54). A state is only claimed when it is true: the feed says whether a
 * game is shown, the account whether this visitor may look.
 */
export const BROADCAST_STATES = ['none', 'later', 'signed_out', 'no_balance', 'no_player'] as const
export type BroadcastState = (typeof BROADCAST_STATES)[number]

export interface BroadcastPicture {
  /** The feed names a stream of this game. */
  announced: boolean
  live: boolean
  signedIn: boolean
  /** There is money on the account that pays. */
  funded: boolean
}

export function broadcastState({ announced, live, signedIn, funded }: BroadcastPicture): BroadcastState {
  if (!announced) return 'none'
  if (!live) return 'later'
  if (!signedIn) return 'signed_out'
  // No supplier of pictures is connected to this site, and nothing may look as if one were.
  return funded ? 'no_player' : 'no_balance'
}
