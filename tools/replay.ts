/**
 * `./polosa replay`: facts into an empty book. From a file (feeds 2.1 rule 8: the same facts give the same book), or
 * from the data pack: the recorded Saturday, at any speed.
 */
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, createReadStream, createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { HOUR, MINUTE, SECOND } from '#lib/time.ts'
import type { DrivenProvider } from '#modules/feeds/server/index.ts'
import { createReplay } from '#modules/replay/server/index.ts'
import type { Fact, ProviderId } from '#modules/feeds/rules/fact.ts'
import { systemClock } from '#platform/server/clock.ts'
import { connectionOf, createDb, type Db } from '#platform/server/db.ts'
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts'
import { readEnv } from '#platform/server/env.ts'
import { migrate } from '#platform/server/migrate.ts'
import { readArguments, UsageError } from './arguments.ts'
import { databaseInWords } from './in-words.ts'
import { bookText, openReplayHouse, withoutPast, type ReplayHouse } from './replay-house.ts'
import { root } from './steps.ts'

const HELP = `usage: ./polosa replay FILE              a file of facts, one JSON object a line, into an empty book
       ./polosa replay saturday [options]  the recorded Saturday of the data pack (POLOSA_DATA)

  --date=2026-11-21  the day, as the line shows it     --from=12:00  first minute, UTC
  --hours=2          how long                          --speed=max   times as fast as the clock; max: without pauses
  --lanes=1          recordings of each sport at once  --out=FILE    the facts, one a line, for replay FILE
`

/** What the line is told when it shows what this provider tells (feeds 0 rule 5). */
const LABEL = 'recorded matches and calendars moved to this day, as a demonstration: nobody plays these games now'

export async function replay(args: string[]): Promise<number> {
  const { values, positionals } = parsed(args)
  const what = positionals[0]
  if (what === undefined || values.help) {
    process.stdout.write(HELP)
    return what === undefined && !values.help ? 1 : 0
  }
  if (what !== 'saturday' && !existsSync(what)) throw new UsageError(`replay: no file ${what}`)
  return withEmptyDatabase((db) => (what === 'saturday' ? playSaturday(db, values) : foldFile(db, what)))
}

function parsed(args: string[]) {
  const text = (value: string) => ({ type: 'string', default: value }) as const
  const options = {
    date: text('2026-11-21'),
    from: text('12:00'),
    hours: text('2'),
    speed: text('max'),
    lanes: text('1'),
    out: { type: 'string' },
    help: { type: 'boolean' },
  } as const
  return readArguments('replay', args, options, { words: true })
}

/** Facts of any providers, in the order of the file; those received at one time are one step of the clock. */
async function foldFile(db: Db, file: string): Promise<number> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity })
  let house: ReplayHouse | undefined
  let facts = 0
  let step: { at: number; facts: (Fact | string)[] } = { at: 0, facts: [] }
  const take = async (): Promise<void> => {
    const first = step.facts.find((fact) => typeof fact !== 'string')
    house ??= await openReplayHouse({ db, startsAt: step.at, mixed: true, provider: anyProvider(first?.provider ?? 'replay') })
    await house.step(step.at, step.facts)
    facts += step.facts.length
  }
  for await (const line of lines) {
    if (line.trim() === '') continue
    const fact = factOfLine(line)
    const at = typeof fact === 'string' || !Number.isFinite(fact.receivedAt) ? step.at : fact.receivedAt
    if (step.facts.length > 0 && at !== step.at) {
      await take()
      step = { at, facts: [] }
    }
    step.at = at
    step.facts.push(fact)
  }
  if (step.facts.length === 0) throw new UsageError(`replay: ${file} has no facts`)
  await take()
  return tellBook(house!, facts)
}

/** What is no JSON goes on as text: intake parks it with its reason. */
function factOfLine(line: string): Fact | string {
  try {
    return JSON.parse(line) as Fact
  } catch {
    return line
  }
}

