/** Loaded before the product: the machine's wall clock as the file CLOCK_JUMP_FILE says, read anew at every SIGUSR2. */
import { readFileSync } from 'node:fs'

const RealDate = Date
const file = process.env['CLOCK_JUMP_FILE']!
let jumpMs = 0

class JumpingDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(RealDate.now() + jumpMs)
    else super(...(given as [number]))
  }
  static override now(): number {
    return RealDate.now() + jumpMs
  }
}

globalThis.Date = JumpingDate as DateConstructor
process.on('SIGUSR2', () => {
  jumpMs = Number(readFileSync(file, 'utf8'))
})
