/** The coupon as a picture: what is bet on and the prices, nothing of the account, no stake (XT-17). */
import { drawnDirection } from '#lib/text-direction.ts'

export interface CardLeg {
  title: string
  market: string
  teams: string
  /** As the player reads prices. */
  price: string
}

export interface Card {
  brand: string
  kind: string
  legs: readonly CardLeg[]
  /** "Total price 7.99", '' = the kind has none. */
  total: string
  code: string
  link: string
  rtl: boolean
}

const WIDTH = 720
const PAD = 44
const ROW = 104
const HEAD = 128
const FOOT = 128
/** What stands below is told as a number. */
export const CARD_LEGS = 10

function heightOf(card: Card): number {
  return HEAD + Math.min(card.legs.length, CARD_LEGS) * ROW + (card.legs.length > CARD_LEGS ? 40 : 0) + FOOT
}

/** Draws the card in the colours of the page's theme. */
export function drawCard(canvas: HTMLCanvasElement, card: Card): void {
  const scale = 2
  canvas.width = WIDTH * scale
  canvas.height = heightOf(card) * scale
  const context = canvas.getContext('2d')
  if (!context) return
  context.scale(scale, scale)
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  const family = getComputedStyle(document.body).fontFamily
  const pen = new Pen(context, card.rtl, family)
  pen.box(0, 0, WIDTH, heightOf(card), token('--surface'))
  stripe(context, token('--accent'), card.rtl)
  pen.start(card.brand, PAD, 56, 34, 800, token('--text'))
  pen.start(card.kind, PAD, 98, 20, 600, token('--text-2'))
  card.legs.slice(0, CARD_LEGS).forEach((leg, i) => {
    const y = HEAD + i * ROW
    pen.box(PAD, y, WIDTH - 2 * PAD, 1, token('--line'))
    pen.start(leg.title, PAD, y + 36, 24, 700, token('--text'), WIDTH - 2 * PAD - 140)
    pen.end(leg.price, PAD, y + 36, 26, 800, token('--text'))
    pen.start(leg.market, PAD, y + 62, 18, 500, token('--text-2'), WIDTH - 2 * PAD)
    pen.start(leg.teams, PAD, y + 88, 18, 500, token('--text-2'), WIDTH - 2 * PAD)
  })
  const rest = card.legs.length - CARD_LEGS
  const bottom = heightOf(card) - FOOT
  if (rest > 0) pen.start(`+ ${rest}`, PAD, bottom - 12, 20, 600, token('--text-2'))
  pen.box(PAD, bottom, WIDTH - 2 * PAD, 2, token('--text'))
  pen.start(card.total, PAD, bottom + 48, 26, 800, token('--text'))
  pen.end(card.code, PAD, bottom + 48, 26, 800, token('--link'))
  pen.start(card.link, PAD, bottom + 88, 18, 500, token('--text-2'), WIDTH - 2 * PAD)
}

/** The highlight of the house, in the upper corner. */
function stripe(context: CanvasRenderingContext2D, colour: string, rtl: boolean): void {
  const x = rtl ? 0 : WIDTH - 190
  const slant = rtl ? -24 : 24
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(x + 30 + slant, 0)
  context.lineTo(x + 150 + slant, 0)
  context.lineTo(x + 150, 84)
  context.lineTo(x + 30, 84)
  context.fill()
}

class Pen {
  readonly #context: CanvasRenderingContext2D
  readonly #rtl: boolean
  readonly #family: string

  constructor(context: CanvasRenderingContext2D, rtl: boolean, family: string) {
    this.#context = context
    this.#rtl = rtl
    this.#family = family
  }

  box(x: number, y: number, width: number, height: number, colour: string): void {
    this.#context.fillStyle = colour
    this.#context.fillRect(x, y, width, height)
  }

  start(text: string, inset: number, y: number, size: number, weight: number, colour: string, most = WIDTH): void {
    this.#write(text, this.#rtl ? WIDTH - inset : inset, y, this.#rtl ? 'right' : 'left', size, weight, colour, most)
  }

  end(text: string, inset: number, y: number, size: number, weight: number, colour: string): void {
    this.#write(text, this.#rtl ? inset : WIDTH - inset, y, this.#rtl ? 'left' : 'right', size, weight, colour, WIDTH)
  }

  #write(text: string, x: number, y: number, align: CanvasTextAlign, size: number, weight: number, colour: string, most: number): void {
    const context = this.#context
    context.font = `${weight} ${size}px ${this.#family}`
    context.direction = drawnDirection(text)
    context.textAlign = align
    context.fillStyle = colour
    let shown = text
    while (shown.length > 1 && context.measureText(shown).width > most) shown = `${shown.slice(0, -2).trimEnd()}…`
    context.fillText(shown, x, y)
  }
}
