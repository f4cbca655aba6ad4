// The site without a network: the last line that was seen, marked as old by the page itself, and nothing that takes
// money. And the browser's own notices, while no page of the site is open.
const LINE = 'polosa-line'
const FILES = 'polosa-files'
const MAX_FILES = 400
// The copy of the line is renewed at most so often.
const FRESH_MS = 60_000

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await self.registration.navigationPreload?.enable()
      await self.clients.claim()
    })(),
  )
})

// A page tells which line to keep and which files it runs on: those were asked for before this worker stood.
self.addEventListener('message', (event) => {
  const { type, line, files } = event.data ?? {}
  if (type === 'keep') event.waitUntil(keep(line, files))
  if (type === 'age') event.ports[0]?.postMessage(servedFromKept.get(event.source?.id) ?? null)
})

// When the copy was made that a page was answered with: it cannot see that by itself.
const servedFromKept = new Map()

async function keep(line, files) {
  const cache = await caches.open(LINE)
  const known = await cache.match(line)
  const age = Date.now() - Date.parse(known?.headers.get('date') ?? '')
  if (!(age < FRESH_MS)) {
    // As a visitor sees it: nothing of an account is ever kept.
    const answer = await fetch(line, { credentials: 'omit' })
    if (answer.ok && !answer.redirected) {
      for (const old of await cache.keys()) await cache.delete(old)
      await cache.put(line, answer)
    }
  }
  const kept = await caches.open(FILES)
  const paths = files.filter((path) => isFile(new URL(path, self.location.origin)))
  for (const path of paths) if (!(await kept.match(path))) await kept.add(path).catch(() => {})
  const all = await kept.keys()
  for (const old of all.slice(0, Math.max(0, all.length - MAX_FILES))) await kept.delete(old)
}

function isFile({ origin, pathname }) {
  return origin === self.location.origin && /^\/(assets|fonts|sprites|icons)\//.test(pathname)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(page(event))
  else if (isFile(new URL(request.url))) event.respondWith(file(request))
})

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const cache = await caches.open(LINE)
    const [line] = await cache.keys()
    if (!line) throw error
    // Any page leads to the line: it is the only one that is kept.
    const wanted = new URL(event.request.url).pathname
    if (wanted !== new URL(line.url).pathname) return Response.redirect(line.url, 302)
    const answer = await cache.match(line)
    servedFromKept.set(event.resultingClientId, Date.parse(answer.headers.get('date')))
    return answer
  }
}

// Names of built files change with their content, so that a kept one is always right; others are asked for first.
async function file(request) {
  const isBuilt = new URL(request.url).pathname.startsWith('/assets/')
  const kept = await caches.match(request.url)
  if (kept && isBuilt) return kept
  try {
    return await fetch(request)
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

self.addEventListener('push', (event) => {
  let notice = {}
  try {
    notice = event.data?.json() ?? {}
  } catch {
    notice = { text: event.data?.text() }
  }
  const options = { body: notice.text ?? notice.body ?? '', icon: '/app-icon/any-192.png', tag: notice.tag, data: { url: notice.url ?? '/' } }
  event.waitUntil(self.registration.showNotification(notice.title ?? '', options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data?.url ?? '/'))
})

// A page that is open already is shown; any other is left as it is, with what its reader was doing there.
async function show(address) {
  const { href } = new URL(address, self.location.origin)
  const open = await self.clients.matchAll({ type: 'window' })
  const same = open.find(({ url }) => url.split('#')[0] === href.split('#')[0])
  await (same ? same.focus() : self.clients.openWindow(href))
}
