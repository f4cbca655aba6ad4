/** Runs the checks one after the other, each with its time, and stops at the first that fails. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

export interface Step {
  name: string
  run: () => Promise<number>
}

/** A step that is a program from node_modules/.bin or an absolute path. */
export function program(name: string, command: string, args: string[], env: Record<string, string> = {}): Step {
  return { name, run: () => exec(command, args, env) }
}

export function exec(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const path = command.includes('/') ? command : join(root, 'node_modules/.bin', command)
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

export async function runSteps(steps: Step[]): Promise<number> {
  const times: string[] = []
  for (const step of steps) {
    process.stdout.write(`\n== ${step.name}\n`)
    const started = performance.now()
    const code = await step.run()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    times.push(`  ${step.name.padEnd(24)} ${seconds.padStart(7)} s`)
    if (code !== 0) {
      process.stdout.write(`\n${step.name} failed\n`)
      return code
    }
  }
  process.stdout.write(`\n${times.join('\n')}\n`)
  return 0
}
