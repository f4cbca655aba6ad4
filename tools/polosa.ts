/** The verbs of `./polosa`. Each lives in a file of its own and is loaded only when asked for. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.ts'

const [given = 'help', ...args] = process.argv.slice(2)
const OPTIONS = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
  ['-v', 'version'],
])
const verb = OPTIONS.get(given) ?? given

/** `takes`: what may stand behind the verb. */
const verbs: Record<string, { about: string; takes?: string; run: () => Promise<number> }> = {
  start: {
    about: 'install, build once, migrate, seed, serve http://localhost:3000',
    takes: '[--only=ROLE,ROLE]',
    run: () => started('start'),
  },
  dev: { about: 'as start, with the site rebuilt while you edit', run: () => started('dev') },
  test: {
    about: 'everything: format, lint, types, architecture, unit, database, browser',
    run: async () => (await import('./test.ts')).test(withoutArguments()),
  },
  check: { about: 'the fast part of test, under a minute', run: async () => (await import('./check.ts')).check(withoutArguments()) },
  bench: {
    about: 'measure the product beside its limit, all or the named ones (bench/README.md)',
    takes: '[NAME …] [--quick]',
    run: async () => (await import('./bench.ts')).bench(args),
  },
  verify: {
    about: 'audit ledger and settlement of a database',
    run: async () => (await import('./verify-command.ts')).verifyCommand(withoutArguments()),
  },
  backup: {
    about: 'sealed backups: keys for them, one written, a folder checked, one brought back',
    takes: 'keys FILE | write FOLDER --key=PUBLIC | verify FOLDER | restore FILE --key=FILE',
    run: async () => (await import('./backup.ts')).backup(args),
  },
  keys: {
    about: 'make the key file of an installation, for POLOSA_KEYS; one that is there stays as it is',
    takes: 'FILE',
    run: async () => (await import('./keys.ts')).keys(args),
  },
  brand: {
    about: 'check every brand, or make a new one from the house brand',
    takes: 'lint | new NAME',
    run: async () => (await import('./brand.ts')).brand(args),
  },
  replay: {
    about: 'facts of a file, or the recorded Saturday of the data pack, into an empty book',
    takes: 'FILE | saturday',
    run: async () => (await import('./replay.ts')).replay(args),
  },
  version: { about: 'which Polosa this is', run: version },
  help: { about: 'this list', run: help },
}

async function started(verb: 'start' | 'dev'): Promise<number> {
  ;(await import('./plain-imports.ts')).readImportsPlainly()
  return (await import('./start.ts')).start(args, verb)
}

async function help(): Promise<number> {
  process.stdout.write('usage: ./polosa VERB\n\n')
  for (const [name, { about, takes }] of Object.entries(verbs)) {
    process.stdout.write(`  ${name.padEnd(8)} ${about}\n`)
    if (takes) process.stdout.write(`  ${''.padEnd(8)} ${name} ${takes}\n`)
  }
  return chosen ? 0 : 1
}

async function version(): Promise<number> {
  withoutArguments()
  const { version: number } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }
  process.stdout.write(`${number}\n`)
  return 0
}

/** For a verb that takes none: anything behind it is refused. */
function withoutArguments(): string[] {
  readArguments(verb, args, {})
  return args
}

/** `./polosa VERB --help` says what the verb does and runs nothing; replay, which has more to say, says it itself. */
function helpOf({ about, takes }: { about: string; takes?: string }): number {
  process.stdout.write(`usage: ./polosa ${[verb, takes].filter(Boolean).join(' ')}\n\n  ${about}\n`)
  return 0
}

const chosen = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
if (!chosen) {
  process.stderr.write(`polosa: no verb ${verb}\n`)
  await help()
  process.exit(1)
}
try {
  // What a verb leaves behind (idle sockets, timers) must not keep the process alive.
  const asksHelp = verb !== 'replay' && args.some((arg) => arg === '--help' || arg === '-h')
  process.exit(asksHelp ? helpOf(chosen) : await chosen.run())
} catch (error) {
  const expected =
    error instanceof Error &&
    ['EnvError', 'BrandError', 'NoEmbeddedPostgres', 'AlreadyRunning', 'UsageError', 'BackupError', 'SealError'].includes(error.name)
  process.stderr.write(`polosa: ${expected ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}
