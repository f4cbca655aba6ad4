/** The cashier of a brand: what it changes of the house's ways to pay, and what stands beside them. */
import { z } from 'zod'
import { country, currency } from './places.ts'

const amount = z.string().regex(/^\d{1,12}(\.\d{1,8})?$/)
const permille = z.int().min(0).max(200)
const minutes = z.int().min(0).max(20_160)

const method = z.strictObject({
  off: z.boolean().optional(),
  countries: z.array(country).max(250).optional(),
  currencies: z.array(currency).max(320).optional(),
  minEur: amount.optional(),
  maxEur: amount.optional(),
  feeInPermille: permille.optional(),
  outMinEur: amount.optional(),
  outMaxEur: amount.optional(),
  feeOutPermille: permille.optional(),
  payoutHours: z.int().min(0).max(720).optional(),
  depositMinutes: minutes.optional(),
})

export const cashierSchema = z.strictObject({
  methods: z.record(z.string().regex(/^[a-z0-9_]{1,30}$/), method).optional(),
  terminals: z
    .array(
      z.strictObject({
        country,
        city: z.string().min(1).max(60),
        name: z.string().min(1).max(60),
        address: z.string().min(1).max(120),
        hours: z.string().max(40),
        /** The same in other languages; left out: as above. */
        texts: z
          .record(
            z.string().max(7),
            z.strictObject({
              city: z.string().max(60),
              name: z.string().max(60),
              address: z.string().max(120),
              hours: z.string().max(40).optional(),
            }),
          )
          .optional(),
      }),
    )
    .max(5000)
    .optional(),
  consultant: z.strictObject({ countries: z.array(country).max(250) }).optional(),
  /** After how many days a first payment goes back whose payer has never entered his account; left out: 7. */
  untakenDays: z.int().min(2).max(90).optional(),
  firstDeposit: z.strictObject({ percent: z.int().min(1).max(500), maxEur: amount, minEur: amount }).optional(),
  rewards: z
    .array(
      z.strictObject({
        id: z.int().min(1).max(10_000),
        title: z.record(z.string().max(7), z.string().max(80)),
        points: z.int().min(1).max(10_000_000),
        amountEur: amount,
      }),
    )
    .max(50)
    .optional(),
  holds: z
    .strictObject({ firstMinutes: minutes.optional(), newMethodMinutes: minutes.optional(), largeMinutes: minutes.optional() })
    .optional(),
})
