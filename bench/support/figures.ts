/** What all benches share: options, medians, rounds that alternate, and the one line in which a figure is told. */
import { loadavg } from 'node:os'

export const quick = process.argv.includes('--quick')

/** `--name=5` of the command line; with --quick the smaller default. What is no number ends the bench before it has begun. */
export function option(name: string, usual: number, whenQuick = usual): number {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
  if (given === undefined) return quick ? whenQuick : usual
  return /^\d+(?:\.\d+)?$/.test(given) ? Number(given) : refuseOption(name, 'a number', given)
}

/** Exit code of a bench that was called wrongly: no limit was missed. */
export const USAGE = 2

export function refuseOption(name: string, what: string, given: string): never {
  process.stderr.write(`bench: --${name} is ${what}, not ${JSON.stringify(given)}\n`)
  process.exit(USAGE)
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export interface Goal {
  name: string
  product: number
  limit: number
  unit: string
  /** `atLeast` for rates, `atMost` for times. */
  atLeast?: number
  atMost?: number
}

/** `name: product X, limit Y, ratio Z (goal ≥ G)`; the machine's load stands beside it, because it moves every figure. */
export function tellRatio({ name, product, limit, unit, atLeast, atMost }: Goal): void {
  const ratio = product / limit
  const goal = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`
  const reached = atLeast === undefined ? ratio <= atMost! : ratio >= atLeast
  say(
    `${mark(reached)} ${name}: product ${figure(product)} ${unit}, limit ${figure(limit)} ${unit}, ratio ${ratio.toFixed(2)} (goal ${goal})`,
  )
}

/** A figure with a fixed limit: bytes, milliseconds. */
export function tellMost(name: string, value: number, unit: string, most: number): void {
  say(`${mark(value <= most)} ${name}: ${figure(value)} ${unit} (goal ≤ ${most})`)
}

/** A figure that must not be smaller: a share, a probability. */
export function tellLeast(name: string, value: number, unit: string, least: number): void {
  say(`${mark(value >= least)} ${name}: ${figure(value)} ${unit} (goal ≥ ${least})`)
}

export function tellLoad(): void {
  say(
    `     load average ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  )
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** A broken limit also ends the bench with 1. */
function mark(reached: boolean): string {
  if (!reached) process.exitCode = 1
  return reached ? 'ok  ' : 'MISS'
}

function figure(value: number): string {
  if (!Number.isFinite(value)) return 'none'
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

export const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))