async function playSaturday(db: Db, values: ReturnType<typeof parsed>['values']): Promise<number> {
  const from = Date.parse(`${values.date}T${values.from}:00Z`)
  const hours = positive('hours', values.hours)
  const speed = values.speed === 'max' ? Infinity : positive('speed', values.speed)
  if (Number.isNaN(from)) throw new UsageError('replay: --date is a day like 2026-11-21 and --from a time like 12:00')
  const provider = createReplay({
    dataDir: readEnv(process.env).dataDir,
    clock: systemClock(),
    settings: { live: positive('lanes', values.lanes), horizonDays: 1 },
  })
  if (!(await provider.load())) {
    process.stdout.write('no recordings: the data pack is absent (POLOSA_DATA)\n')
    return 1
  }
  const out = values.out === undefined ? null : createWriteStream(values.out)
  const house = await openReplayHouse({ db, provider, startsAt: from })
  process.stdout.write(`${LABEL}\n`)
  const stepMs = speed <= 10 ? SECOND : speed <= 120 ? 10 * SECOND : MINUTE
  const begun = performance.now()
  let facts = 0
  for (let at = from; at <= from + hours * HOUR; at += stepMs) {
    const told = at === from ? withoutPast(provider.advance(at)) : provider.advance(at)
    facts += told.length
    for (const fact of told) out?.write(`${JSON.stringify({ ...fact, receivedAt: at })}\n`)
    await house.step(at, told)
    if ((at - from) % (30 * MINUTE) === 0) tellLive(house, at)
    const due = begun + (at + stepMs - from) / speed
    if (due > performance.now()) await wait(due - performance.now())
  }
  if (out) await new Promise((done) => out.end(done))
  return tellBook(house, facts)
}

function tellLive(house: ReplayHouse, at: number): void {
  const live = [...house.line.book.games.values()].filter((game) => game.status === 'live')
  const sports = new Set(live.map((game) => game.sportId)).size
  process.stdout.write(`${new Date(at).toISOString().slice(0, 16)}Z  ${live.length} live games in ${sports} sports\n`)
  for (const game of live.slice(0, 5)) {
    const [home, away] = game.sides.map((side) => side.names.en ?? '')
    process.stdout.write(`  ${home} ${game.live?.score.join(':') ?? '0:0'} ${away} (recorded)\n`)
  }
}

/** Answers the exit code: facts that could not be read are a failure. */
async function tellBook(house: ReplayHouse, facts: number): Promise<number> {
  const { book } = house.line
  let markets = 0
  for (const game of book.games.values()) for (const part of game.parts.values()) markets += part.markets.size
  const hash = createHash('sha256').update(bookText(book)).digest('hex')
  const { parked, unresolved } = house.feed.counts()
  await house.close()
  process.stdout.write(`${facts} facts, ${book.games.size} games, ${markets} markets`)
  process.stdout.write(
    `${parked + unresolved > 0 ? `, ${parked} facts unreadable, ${unresolved} of unknown games` : ''}\nbook sha256 ${hash}\n`,
  )
  return parked === 0 ? 0 : 1
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new UsageError(`replay: --${name} is a number above zero`)
  return value
}

/** A file may hold anybody's facts: the provider that stands for them all can do everything. */
function anyProvider(id: ProviderId): Pick<DrivenProvider, 'id' | 'caps'> {
  return {
    id,
    caps: {
      delivery: 'push',
      liveState: true,
      incidents: true,
      prices: 'full',
      betStop: true,
      settlement: true,
      cancel: true,
      recovery: false,
      stableIds: true,
      clock: 'given',
      languages: ['en'],
    },
  }
}

/** On DATABASE_URL a database of its own, else on an embedded server of its own; gone when the work is done. */
async function withEmptyDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { databaseUrl } = readEnv(process.env)
  const home = mkdtempSync(join(tmpdir(), 'polosa-replay-'))
  // As root the database runs as somebody else, who has to get in.
  chmodSync(home, 0o755)
  const embedded = databaseUrl
    ? null
    : await startEmbeddedPostgres({ stateDir: home, settings: { fsync: 'off', synchronous_commit: 'off' } })
  const server = databaseUrl ?? embedded!.url
  const name = `polosa_replay_${randomBytes(6).toString('hex')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  try {
    await databaseInWords(() => admin(server, `CREATE DATABASE ${name}`))
    await migrate(url.toString(), join(root, 'migrations'))
    const db = createDb(url.toString(), { max: 6 })
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  } finally {
    if (databaseUrl) await databaseInWords(() => admin(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    await embedded?.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function admin(server: string, sql: string): Promise<void> {
  const client = new pg.Client(connectionOf(server))
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
