/** What a brand says about itself over its pages: each popup once a browser. */
import { z } from 'zod'

const words = z.strictObject({
  title: z.string().min(1).max(80),
  text: z.string().min(1).max(400),
  action: z.string().min(1).max(40).optional(),
})

export const promoPopup = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,40}$/),
  audience: z.enum(['all', 'visitors', 'players']),
  /** A page of this site; without it the popup has no action. */
  link: z
    .string()
    .regex(/^\/[\w/?=&-]*$/)
    .max(200)
    .optional(),
  delayMs: z.int().min(0).max(60_000).default(3_000),
  /** By language; the page's own, else en, else ru. */
  texts: z.record(z.string().regex(/^[a-z]{2}$/), words),
})
export type PromoPopup = z.output<typeof promoPopup>

export const promoSchema = z.strictObject({ popups: z.array(promoPopup).max(10) }).default({ popups: [] })
