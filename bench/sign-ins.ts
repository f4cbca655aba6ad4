/**
 * Sign-ins by password, 50 a second, on the whole product, while the line is read: how long a check of a password
 * takes, and what the line's readers notice. Issue 5: a check takes 50 to 150 ms off the event loop, and the line's
 * p99 stays under 20 ms. The same reads without sign-ins, in the same run, say what the machine itself allows.
 *
 *   node bench/sign-ins.ts [--rate=50] [--seconds=20] [--quick]
 */
import { rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { encodePassword } from '#modules/auth/server/index.ts'
import { createPasswords } from '#modules/auth/server/passwords.ts'
import { startChild } from './support/child.ts'
import { median, option, pause, percentile, say, tellLeast, tellLoad, tellMost } from './support/figures.ts'
import type { OpenLoad } from './support/open-load.ts'
import { newHome, root, startProgram } from './support/product.ts'

const rate = option('rate', 50)
const seconds = option('seconds', 20, 8)
const reads = option('reads', 100)
const START_MS = 240_000
const SETTLE_MS = 15_000
const LINE_P99_MS = 20
const CHECK_MS = { least: 50, most: 150 }
const LOGIN = 'anna@polosa.example'
const PASSWORD = 'marker-on-newsprint'

const home = newHome('sign-ins')
const load = startChild(join(import.meta.dirname, 'support', 'open-load.ts'), [])
const product = await startProgram(join(root, 'polosa'), ['start'], {
  POLOSA_HOME: home,
  LOG_LEVEL: 'error',
  FEED: 'world',
  RATE_LIMITS: 'off',
  GUESS_LIMITS: 'off',
})
const agent = new Agent({ keepAlive: true, maxSockets: 512 })

/** Milliseconds until the answer, and whether it opened a session. */
function signIn(body: string): Promise<{ tookMs: number; isIn: boolean }> {
  const begun = performance.now()
  const headers = {
    host: 'localhost',
    'content-type': 'application/json',
    'x-requested-with': 'bench',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((done) => {
    const sent = request({ host: '127.0.0.1', port: product.port, agent, method: 'POST', path: '/user/auth', headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => done({ tookMs: performance.now() - begun, isIn: text.includes('"type":25') }))
    })
    sent.on('error', () => done({ tookMs: performance.now() - begun, isIn: false }))
    sent.end(body)
  })
}

async function signInsPerSecond(body: string): Promise<{ tookMs: number; isIn: boolean }[]> {
  const sent: ReturnType<typeof signIn>[] = []
  const begun = performance.now()
  while (sent.length < rate * seconds) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - begun) * rate) / 1000))
    while (sent.length < due) sent.push(signIn(body))
    await pause(2)
  }
  return Promise.all(sent)
}

const readLine = () =>
  load.ask<OpenLoad>({
    ask: 'load',
    port: product.port,
    calls: { line: ['/service-api/LineFeed/Get1x2_VZip?count=50&lng=ru', '/service-api/LiveFeed/Get1x2_VZip?count=50&lng=ru'] },
    perSecond: reads,
    seconds,
  })
const p99 = (found: OpenLoad) => percentile(Object.values(found.byCall).flat(), 0.99)

/** The check itself, alone: processor time of one, with the settings of the product. */
async function checkMs(): Promise<number> {
  const { hash, verify } = createPasswords()
  const stored = await hash(PASSWORD)
  const times: number[] = []
  for (let i = 0; i < 15; i += 1) {
    const before = process.cpuUsage()
    await verify(stored, PASSWORD)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  return median(times)
}

try {
  await product.answers('/ru/line', START_MS)
  await pause(SETTLE_MS)
  const { data } = (await (await fetch(`http://127.0.0.1:${product.port}/web-api/user/publickey`)).json()) as {
    data: { public_key: string }
  }
  const body = JSON.stringify({ login: LOGIN, password: await encodePassword(data.public_key, PASSWORD), remember: false })
  if (!(await signIn(body)).isIn) throw new Error('the ready player does not get in')
  const check = await checkMs()
  tellLeast('one check of a password, processor time', check, 'ms', CHECK_MS.least)
  tellMost('one check of a password, processor time', check, 'ms', CHECK_MS.most)
  const calm = p99(await readLine())
  const [busy, signIns] = await Promise.all([readLine(), signInsPerSecond(body)])
  const times = signIns.map(({ tookMs }) => tookMs)
  say(
    `     ${signIns.filter(({ isIn }) => isIn).length} of ${signIns.length} signed in; median ${percentile(times, 0.5).toFixed(0)}, p99 ${percentile(times, 0.99).toFixed(0)} ms; the line without them p99 ${calm.toFixed(1)} ms`,
  )
  tellMost(`the line beside ${rate} sign-ins a second, p99`, p99(busy), 'ms', LINE_P99_MS)
  tellLoad()
} finally {
  await product.stop()
  await load.stop()
  rmSync(home, { recursive: true, force: true })
}
