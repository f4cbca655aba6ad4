/** Renders a page whole: it is kept, compressed and given as bytes, so nothing would hear a stream. */
import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { pageBytes, visitContext } from '#platform/shared/visit.ts'
import { type RootData, SHARED_PLACE, sharedText } from '#platform/web/root-data.ts'

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
  const root = entry.staticHandlerContext.loaderData['root'] as RootData | undefined
  return new Promise((resolve, reject) => {
    // Where the site may not be offered the law's status goes with the page (AC-17).
    let code = allowed ? status : 451
    const chunks: Buffer[] = []
    const body = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        headers.set('content-type', 'text/html; charset=utf-8')
        const page = scriptsLast(Buffer.concat(chunks), root ? sharedText(root) : SHARED_PLACE)
        const response = new Response(null, { headers, status: code })
        pageBytes.set(response, page)
        resolve(response)
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={entry} url={request.url} nonce={nonce} />, {
      nonce,
      // A part that came while the page was rendered stands in its place, however long: it is not moved there by a script.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady() {
        clearTimeout(timer)
        pipe(body)
      },
      onShellError(error: unknown) {
        clearTimeout(timer)
        reject(error)
      },
      onError(error: unknown) {
        code = 500
        console.error(error)
      },
    })
    const timer = setTimeout(abort, TIMEOUT_MS + 1_000).unref()
  })
}

/**
 * Scripts are named at the end of the document and asked for with low priority: what is seen first (style sheet, fonts)
 * does not share a slow line with them. React finds its links wherever they stand. The texts take their place now, when
 * it is known which the page used.
 */
function scriptsLast(page: Buffer<ArrayBuffer>, shared: string): Buffer<ArrayBuffer> {
  const head = page.indexOf('</head>')
  const end = page.lastIndexOf('</body>')
  const place = page.lastIndexOf(SHARED_PLACE)
  if (head < 0 || end < head || place < head) return page
  let links = ''
  const cleared = page.toString('utf8', 0, head).replaceAll(/<link rel="modulepreload"[^>]*?\/>/g, (link) => {
    links += link.replace('<link ', '<link fetchPriority="low" ')
    return ''
  })
  return Buffer.concat([
    Buffer.from(cleared),
    page.subarray(head, place),
    Buffer.from(shared),
    page.subarray(place + SHARED_PLACE.length, end),
    Buffer.from(links),
    page.subarray(end),
  ])
}

/** Unknown pages are an answer, not an error; real errors go to the log once. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return
  if (typeof error === 'object' && error !== null && 'status' in error && Number(error.status) < 500) return
  console.error(error)
}
