/** The player's own data (office: account edit). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { optionalText } from '#platform/shared/wire-schema.ts'

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
    first_name: optionalText(100),
    last_name: optionalText(100),
    birth_date: optionalText(20),
    city: optionalText(100),
    address: optionalText(200),
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
