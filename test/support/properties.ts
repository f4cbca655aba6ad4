/**
 * Property tests draw the same cases on every run, so a red run is red for everybody. SEED=random draws new
 * ones, SEED=<number> repeats a run; fast-check prints the number when a property fails.
 */
import fc from 'fast-check'
import { afterAll, vi } from 'vitest'

const FIXED = 20_261_121
const wanted = process.env['SEED']
if (wanted !== 'random') fc.configureGlobal({ seed: wanted ? Number(wanted) : FIXED })

// A second, as it is by itself, is short where another worker has the machine. Files share `vi`: it is wrapped once.
const PATIENT = Symbol.for('polosa.patient')
const plain = vi.waitFor
if (!(PATIENT in plain)) {
  const patient: typeof plain = (callback, options = {}) =>
    plain(callback, { timeout: 10_000, ...(typeof options === 'number' ? { timeout: options } : options) })
  vi.waitFor = Object.assign(patient, { [PATIENT]: true })
}

// Files share a process: a clock that one leaves stopped would hang the next.
afterAll(() => void vi.useRealTimers())
