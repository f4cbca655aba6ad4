/**
 * A live price without React: its cell is rendered once, and what changes afterwards is written into its elements.
 * React may render the cell again at any time: it renders the same face from the same source, so nothing jumps back.
 */
import type { Milli } from '#lib/price.ts'
import { DIRECTION_MS } from './price-direction.ts'
import { isButton, type LockReason, type Moved, type PriceFace } from './price-face.ts'

export interface PriceNow {
  price: Milli | null
  lock: LockReason | null
  /** The price before it was boosted. */
  was?: Milli | undefined
}

/** Where a cell's price comes from. `now` gives the same object while nothing has changed. */
export interface PriceSource {
  now(): PriceNow
  /** What the server rendered. */
  first(): PriceNow
  watch(changed: () => void): () => void
}

export interface CellParts {
  /** The button; null while the cell is plain text. */
  element: HTMLElement | null
  source: PriceSource
  /** The face that has just been rendered. */
  face: PriceFace
  faceFor(now: PriceNow, moved: Moved | null): PriceFace
  /** The cell needs other elements: React must render it. */
  renderAgain(): void
}

/** A mark may stay this much longer than its time, so that marks fade together with the next change. */
const FADE_SLACK_MS = 250

export class PaintedPrice {
  /** Where the price moved within the last three seconds. */
  moved: Moved | null = null
  fadesAt = 0
  #price: Milli | null = null
  #seen = false
  #parts: CellParts | null = null
  /** What React rendered last, and what stands in the page. */
  #rendered: PriceFace | null = null
  #face: PriceFace | null = null
  #digits: Element | null = null

  /** After each commit: React may have written other elements, and the source may have moved on meanwhile. */
  settle(parts: CellParts): void {
    const same = this.#parts !== null && this.#parts.element === parts.element
    this.#face = same ? standing(this.#face!, this.#rendered!, parts.face) : parts.face
    this.#rendered = parts.face
    this.#parts = parts
    this.#digits = null
    this.#see(parts.source.now())
  }

  /** The source has changed. */
  readonly changed = (): void => {
    if (!this.#parts) return
    marks.sweep(performance.now())
    this.#see(this.#parts.source.now())
  }

  fade(): void {
    this.moved = null
    if (this.#parts) this.#paint(this.#parts.source.now())
  }

  leave(): void {
    marks.delete(this)
    this.#parts = null
  }

  /** What a press means now, whatever was rendered. */
  now(): PriceNow | null {
    return this.#parts?.source.now() ?? null
  }

  #see(now: PriceNow): void {
    const before = this.#price
    if (now.price !== before || !this.#seen) {
      this.#price = now.price
      if (this.#seen && before !== null && now.price !== null) {
        this.moved = now.price > before ? 'up' : 'down'
        marks.add(this)
      }
      this.#seen = true
    }
    this.#paint(now)
  }

  #paint(now: PriceNow): void {
    const { element, faceFor, renderAgain } = this.#parts!
    const before = this.#face!
    const face = faceFor(now, this.moved)
    this.#face = face
    if (!element || !isButton(face.state)) {
      if (face.state !== before.state) renderAgain()
      return
    }
    // The struck price beside a boosted one is an element of its own.
    if (face.was !== before.was) return renderAgain()
    if (face.digits !== before.digits) write((this.#digits ??= element.querySelector('[data-digits]')), face.digits)
    if (face.spoken !== before.spoken) write(element.firstElementChild, face.spoken)
    if (face.state !== before.state) element.dataset['state'] = face.state
    if (face.moved !== before.moved) setOrRemove(element, 'data-moved', face.moved)
    if (face.length !== before.length) setOrRemove(element, 'data-length', face.length)
    if (face.disabled !== before.disabled) setOrRemove(element, 'aria-disabled', face.disabled && 'true')
    if (face.reason !== before.reason) {
      setOrRemove(element, 'aria-description', face.reason)
      setOrRemove(element, 'data-tip', face.reason)
    }
  }
}

/** React writes only what differs from its own last rendering: the rest stays as it was painted. */
function standing(face: PriceFace, rendered: PriceFace, next: PriceFace): PriceFace {
  return {
    state: next.state === rendered.state ? face.state : next.state,
    moved: next.moved === rendered.moved ? face.moved : next.moved,
    length: next.length === rendered.length ? face.length : next.length,
    digits: next.digits === rendered.digits ? face.digits : next.digits,
    spoken: next.spoken === rendered.spoken ? face.spoken : next.spoken,
    reason: next.reason === rendered.reason ? face.reason : next.reason,
    disabled: next.disabled === rendered.disabled ? face.disabled : next.disabled,
    was: next.was,
  }
}

/** React keeps the text node of an element with one text, so it is written and not replaced. */
function write(element: Element | null, text: string): void {
  const node = element?.firstChild
  if (node) node.nodeValue = text
  else if (element) element.textContent = text
}

function setOrRemove(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

/** All marks of the page: they fade together with the next change, or by themselves soon after their time. */
class Marks {
  readonly #cells = new Set<PaintedPrice>()
  #timer: ReturnType<typeof setTimeout> | undefined

  add(cell: PaintedPrice): void {
    const now = performance.now()
    cell.fadesAt = now + DIRECTION_MS
    // Taken out and put in again, the set stays ordered by time.
    this.#cells.delete(cell)
    this.#cells.add(cell)
    if (this.#timer === undefined) this.#timer = setTimeout(this.#late, DIRECTION_MS + FADE_SLACK_MS)
  }

  delete(cell: PaintedPrice): void {
    this.#cells.delete(cell)
  }

  sweep(now: number): void {
    for (const cell of this.#cells) {
      if (cell.fadesAt > now) return
      this.#cells.delete(cell)
      cell.fade()
    }
  }

  readonly #late = (): void => {
    const now = performance.now()
    this.sweep(now)
    const [first] = this.#cells
    this.#timer = first ? setTimeout(this.#late, first.fadesAt - now + FADE_SLACK_MS) : undefined
  }
}

const marks = new Marks()
