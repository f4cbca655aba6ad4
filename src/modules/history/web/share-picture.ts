/** The share card as a picture: what was chosen, at which price and what became of it; no account, no number, no stake. Drawn, so that it needs no server. */
import { priceText, type Milli } from '#lib/price.ts'
import { drawnDirection } from '#lib/text-direction.ts'
import { combine, combinedMilli } from '#modules/coupon/rules/combined.ts'
import { saysMarket } from '../rules/outcome-title.ts'
import { backOf, type Bet } from './bets.ts'

const WIDTH = 1080
const PAD = 72
const ROW = 164
const HEAD = 220
const FOOT = 200
/** More legs than these are told as a number. */
export const MOST_LEGS = 8

interface CardWords {
  brand: string
  /** The house's own sign stands before its name; other brands have their name alone. */
  marked: boolean
  kind: string
  /** Of a bet that no one coefficient stands for '', until it has paid. */
  price: string
  total: string
  more: string
  rtl: boolean
  prices: readonly string[]
  /** What became of each leg, '' while it is open. */
  results: readonly string[]
}

const SETTLED: readonly number[] = [2, 4, 5]

/** How often its stake a settled bet has brought, the digit that does not count cut off; null while it is open, and of a sold one. */
export function paidTimes({ status, stake, ...bet }: Pick<Bet, 'status' | 'stake' | 'win' | 'sold' | 'possible'>): string | null {
  if (!SETTLED.includes(status) || bet.win === null || stake <= 0n) return null
  return `×${priceText(Number((backOf(bet, bet.win) * 1000n) / stake))}`
}

export function totalPrice(bet: Pick<Bet, 'price'>): Milli {
  return Math.round(Number(bet.price) * 1000)
}

/** Beside each leg. A single has one price, the bet's: an edit has made another of the one that its leg had. */
export function shownPrices(bet: Pick<Bet, 'price' | 'legs'>): Milli[] {
  return bet.legs.length === 1 ? [totalPrice(bet)] : bet.legs.map((leg) => leg.given)
}

const RETURNED = 3

/** As the card lists them, a returned leg for once its stake. */
export function listedPrices(bet: Pick<Bet, 'price' | 'legs'>): Milli[] {
  return shownPrices(bet).map((price, i) => (bet.legs[i]!.result === RETURNED ? 1000 : price))
}

/** What stands below a bet that nothing has been paid for: of one whose price was the product of its legs, the product of those that the card lists. */
export function listedTotal(bet: Pick<Bet, 'price' | 'legs'>): Milli {
  const agreed = totalPrice(bet)
  return combinedMilli(combine(shownPrices(bet))) === BigInt(agreed) ? Number(combinedMilli(combine(listedPrices(bet)))) : agreed
}

function cardHeight(legs: number): number {
  return HEAD + Math.min(legs, MOST_LEGS) * ROW + (legs > MOST_LEGS ? 60 : 0) + FOOT
}

export function drawCard(canvas: HTMLCanvasElement, bet: Bet, words: CardWords): void {
  const height = cardHeight(bet.legs.length)
  canvas.width = WIDTH
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) return
  const style = getComputedStyle(canvas)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const family = colour('--font') || 'sans-serif'
  const write = (
    text: string,
    x: number,
    y: number,
    look: { size: number; weight?: number; colour?: string; end?: boolean; width?: number },
  ) => {
    pen.font = `${look.weight ?? 400} ${look.size}px ${family}`
    pen.fillStyle = colour(look.colour ?? '--text')
    pen.direction = drawnDirection(text)
    pen.textAlign = words.rtl === (look.end ?? false) ? 'left' : 'right'
    const edge = words.rtl ? WIDTH - x : x
    pen.fillText(cut(pen, text, look.width ?? WIDTH - 2 * PAD), edge, y)
  }
  pen.fillStyle = colour('--bg')
  pen.fillRect(0, 0, WIDTH, height)
  logo(pen, colour, words, family)
  write(words.kind, PAD, 184, { size: 32, colour: '--text-2' })
  bet.legs.slice(0, MOST_LEGS).forEach((leg, i) => {
    const y = HEAD + i * ROW
    pen.fillStyle = colour('--line')
    pen.fillRect(PAD, y, WIDTH - 2 * PAD, 2)
    write(leg.title, PAD, y + 52, { size: 36, weight: 700, width: 700 })
    const below = saysMarket(leg.market, leg.title) ? [leg.game] : [leg.market, leg.game]
    below.forEach((line, n) => write(line, PAD, y + 96 + n * 40, { size: 28, colour: '--text-2', width: 700 }))
    const result = words.results[i] ?? ''
    write(words.prices[i] ?? '', WIDTH - PAD, y + (result ? 68 : 88), { size: 44, weight: 800, end: true })
    if (result) write(result, WIDTH - PAD, y + 116, { size: 28, colour: '--text-2', end: true, width: 380 })
  })
  const y = height - FOOT
  if (bet.legs.length > MOST_LEGS) write(words.more, PAD, y - 16, { size: 28, colour: '--text-2' })
  pen.fillStyle = colour('--text')
  pen.fillRect(PAD, y, WIDTH - 2 * PAD, 4)
  write(words.total, PAD, y + 96, { size: 36, colour: '--text-2' })
  if (words.price) highlighted(pen, colour, words, y + 100, family)
}

/** The total price on the marker's stroke, as everything that is chosen. */
function highlighted(pen: CanvasRenderingContext2D, colour: (name: string) => string, words: CardWords, y: number, family: string): void {
  pen.font = `800 64px ${family}`
  const width = pen.measureText(words.price).width + 64
  const left = words.rtl ? PAD : WIDTH - PAD - width
  pen.save()
  pen.transform(1, 0, words.rtl ? 0.18 : -0.18, 1, words.rtl ? -y * 0.18 : y * 0.18, 0)
  pen.fillStyle = colour('--accent')
  pen.fillRect(left, y - 66, width, 88)
  pen.restore()
  pen.fillStyle = colour('--on-accent')
  pen.textAlign = 'center'
  pen.direction = 'ltr'
  pen.fillText(words.price, left + width / 2, y)
}

const MARK = 96

/** Sign and name are one and read from left to right in every language, as in the header. */
function logo(pen: CanvasRenderingContext2D, colour: (name: string) => string, { brand, marked, rtl }: CardWords, family: string): void {
  pen.font = `800 52px ${family}`
  pen.direction = 'ltr'
  pen.textAlign = 'left'
  const before = marked ? MARK : 0
  const left = rtl ? WIDTH - PAD - before - pen.measureText(brand).width : PAD
  if (marked) mark(pen, colour, left)
  pen.fillStyle = colour('--text')
  pen.fillText(brand, left + before, 116)
}

/** Three slanted lines, the first of them marked: the sign of the house. */
function mark(pen: CanvasRenderingContext2D, colour: (name: string) => string, left: number): void {
  const lines: readonly [string, number][] = [
    ['--accent', 76],
    ['--text', 60],
    ['--text', 44],
  ]
  lines.forEach(([name, width], i) => {
    pen.save()
    pen.transform(1, 0, -0.18, 1, left + 16, 72 + i * 20)
    pen.fillStyle = colour(name)
    pen.fillRect(0, 0, width, 12)
    pen.restore()
  })
}

function cut(pen: CanvasRenderingContext2D, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text
  let end = text.length
  while (end > 1 && pen.measureText(`${text.slice(0, end)}…`).width > width) end -= 1
  return `${text.slice(0, end).trimEnd()}…`
}
