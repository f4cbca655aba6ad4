/**
 * Property tests draw the same cases on every run, so a red run is red for everybody. SEED=random draws new
 * ones, SEED=<number> repeats a run; fast-check prints the number when a property fails.
 */
import fc from 'fast-check'
import { afterAll, vi } from 'vitest'

const FIXED = 20_261_121
const wanted = process.env['SEED']
if (wanted !== 'random') fc.configureGlobal({ seed: wanted ? Number(wanted) : FIXED })

// Files share a process: a clock that one leaves stopped would hang the next.
afterAll(() => void vi.useRealTimers())
