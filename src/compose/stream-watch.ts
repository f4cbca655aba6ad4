/**
 * A connection of the stream says who it is when it comes, and then stays. A close is told to it at once where it is known;
 * this finds those that were told to nobody: a session that ended while its connection was being accepted, one whose news was
 * lost on its way between processes, and one whose time ran out.
 */
import { SECOND } from '#lib/time.ts'
import type { Logger } from '#platform/server/log.ts'
import { repeat } from '#platform/server/repeat.ts'
import type { Stream } from '#platform/server/stream.ts'

const LOOK_MS = 10 * SECOND
/** Sessions that one query asks after: nearly always it is the only one. */
const MOST_AT_ONCE = 5_000

interface OpenSessions {
  listStillOpen(ids: readonly string[]): Promise<string[]>
}

type Watched = Pick<Stream, 'sessionIds' | 'disconnect'>

/** The answer stops it. */
export function watchStreams(stream: Watched, sessions: OpenSessions, log: Pick<Logger, 'warn'>, everyMs = LOOK_MS): () => Promise<void> {
  return repeat(
    everyMs,
    () => endStreams(stream, sessions),
    (err) => log.warn({ err }, 'sessions of open streams not looked at'),
  )
}

async function endStreams(stream: Watched, sessions: OpenSessions): Promise<void> {
  // Who comes meanwhile has been asked just now.
  const ended = stream.sessionIds()
  const asked = [...ended]
  for (let at = 0; at < asked.length; at += MOST_AT_ONCE)
    for (const id of await sessions.listStillOpen(asked.slice(at, at + MOST_AT_ONCE))) ended.delete(id)
  if (ended.size > 0) stream.disconnect(({ sessionId }) => sessionId !== null && ended.has(sessionId))
}
