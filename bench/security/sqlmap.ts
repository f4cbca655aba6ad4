/** Every parameter of every call, one request file a call, until the time is over. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isKnown, tokenOf, type Attack, type Report } from './target.ts'

/** It has set its payloads on a field: it may also end at once without having asked anything. */
const ATTACKED = /testing for SQL injection on/
/** Its verdict. What only "appears to be injectable" it checks again: a phone number may be read out of the digits of a payload. */
const INJECTABLE = /is vulnerable|sqlmap identified the following injection point/i

export async function runSqlmap({ url, calls, token: first, dir, minutes, from }: Attack): Promise<Report> {
  const { host } = new URL(url)
  const targets = calls.filter(({ query, body }) => query.length > 0 || Object.keys(body ?? {}).length > 0)
  const until = Date.now() + minutes * 60_000
  const findings: string[] = []
  let attacked = 0
  let done = from
  let token = first
  for (const [i, { method, path, query, body }] of targets.entries()) {
    if (i < from) continue
    if (Date.now() > until) break
    // What was attacked before may have signed the player out or closed him.
    if (!(await isKnown(url, token))) token = await tokenOf(url)
    const search = query.length > 0 ? `?${new URLSearchParams(query.map((name): [string, string] => [name, '1'])).toString()}` : ''
    const head = [
      `${method} ${path}${search} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${token}`,
      `x-auth: Bearer ${token}`,
      'Accept: application/json',
    ]
    const text = body ? [...head, 'Content-Type: application/json', '', JSON.stringify(body)] : [...head, '', '']
    const file = join(dir, `call-${i}.txt`)
    writeFileSync(file, text.join('\r\n'))
    const args = [
      '-r',
      file,
      // By name: fields called like a token it would leave alone.
      '-p',
      [...query, ...Object.keys(body ?? {})].join(','),
      '--batch',
      // Without a terminal it waits for a list of addresses on its standard input, finds none and is content.
      '--ignore-stdin',
      '--level=1',
      '--risk=1',
      '--dbms=postgresql',
      '--technique=BEUS',
      '--threads=4',
      '--timeout=5',
      '--retries=0',
      '--flush-session',
      '--ignore-code=*',
      '--disable-coloring',
    ]
    const { stdout } = spawnSync('sqlmap', args, { encoding: 'utf8', timeout: Math.max(10_000, until - Date.now()) })
    if (INJECTABLE.test(stdout ?? '')) findings.push(`${method} ${path}`)
    if (ATTACKED.test(stdout ?? '')) attacked += 1
    else findings.push(`not attacked: ${method} ${path}`)
    done += 1
  }
  return { findings, reached: `calls ${from} to ${done} of ${targets.length} with parameters, ${attacked} attacked` }
}
