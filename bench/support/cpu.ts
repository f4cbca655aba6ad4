/** CPU that processes have used, read from /proc: where there is none, a figure is NaN. */
import { readdirSync, readFileSync } from 'node:fs'

/** Hundredths of a second, as Linux counts them for every machine we know. */
const TICK_MS = 10

interface Stat {
  parent: number
  ms: number
}

function statOf(pid: number | string): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program stands in brackets and may hold spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
    return { parent: Number(fields[1]), ms: ticks * TICK_MS }
  } catch {
    return null
  }
}

/** Milliseconds of CPU of a process, with its children that have ended. */
export function cpuMsOf(pid: number): number {
  return statOf(pid)?.ms ?? Number.NaN
}

/** The same with its living children: a PostgreSQL server and its backends. */
export function cpuMsOfFamily(pid: number): number {
  let ms = cpuMsOf(pid)
  if (Number.isNaN(ms)) return ms
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : null
    if (stat?.parent === pid) ms += stat.ms
  }
  return ms
}
