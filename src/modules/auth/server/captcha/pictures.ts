/** Pictures of the puzzle and of the hunt, drawn anew from the numbers of the task whenever they are asked for. */
import { HUNT, HUNT_TARGETS, PUZZLE, type HuntTarget, type PuzzleSolution } from '../../rules/captcha.ts'
import {
  blend,
  colourOf,
  coverage,
  createCanvas,
  encodePng,
  fill,
  grain,
  paint,
  randomFrom,
  shadesOf,
  type Area,
  type Canvas,
  type Shape,
} from './canvas.ts'

/** A square with a knob at the right and a bite at the top, in a box of the piece's size. */
function jigsaw(left: number, top: number): Shape {
  const edge = 8
  const body = PUZZLE.piece - edge * 2
  const middle = PUZZLE.piece / 2
  const near = (dx: number, dy: number, radius: number) => dx * dx + dy * dy <= radius * radius
  return (px, py) => {
    const x = px - left
    const y = py - top
    if (near(x - (edge + body), y - middle, edge - 0.5)) return true
    if (near(x - middle, y - edge, edge)) return false
    return x >= edge && x <= edge + body && y >= edge && y <= edge + body
  }
}

const WHOLE: Area = { left: 0, top: 0, width: PUZZLE.width, height: PUZZLE.height }

/** Soft light, then overlapping shapes: nothing in it repeats. Only the area asked for is drawn. */
function scene(seed: number, area: Area = WHOLE): Canvas {
  const canvas = createCanvas(area.width, area.height)
  const random = randomFrom(seed)
  const hue = random() * 360
  const waves = [random() * 6, random() * 6, 2 + random() * 3]
  const shades = shadesOf(0.35)
  for (let y = area.top; y < area.top + area.height; y += 1) {
    for (let x = area.left; x < area.left + area.width; x += 1) {
      const light = 0.62 + 0.12 * Math.sin(x / 37 + waves[0]!) + 0.1 * Math.cos(y / 29 + waves[1]! + x / (40 * waves[2]!))
      fill(canvas, x - area.left, y - area.top, shades(hue + (x + y) / 6, light + grain(seed, x, y) * 0.05))
    }
  }
  for (let count = 0; count < 26; count += 1) {
    const size = 18 + random() * 60
    const box = { x: random() * (PUZZLE.width + 40) - 40 - area.left, y: random() * (PUZZLE.height + 40) - 40 - area.top, size }
    const name = HUNT_TARGETS[Math.floor(random() * HUNT_TARGETS.length)]!
    const turn = random() * 360
    const colour = colourOf((hue + random() * 160) % 360, 0.3 + random() * 0.4, 0.3 + random() * 0.45)
    paint(canvas, box, figure(name, box, turn), colour, 0.35 + random() * 0.4)
  }
  return canvas
}

/** The scene with the hole, and a shallow false one beside it for programs that look for edges. */
export function puzzlePicture(seed: number, { x, y }: PuzzleSolution): Promise<Buffer> {
  const canvas = scene(seed)
  const random = randomFrom(seed ^ 0x5bd1e995)
  const falseX = x > PUZZLE.width / 2 ? 20 + random() * (x - PUZZLE.piece - 40) : x + PUZZLE.piece + 10 + random() * 40
  const falseY = (y + 60 + random() * 20) % (PUZZLE.height - PUZZLE.piece)
  dent(canvas, Math.round(Math.min(falseX, PUZZLE.width - PUZZLE.piece)), Math.round(falseY), 0.22)
  dent(canvas, x, y, 0.62)
  return encodePng(canvas)
}

/** Darkens a hole of the piece's shape and lights its edge. */
function dent(canvas: Canvas, left: number, top: number, depth: number): void {
  const shape = jigsaw(left, top)
  const dark = colourOf(40, 0.15, 0.08)
  const bright = colourOf(50, 0.2, 0.96)
  for (let y = Math.max(0, top - 2); y < Math.min(canvas.height, top + PUZZLE.piece + 2); y += 1) {
    for (let x = Math.max(0, left - 2); x < Math.min(canvas.width, left + PUZZLE.piece + 2); x += 1) {
      const covered = coverage(shape, x, y)
      if (covered > 0) blend(canvas, x, y, dark, covered * depth)
      else if (shape(x + 1.7, y + 0.5) || shape(x - 0.7, y + 0.5) || shape(x + 0.5, y + 1.7) || shape(x + 0.5, y - 0.7)) {
        blend(canvas, x, y, bright, depth)
      }
    }
  }
}

