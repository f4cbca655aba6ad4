/**
 * The two presses of a sale: the first arms the button with the sum, the second sells. Whatever moves in between is in
 * the button before it can be pressed again, and a press right after the first or after a move does not sell.
 */
import { divideFloor, type Minor } from '#lib/money.ts'
import { partOf } from './part-sale.ts'
import type { SaleTax } from './sale-tax.ts'

/** What is sold: stake that stays in play, of the stake that runs. */
export interface Portion {
  leftMinor: Minor
  runningMinor: Minor
  /** Of a part of a taxed bet. */
  tax?: SaleTax | null | undefined
}

/** What the whole is worth: to the player, and before tax where a tax is taken. */
interface Worth {
  valueMinor: Minor
  grossMinor?: Minor | undefined
}

export type Press =
  | { at: 'idle' }
  /** The sum of now is asked for, because the stream is silent. */
  | { at: 'asking'; portion: Portion }
  | { at: 'armed'; portion: Portion; sumMinor: Minor; moved: boolean; changedAt: number }
  | { at: 'selling'; portion: Portion; sumMinor: Minor; guid: string }
  | { at: 'sold'; portion: Portion; paidMinor: Minor }
  /** Nobody knows, or it was refused for good; the same key may be tried again. */
  | { at: 'failed'; portion: Portion; sumMinor: Minor; guid: string; message: string }

export type PressEvent =
  | { do: 'ask'; portion: Portion }
  | ({ do: 'arm'; portion: Portion; now: number } & Worth)
  /** The value of the whole moved; 0 = it is not bought now. */
  | ({ do: 'value'; now: number } & Worth)
  | { do: 'confirm'; guid: string; now: number }
  | { do: 'retry' }
  | { do: 'sold'; paidMinor: Minor }
  /** Refused: what was pressed brings so much now, the part alone where it is one. */
  | { do: 'moved'; sumMinor: Minor; now: number }
  | { do: 'failed'; message: string }
  | { do: 'cancel' }

export const IDLE: Press = { at: 'idle' }

/** So long a sum has to stand before it can be sold: nobody reads faster, and a double click is one press. */
export const READ_MS = 400

/** What a portion brings: its part of the value, of a taxed bet what the sale will pay for it. */
export function sumOf({ leftMinor, runningMinor, tax }: Portion, { valueMinor, grossMinor = valueMinor }: Worth): Minor {
  if (leftMinor <= 0n || runningMinor <= 0n) return valueMinor
  if (tax) return partOf(grossMinor, runningMinor - leftMinor, runningMinor, tax).netMinor
  return divideFloor(valueMinor * (runningMinor - leftMinor), runningMinor)
}

/** The value of now; while the stream has said nothing yet, the sum that was `read`. 0 = it is not bought now. */
export function offerNow(value: { off: string | null; valueMinor: Minor } | null, read: Minor): Minor {
  if (value === null) return read
  return value.off === null ? value.valueMinor : 0n
}

/** An order to sell at `targetMinor` would sell at once. */
export function isReached(targetMinor: Minor, offerMinor: Minor): boolean {
  return offerMinor > 0n && targetMinor <= offerMinor
}

export function press(state: Press, event: PressEvent): Press {
  switch (event.do) {
    case 'ask':
      return state.at === 'selling' ? state : { at: 'asking', portion: event.portion }
    case 'arm':
      return state.at === 'selling' ? state : armed(event.portion, sumOf(event.portion, event), event.now, false)
    case 'value':
      if (state.at !== 'armed') return state
      if (event.valueMinor <= 0n) return IDLE
      return valued(state, sumOf(state.portion, event), event.now)
    case 'confirm':
      if (state.at !== 'armed' || event.now - state.changedAt < READ_MS) return state
      return { at: 'selling', portion: state.portion, sumMinor: state.sumMinor, guid: event.guid }
    case 'retry':
      return state.at === 'failed' ? { at: 'selling', portion: state.portion, sumMinor: state.sumMinor, guid: state.guid } : state
    case 'sold':
      return state.at === 'selling' ? { at: 'sold', portion: state.portion, paidMinor: event.paidMinor } : state
    case 'moved':
      if (state.at !== 'selling') return state
      return armed(state.portion, event.sumMinor, event.now, true)
    case 'failed':
      return state.at === 'selling' || state.at === 'asking'
        ? {
            at: 'failed',
            portion: state.portion,
            sumMinor: state.at === 'selling' ? state.sumMinor : 0n,
            guid: state.at === 'selling' ? state.guid : '',
            message: event.message,
          }
        : state
    case 'cancel':
      return state.at === 'selling' ? state : IDLE
  }
}

function valued(state: Extract<Press, { at: 'armed' }>, sumMinor: Minor, now: number): Press {
  return sumMinor === state.sumMinor ? state : armed(state.portion, sumMinor, now, true)
}

function armed(portion: Portion, sumMinor: Minor, now: number, moved: boolean): Press {
  return sumMinor > 0n ? { at: 'armed', portion, sumMinor, moved, changedAt: now } : IDLE
}
