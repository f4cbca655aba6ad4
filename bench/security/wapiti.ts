/** The pages as a crawler finds them, with the usual attacks on what it finds. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Attack, Report } from './target.ts'

/** Notes about headers that are checked by tests of ours with more care; the others are medium at least. */
const BELOW_MEDIUM = new Set([
  'Fingerprint web technology',
  'HTTP Secure Headers',
  'Content Security Policy Configuration',
  'Secure Flag cookie',
  'HttpOnly Flag cookie',
])

interface WapitiReport {
  vulnerabilities: Record<string, { path: string; parameter?: string; info: string }[]>
  infos?: { crawled_pages_nbr?: number }
}

export function runWapiti({ url, dir, minutes, hasPages }: Attack): Report {
  if (!hasPages) return { findings: [`${url}/en/ is no page: there is nothing to crawl`], reached: 'nothing' }
  const out = join(dir, 'wapiti.json')
  const args = [
    '-u',
    `${url}/en/`,
    '--scope',
    'domain',
    '--flush-session',
    '--max-scan-time',
    String(minutes * 60),
    '--max-links-per-page',
    '30',
  ]
  spawnSync(
    'wapiti',
    [...args, '-m', 'sql,xss,permanentxss,exec,file,crlf,redirect,ssrf,xxe,backup,htaccess,methods', '-f', 'json', '-o', out],
    {
      stdio: 'ignore',
      timeout: (minutes + 2) * 60_000,
    },
  )
  if (!existsSync(out)) return { findings: ['wapiti wrote no report'], reached: 'nothing' }
  const { vulnerabilities, infos } = JSON.parse(readFileSync(out, 'utf8')) as WapitiReport
  const findings = Object.entries(vulnerabilities)
    .filter(([kind]) => !BELOW_MEDIUM.has(kind))
    .flatMap(([kind, list]) => list.map(({ path, parameter, info }) => `${kind}: ${path} ${parameter ?? ''} ${info.slice(0, 120)}`))
  return { findings, reached: `${infos?.crawled_pages_nbr ?? 'unknown number of'} pages` }
}
