/** Every page of the site and every call with parameters, with the usual attacks on what is found there. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import routes from '#routes.ts'
import type { Attack, Report } from './target.ts'

/** Notes about headers that are checked by tests of ours with more care; the others are medium at least. */
const BELOW_MEDIUM = new Set([
  'Fingerprint web technology',
  'HTTP Secure Headers',
  'Content Security Policy Configuration',
  'Secure Flag cookie',
  'HttpOnly Flag cookie',
])

const MODULES = ['sql', 'xss', 'permanentxss', 'exec', 'file', 'crlf', 'redirect', 'ssrf', 'xxe', 'backup', 'htaccess', 'methods']

interface WapitiReport {
  vulnerabilities: Record<string, { path: string; parameter?: string; info: string }[]>
  infos?: { crawled_pages_nbr?: number }
}

interface Route {
  path?: string
  children?: Route[]
}

const PLACES: Readonly<Record<string, string>> = { ':lng': 'en', ':sport': 'football', '*': 'nowhere' }

/** Addresses of all screens, with something in every place of theirs. */
function pagesOf(list: readonly Route[], before = ''): string[] {
  return list.flatMap(({ path = '', children }) => {
    const filled = path.split('/').map((part) => PLACES[part] ?? (part.startsWith(':') ? '1' : part))
    const own = [before, ...filled].filter((part) => part !== '').join('/')
    return [own, ...pagesOf(children ?? [], own)]
  })
}

/** So that parameters are attacked which no page links to. */
const QUERY = 'lng=en&count=5&sports=1&id=1&text=a&page=1'

export function runWapiti({ url, calls, token, dir, minutes, hasPages }: Attack): Report {
  if (!hasPages) return { findings: [`${url}/en/ is no page: there is nothing to crawl`], reached: 'nothing' }
  const pages = [...new Set(pagesOf(routes as Route[]))].map((path) => `${url}/${path}`)
  const asked = calls
    .filter(({ method, query }) => method === 'GET' && query.length > 0)
    .map(({ path, query }) => `${url}${path}?${new URLSearchParams(query.map((name): [string, string] => [name, '1'])).toString()}`)
  const starts = [...asked, ...pages.slice(0, 20).map((page) => `${page}?${QUERY}`), ...pages]
  const out = join(dir, 'wapiti.json')
  const log = join(dir, 'wapiti.log')
  const { stdout } = spawnSync(
    'wapiti',
    [
      // A host without a dot is no domain to it: everything below the root is the same.
      ...['-u', `${url}/`, '--scope', 'folder', '--flush-session', '-d', '2'],
      ...['--max-links-per-page', '40', '--max-files-per-dir', '15', '--max-parameters', '12', '-t', '15'],
      // A third of the time for finding, the rest for the attacks: each module has its part.
      ...['--max-scan-time', String(minutes * 20), '--max-attack-time', String(Math.ceil((minutes * 40) / MODULES.length))],
      ...starts.flatMap((start) => ['-s', start]),
      // It asks for a coding that it cannot read.
      ...['-H', 'Accept-Encoding: identity'],
      ...['-H', `Authorization: Bearer ${token}`, '-H', `x-auth: Bearer ${token}`, '-H', 'x-requested-with: XMLHttpRequest'],
      ...['-m', MODULES.join(','), '-v', '1', '-f', 'json', '-o', out],
    ],
    { encoding: 'utf8', maxBuffer: 2 ** 28, timeout: (minutes * 1.5 + 3) * 60_000 },
  )
  writeFileSync(log, stdout ?? '')
  if (!existsSync(out)) return { findings: [`wapiti wrote no report; what it said: ${log}`], reached: 'nothing' }
  const { vulnerabilities, infos } = JSON.parse(readFileSync(out, 'utf8')) as WapitiReport
  const findings = Object.entries(vulnerabilities)
    .filter(([kind]) => !BELOW_MEDIUM.has(kind))
    .flatMap(([kind, list]) => list.map(({ path, parameter, info }) => `${kind}: ${path} ${parameter ?? ''} ${info.slice(0, 120)}`))
  const crawled = infos?.crawled_pages_nbr ?? (stdout ?? '').match(/^\[\+\] (GET|POST) http/gm)?.length ?? 0
  // A crawler that saw nothing has attacked nothing.
  if (crawled < pages.length / 2) findings.push(`only ${crawled} of ${starts.length} addresses were reached; what it said: ${log}`)
  return { findings, reached: `${crawled} pages, from ${pages.length} screens and ${asked.length} calls with parameters` }
}
