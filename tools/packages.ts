/** A program that tests need and no npm package brings: where the machine has it, else the system's package when root. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The download of a browser over a slow line; without a network apt gives up by itself. */
const INSTALL_MS = 300_000

export interface Program {
  /** Environment variable that names another one. */
  variable: string
  paths: readonly string[]
  /** Of Debian and what comes from it. */
  package: string
}

export interface Machine {
  isRoot: boolean
  apt: string
  run(program: string, args: readonly string[]): void
}

/** The path of the program, or null when it cannot be had here. */
export function findOrInstall(wanted: Program, env: NodeJS.ProcessEnv = process.env, machine: Partial<Machine> = {}): string | null {
  const { isRoot, apt, run } = { isRoot: process.getuid?.() === 0, apt: '/usr/bin/apt-get', run: quietly, ...machine }
  const given = env[wanted.variable]
  if (given) return existsSync(given) ? given : null
  const found = wanted.paths.find((path) => existsSync(path))
  if (found) return found
  if (!isRoot || !existsSync(apt)) return null
  process.stdout.write(`installing ${wanted.package} from the system packages\n`)
  run(apt, ['update', '-qq'])
  run(apt, ['install', '-y', '-qq', '--no-install-recommends', wanted.package])
  return wanted.paths.find((path) => existsSync(path)) ?? null
}

function quietly(program: string, args: readonly string[]): void {
  spawnSync(program, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: INSTALL_MS })
}
