/** The player's own data (office: account edit). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

const text = (max: number) =>
  z.coerce
    .string()
    .max(max)
    .regex(/^[^\u0000]*$/)
    .nullish()
    .transform((value) => value ?? '')

export const profileReply = z.object({
  first_name: z.string(),
  last_name: z.string(),
  /** dd.MM.yyyy, empty while it is not known. */
  birth_date: z.string(),
  city: z.string(),
  address: z.string(),
  country_id: z.number().int(),
  /** 0 = none chosen. */
  region_id: z.number().int(),
  /** Fields that cannot be changed any more. */
  locked: z.array(z.string()),
})
export type ProfileReply = z.output<typeof profileReply>

export const profileCall = endpoint({
  method: 'GET',
  path: '/web-api/office/profile',
  envelope: 'C',
  auth: 'token',
  reply: profileReply,
  summary: 'What the player has told of himself',
})

export const saveProfileCall = endpoint({
  method: 'POST',
  path: ['/web-api/office/saveprofile', '/office/saveprofile'],
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    first_name: text(100),
    last_name: text(100),
    birth_date: text(20),
    city: text(100),
    address: text(200),
    region_id: z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .nullish(),
  }),
  reply: profileReply,
  summary: 'Change what the player has told of himself; every wrong field is named in validation_errors',
})
