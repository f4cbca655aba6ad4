/** Processes of one installation as `./polosa start --only=…` makes them, and a player who talks to any of them. */
import { spawn, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export interface Node {
  url: string
  child: ChildProcess
  output(): string
  /** As a power cut would. */
  kill(): Promise<void>
  /** As an operator would; resolves with the exit code. */
  stop(): Promise<number | null>
}

const all = new Set<Node>()

/** Resolves when the process answers calls (its line may still be on the way). */
export function startNode(only: string, env: Record<string, string>): Promise<Node> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/polosa.ts', 'start', `--only=${only}`], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      GUESS_LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  return new Promise((done, fail) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /answers on (http:\S+)/.exec(output)?.[1]
      if (!url || node.url) return
      node.url = url.replace('localhost', '127.0.0.1')
      done(node)
    }
    const node: Node = {
      url: '',
      child,
      output: () => output,
      async kill() {
        child.kill('SIGKILL')
        await ended
      },
      async stop() {
        child.kill('SIGTERM')
        return ended
      },
    }
    all.add(node)
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then((code) => fail(new Error(`--only=${only} ended with ${code}: ${output.slice(-2_000)}`)))
  })
}

export async function killAll(): Promise<void> {
  await Promise.all([...all].map((node) => node.kill()))
}

export async function eventually(what: string, holds: () => Promise<boolean>, timeoutMs: number, everyMs = 200): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const ok = await holds().catch(() => false)
    if (ok) return
    if (Date.now() > deadline) throw new Error(`not in ${timeoutMs} ms: ${what}`)
    await new Promise((done) => setTimeout(done, everyMs))
  }
}

export const isUp = (node: Node): Promise<boolean> =>
  fetch(`${node.url}/healthz`, { signal: AbortSignal.timeout(5_000) }).then((answer) => answer.ok)

export interface Answer<T> {
  Success: boolean
  ErrorCode: number
  Error: string
  Value: T
}

export async function feedCall<T>(node: Node, path: string): Promise<Answer<T>> {
  const answer = await fetch(`${node.url}/service-api/${path}`)
  return (await answer.json()) as Answer<T>
}

/**
 * The answer without the seconds that count down by themselves (B to the start, U of the list), and without the marks of tables and
 * meetings: each process reads them once a minute, while past seasons are brought.
 */
export async function feedText(node: Node, path: string): Promise<string> {
  const answer = await fetch(`${node.url}/service-api/${path}`)
  return (await answer.text()).replaceAll(/"(?:[BU]":\d+|HHTHS":true|HSRT":true),?/g, '')
}

export interface ListRow {
  I: number
  CI: number
  /** Unix seconds. */
  S: number
  /** Absent when nothing is open. */
  E?: { T: number; C: number; P?: number; B?: boolean }[]
}

export interface Player {
  id: number
  token: string
  cookie: string
  accountId: number
}

export async function post<T>(
  node: Node,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: T; cookie: string }> {
  const answer = await fetch(node.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', host: 'localhost', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0]!)
    .join('; ')
  return { status: answer.status, body: (await answer.json()) as T, cookie }
}

/** An outcome 1 of a game of the line, at its present price. */
export function single(row: ListRow, accountId: number, guid: string): Record<string, unknown> {
  const outcome = row.E!.find(({ T, B }) => T === 1 && !B)!
  return {
    Events: [{ GameId: row.I, Type: 1, Coef: outcome.C, Param: 0, Kind: 3, PlayerId: 0 }],
    Vid: 0,
    Summ: 1,
    UserId: accountId,
    CheckCf: 1,
    betGUID: guid,
    ApprovedBet: true,
  }
}

export interface Page {
  /** Whether the topic has said it so far. */
  heard(text: string): Promise<boolean>
  matches(pattern: RegExp): Promise<boolean>
  closed: Promise<number>
  socket: WebSocket
}

/** A player's open page. */
export function listen(node: Node, topic: string, cookie: string): Page {
  let all = ''
  const options = { headers: { cookie, host: 'localhost' } } as unknown as string[]
  const socket = new WebSocket(`${node.url.replace('http', 'ws')}/stream`, options)
  const closed = new Promise<number>((done) => socket.addEventListener('close', (event) => done(event.code)))
  socket.addEventListener('open', () => socket.send(JSON.stringify({ sub: [[topic, 0]] })))
  socket.addEventListener('message', (event) => (all += String(event.data)))
  return { heard: async (text) => all.includes(text), matches: async (pattern) => pattern.test(all), closed, socket }
}
