/** A small picture of our own: shapes by predicate, smooth edges, and a PNG of it. SVG would tell the answer. */
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const deflated = promisify<Buffer, { level: number }, Buffer>(deflate)

export interface Canvas {
  width: number
  height: number
  /** Red, green, blue, opacity of each pixel. */
  rgba: Uint8ClampedArray
}

export type Colour = readonly [red: number, green: number, blue: number]
/** Whether a point is inside, in pixels. */
export type Shape = (x: number, y: number) => boolean

export function createCanvas(width: number, height: number): Canvas {
  return { width, height, rgba: new Uint8ClampedArray(width * height * 4) }
}

/** Numbers below 1 from a seed: the same picture again for the same task. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** From -0.5 to 0.5 for a pixel, always the same: a part of a picture can be drawn alone. */
export function grain(seed: number, x: number, y: number): number {
  let mixed = Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca6b) ^ seed
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 4_294_967_296 - 0.5
}

/** Hue in degrees, saturation and lightness 0 to 1. */
export function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const chroma = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12
    return Math.round(255 * (lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

/** Colours of one saturation by hue and lightness in steps: computed once each, and few enough for a small file. */
export function shadesOf(saturation: number): (hue: number, lightness: number) => Colour {
  const known = new Map<number, Colour>()
  return (hue, lightness) => {
    const hueStep = Math.round((hue % 360) / 6)
    const lightStep = Math.round(lightness * 64)
    const key = hueStep * 100 + lightStep
    let colour = known.get(key)
    if (!colour) known.set(key, (colour = colourOf(hueStep * 6, saturation, lightStep / 64)))
    return colour
  }
}

/** How much of a pixel the shape covers, from four points of it. */
export function coverage(shape: Shape, x: number, y: number): number {
  let hits = 0
  for (const dx of [0.25, 0.75]) for (const dy of [0.25, 0.75]) if (shape(x + dx, y + dy)) hits += 1
  return hits / 4
}

export function fill({ rgba, width }: Canvas, x: number, y: number, [red, green, blue]: Colour): void {
  const at = (y * width + x) * 4
  rgba[at] = red
  rgba[at + 1] = green
  rgba[at + 2] = blue
  rgba[at + 3] = 255
}

/** Lays a colour over a pixel. */
export function blend({ rgba, width }: Canvas, x: number, y: number, colour: Colour, opacity: number): void {
  const at = (y * width + x) * 4
  for (let channel = 0; channel < 3; channel += 1) {
    rgba[at + channel] = rgba[at + channel]! * (1 - opacity) + colour[channel]! * opacity
  }
  rgba[at + 3] = Math.max(rgba[at + 3]!, opacity * 255)
}

/** A part of a picture, in pixels. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

export interface Box {
  x: number
  y: number
  size: number
}

/** Paints a shape inside a box; what lies outside the canvas is left out. */
export function paint(canvas: Canvas, box: Box, shape: Shape, colour: Colour, opacity: number): void {
  const right = Math.min(canvas.width, Math.ceil(box.x + box.size))
  const bottom = Math.min(canvas.height, Math.ceil(box.y + box.size))
  for (let y = Math.max(0, Math.floor(box.y)); y < bottom; y += 1) {
    for (let x = Math.max(0, Math.floor(box.x)); x < right; x += 1) {
      const covered = coverage(shape, x, y)
      if (covered > 0) blend(canvas, x, y, colour, covered * opacity)
    }
  }
}

export async function encodePng({ width, height, rgba }: Canvas): Promise<Buffer> {
  const rows = Buffer.alloc(height * (width * 4 + 1))
  for (let y = 0; y < height; y += 1) {
    rows.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits a channel, red green blue and opacity.
  head.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', await deflated(rows, { level: 5 })), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
