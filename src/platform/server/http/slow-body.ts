/** Who sends a body must get on with it: the time is for each piece, not for the whole, so a large photo may come slowly. */
import type { IncomingMessage } from 'node:http'

/** So much has to come in each turn; a small body has one turn for all of it. */
const TURN_MS = 15_000
const LEAST_BYTES = 32 * 1024

/** Ends the connection of a body that stands still. The socket's own count is read: listening would take the body from its reader. */
export function watchBody(request: IncomingMessage, turnMs = TURN_MS, leastBytes = LEAST_BYTES): void {
  const { socket, headers } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  let seen = socket.bytesRead
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer)
    const came = socket.bytesRead - seen
    seen = socket.bytesRead
    if (came < leastBytes) socket.destroy()
  }, turnMs)
  request.once('close', () => clearInterval(timer))
}
