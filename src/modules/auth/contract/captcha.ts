/** Calls of the own captchas and of the frame for hosted ones (wire, table of own services: /puzzle-api). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { HOSTED_KINDS } from '../rules/captcha.ts'

const id = z.string().regex(/^[\w-]{10,64}$/)

const task = z.object({
  taskId: z.string(),
  kind: z.enum(['puzzle', 'hunt', 'pow', 'hosted']),
  /** Puzzle and hunt: address of the picture, which is served a few times. */
  image: z.string(),
  /** Puzzle: the loose piece and its distance from the upper edge; widths of picture and piece in its pixels. */
  piece: z.string().optional(),
  y: z.number().int().optional(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  pieceSize: z.number().int().optional(),
  /** Hunt: what to find among nine parts. */
  target: z.string().optional(),
  /** Proof of work: a challenge of ALTCHA version 2. */
  challenge: z.unknown().optional(),
  /** Hosted: the page to frame. */
  frame: z.string().optional(),
  expires: z.number().int(),
})
export type CaptchaTaskReply = z.output<typeof task>

export const captchaTaskCall = endpoint({
  method: 'POST',
  path: '/puzzle-api/v1/task',
  envelope: 'B',
  auth: 'none',
  wire: true,
  rateLimit: { max: 60, windowMs: 60_000 },
  body: z.object({ kind: z.enum(['puzzle', 'hunt', 'pow']).nullish() }),
  reply: task,
  summary: 'A captcha task of the kind that the brand asks for, or of the kind asked (pow is always offered)',
})

export const captchaSolveCall = endpoint({
  method: 'POST',
  path: '/puzzle-api/v1/solve',
  envelope: 'B',
  auth: 'none',
  wire: true,
  rateLimit: { max: 120, windowMs: 60_000 },
  body: z.object({
    taskId: id,
    x: z.coerce.number().min(0).max(10_000).nullish(),
    y: z.coerce.number().min(0).max(10_000).nullish(),
    track: z.array(z.coerce.number().min(-100_000).max(10_000_000)).max(2_000).nullish(),
    cells: z.array(z.coerce.number().int().min(0).max(8)).max(9).nullish(),
    counter: z.coerce.number().int().min(0).max(0xffffffff).nullish(),
    derivedKey: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullish(),
  }),
  reply: z.object({ ok: z.boolean(), token: z.string(), triesLeft: z.number().int() }),
  summary: 'Answers a captcha task; a right answer gives a token for x-captcha-token that works once',
})

export const captchaImageCall = endpoint({
  method: 'GET',
  path: '/puzzle-api/v1/image/:name',
  envelope: 'none',
  auth: 'none',
  contentType: 'image/png',
  rateLimit: { max: 240, windowMs: 60_000 },
  params: z.object({ name: z.string().regex(/^[\w-]{10,64}(\.piece)?\.png$/) }),
  summary: 'Picture of a captcha task',
})

export const captchaFrameCall = endpoint({
  method: 'GET',
  path: '/puzzle-api/v1/hosted',
  envelope: 'none',
  auth: 'none',
  contentType: 'text/html',
  query: z.object({ kind: z.enum(HOSTED_KINDS).nullish() }),
  summary: 'The page with the invisible widget of a hosted captcha, in a frame of its own; of the kind asked, else the one of the brand',
})
