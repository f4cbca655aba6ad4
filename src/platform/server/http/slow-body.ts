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
