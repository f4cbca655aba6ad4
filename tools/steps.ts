/** Runs the checks, each with its time: one after the other, or beside each other where a list of them stands. */
import { spawn } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

export interface Step {
  name: string
  /** `write`: takes what it prints, where another step prints at the same time. */
  run: (write?: Write) => Promise<number>
}

type Write = (text: string) => void

/** A step that is a program from node_modules/.bin or an absolute path. */
export function program(name: string, command: string, args: string[], env: Record<string, string> = {}): Step {
  return { name, run: (write) => exec(command, args, env, write) }
}

export function exec(command: string, args: string[], env: Record<string, string> = {}, write?: Write): Promise<number> {
  const path = command.includes('/') ? command : join(root, 'node_modules/.bin', command)
  const colour: Record<string, string> = write && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, { cwd: root, stdio: write ? 'pipe' : 'inherit', env: { ...process.env, ...colour, ...env } })
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', write!)
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

/** Two readers of all the types hold 4 GB between them: a small machine runs them in turn. */
const ROOMY_BYTES = 7e9

/** Stops at the first that fails; those that run beside it come to their end. */
export async function runSteps(
  steps: readonly (Step | readonly Step[])[],
  out: Write = (text) => process.stdout.write(text),
): Promise<number> {
  const times: string[] = []
  for (const step of steps) {
    const group = 'run' in step ? [step] : step
    const lanes = totalmem() < ROOMY_BYTES ? 1 : Math.min(group.length, availableParallelism())
    const failed = await runBeside(group, { lanes, times, out })
    if (failed.length > 0) {
      out(`\n${failed.map(({ name }) => name).join(', ')} failed\n`)
      return 1
    }
  }
  out(`\n${times.join('\n')}\n`)
  return 0
}

/** Those that have failed. */
async function runBeside(group: readonly Step[], given: { lanes: number; times: string[]; out: Write }): Promise<Step[]> {
  const { lanes, times, out } = given
  const waiting = [...group]
  const alone = group.length === 1
  const failed: Step[] = []
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step && failed.length === 0; step = waiting.shift()) {
      const said: string[] = []
      const head = `\n== ${step.name}\n`
      if (alone) out(head)
      const started = performance.now()
      const code = await step.run(alone ? undefined : (text) => said.push(text))
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      times.push(`  ${step.name.padEnd(24)} ${seconds.padStart(7)} s`)
      if (!alone) out(head + said.join(''))
      if (code !== 0) failed.push(step)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return failed
}
