/** Who sends a body must get on with it: the time is for each piece, not for the whole, so a large photo may come slowly. */
import type { IncomingMessage } from 'node:http'

/** So much has to come in each turn; a small body has one turn for all of it. */
const TURN_MS = 15_000
const LEAST_BYTES = 32 * 1024

/** Bodies that have begun in this turn of the event loop: nearly all of them have come wholly when it ends. */
const begun: (() => void)[] = []

/** Ends the connection of a body that stands still. The socket's own count is read: listening would take the body from its reader. */
export function watchBody(request: IncomingMessage, turnMs = TURN_MS, leastBytes = LEAST_BYTES): void {
  const { headers } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  if (begun.push(() => watchRest(request, turnMs, leastBytes)) === 1) setImmediate(watchAll)
}

function watchAll(): void {
  for (const watch of begun.splice(0)) watch()
}

function watchRest(request: IncomingMessage, turnMs: number, leastBytes: number): void {
  if (request.complete || request.destroyed) return
  const { socket } = request
  let seen = socket.bytesRead
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer)
    const came = socket.bytesRead - seen
    seen = socket.bytesRead
    if (came < leastBytes) socket.destroy()
  }, turnMs)
  request.once('close', () => clearInterval(timer))
}

/** Of a body that is refused for its length so much more is read and dropped, and for so long. */
const DROPPED_BYTES = 32 * 1024 * 1024
const DROPPED_MS = 10_000

/**
 * Many clients hear nothing before they have sent everything: a connection that is shut under them tells no reason. The
 * answer is out already when this reads on.
 */
export function dropRest(request: IncomingMessage, mostBytes = DROPPED_BYTES, mostMs = DROPPED_MS): void {
  if (request.complete || request.destroyed) return
  const { socket } = request
  const timer = setTimeout(() => socket.destroy(), mostMs)
  let left = mostBytes
  request.on('data', (piece: Buffer) => {
    left -= piece.length
    if (left < 0) socket.destroy()
  })
  request.on('error', () => {})
  for (const over of ['end', 'close'] as const) request.once(over, () => clearTimeout(timer))
}