/** What was cut out, with a bright edge, on nothing. */
export function piecePicture(seed: number, { x, y }: PuzzleSolution): Promise<Buffer> {
  const cut = scene(seed, { left: x, top: y, width: PUZZLE.piece, height: PUZZLE.piece })
  const piece = createCanvas(PUZZLE.piece, PUZZLE.piece)
  const shape = jigsaw(0, 0)
  const bright = colourOf(50, 0.2, 0.97)
  for (let py = 0; py < piece.height; py += 1) {
    for (let px = 0; px < piece.width; px += 1) {
      const covered = coverage(shape, px, py)
      if (covered === 0) continue
      const at = (py * piece.width + px) * 4
      piece.rgba.set(cut.rgba.subarray(at, at + 3), at)
      piece.rgba[at + 3] = covered * 255
      const inner = shape(px - 1, py) && shape(px + 2, py) && shape(px, py - 1) && shape(px, py + 2)
      if (!inner) blend(piece, px, py, bright, covered * 0.8)
    }
  }
  return encodePng(piece)
}

/** Nine parts; those of the solution show the target, the others anything else. */
export function huntPicture(seed: number, target: HuntTarget, solution: readonly number[]): Promise<Buffer> {
  const canvas = createCanvas(HUNT.part * 3, HUNT.part * 3)
  const random = randomFrom(seed)
  const shades = shadesOf(0.3)
  const others = HUNT_TARGETS.filter((name) => name !== target)
  for (let cell = 0; cell < HUNT.parts; cell += 1) {
    const left = (cell % 3) * HUNT.part
    const top = Math.floor(cell / 3) * HUNT.part
    const hue = random() * 360
    for (let y = top; y < top + HUNT.part; y += 1) {
      for (let x = left; x < left + HUNT.part; x += 1) {
        const light = 0.74 + 0.08 * Math.sin((x - left) / 11 + hue) + 0.06 * Math.cos((y - top) / 9) + grain(seed, x, y) * 0.07
        fill(canvas, x, y, shades(hue, light))
      }
    }
    const size = HUNT.part * (0.52 + random() * 0.24)
    const box = {
      x: left + 6 + random() * (HUNT.part - size - 12),
      y: top + 6 + random() * (HUNT.part - size - 12),
      size,
    }
    const name = solution.includes(cell) ? target : others[Math.floor(random() * others.length)]!
    const ink = colourOf((hue + 120 + random() * 120) % 360, 0.55, 0.26 + random() * 0.14)
    paint(canvas, box, figure(name, box, random() * 70 - 35), ink, 0.92)
    scratch(canvas, left, top, random)
  }
  return encodePng(canvas)
}

/** Thin curves over a part: edges of shapes are no longer the only edges. */
function scratch(canvas: Canvas, left: number, top: number, random: () => number): void {
  for (let count = 0; count < 3; count += 1) {
    const base = random() * HUNT.part
    const rise = (random() - 0.5) * 0.8
    const bend = 4 + random() * 8
    const colour = colourOf(random() * 360, 0.4, 0.5)
    for (let x = 0; x < HUNT.part; x += 1) {
      const y = Math.round(base + rise * x + bend * Math.sin(x / 13))
      if (y >= 0 && y < HUNT.part - 1) for (const step of [0, 1]) blend(canvas, left + x, top + y + step, colour, 0.55)
    }
  }
}

/** A figure in its box, turned by degrees. */
function figure(name: HuntTarget, box: { x: number; y: number; size: number }, degrees: number): Shape {
  const half = box.size / 2
  const cos = Math.cos((degrees * Math.PI) / 180)
  const sin = Math.sin((degrees * Math.PI) / 180)
  const inside = FIGURES[name]
  return (px, py) => {
    const x = (px - box.x - half) / half
    const y = (py - box.y - half) / half
    return inside(x * cos + y * sin, y * cos - x * sin)
  }
}

/** Figures around the middle, within 1 of it. */
const FIGURES: Readonly<Record<HuntTarget, Shape>> = {
  circle: (x, y) => x * x + y * y <= 0.8,
  square: (x, y) => Math.abs(x) <= 0.68 && Math.abs(y) <= 0.68,
  triangle: (x, y) => y <= 0.6 && y >= -0.9 + Math.abs(x) * 1.75,
  cross: (x, y) => Math.abs(x) <= 0.95 && Math.abs(y) <= 0.95 && (Math.abs(x) <= 0.28 || Math.abs(y) <= 0.28),
  moon: (x, y) => x * x + y * y <= 0.85 && (x - 0.42) ** 2 + y * y > 0.5,
  star: (x, y) => {
    const radius = Math.hypot(x, y)
    const fifth = (Math.PI * 2) / 5
    const turn = Math.abs(((((Math.atan2(x, -y) + fifth / 2) % fifth) + fifth) % fifth) - fifth / 2)
    // Between a point at distance 0.98 and a dent at 0.42 the edge is a straight line.
    const [outer, dent, half] = [0.98, 0.42, fifth / 2]
    return radius * (dent * Math.sin(half - turn) + outer * Math.sin(turn)) <= outer * dent * Math.sin(half)
  },
}
