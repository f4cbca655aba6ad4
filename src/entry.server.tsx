/** Renders a page: crawlers get the whole page, browsers the stream. */
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { visitContext } from '#platform/shared/visit.ts'

const TIMEOUT_MS = 5_000

export const streamTimeout = TIMEOUT_MS

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce, allowed } = context.get(visitContext)
  const whole = isbot(request.headers.get('user-agent') ?? '')
  return new Promise((resolve, reject) => {
    // Where the site may not be offered the law's status goes with the page (AC-17).
    let code = allowed ? status : 451
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={entry} url={request.url} nonce={nonce} />, {
      nonce,
      [whole ? 'onAllReady' : 'onShellReady']() {
        const body = new PassThrough()
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }))
        pipe(body)
      },
      onShellError: reject,
      onError(error: unknown) {
        code = 500
        console.error(error)
      },
    })
    setTimeout(abort, TIMEOUT_MS + 1_000).unref()
  })
}

/** Unknown pages are an answer, not an error; real errors go to the log once. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return
  if (typeof error === 'object' && error !== null && 'status' in error && Number(error.status) < 500) return
  console.error(error)
}
