/** Prices of outcomes since opening (EV-10): a call of ours, in the manner of the feeds. */
import { z } from 'zod'
import { feed, queryOf } from '#modules/line/contract/endpoints.ts'
import { envelopeA } from '#modules/line/contract/schemas.ts'

const id = z.number().int().nonnegative()
const point = z.object({ TS: id, C: z.number().positive(), CV: z.string() })

/** Without `type` the row markets of the game. `id` is I or CI of a game or part. */
export const GetCoefHistory = feed(
  'GetCoefHistory',
  'Prices of outcomes since opening, oldest first',
  queryOf('lng', 'cfview', 'partner', 'gr', 'country', 'id', 'type', 'param', 'playerId'),
  envelopeA(
    z
      .object({
        I: id,
        CI: id,
        KI: id,
        S: id,
        O: z
          .array(
            z.object({
              T: id,
              P: z.number().optional(),
              G: id,
              GS: id.optional(),
              C: z.number().positive(),
              CV: z.string(),
              B: z.literal(true).optional(),
              CE: z.literal(1).optional(),
              PL: z.object({ I: id, N: z.string() }).optional(),
              H: z.array(point),
            }),
          )
          .optional(),
      })
      .nullable(),
  ),
)
