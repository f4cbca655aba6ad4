/** The schema of a tax on bets, deposits and withdrawals (rules 5): data with a day from which it holds, never code. */
import { z } from 'zod'
import { country, currency } from './places.ts'

/** Below 1: "0.05", or a fraction "5/105". */
const rate = z
  .string()
  .regex(/^(0(\.\d{1,6})?|\d{1,6}\/[1-9]\d{0,5})$/)
  .refine((text) => {
    const [num, den = '1'] = text.split('/')
    return Number(num) < Number(den)
  }, 'a rate is below 1')
const amount = z.string().regex(/^\d{1,12}(\.\d{1,8})?$/)
const base = z.enum(['gross', 'net'])

/** Ascending, the first from 0: every base has exactly one bracket. */
const brackets = z
  .array(z.strictObject({ from: amount, rate }))
  .min(1)
  .max(20)
  .refine(
    (rows) => Number(rows[0]!.from) === 0 && rows.every((row, i) => i === 0 || Number(row.from) > Number(rows[i - 1]!.from)),
    'brackets begin at 0 and rise',
  )

export const taxRule = z
  .strictObject({
    country,
    /** A day in UTC; read back as ms. */
    validFrom: z.union([z.iso.date().transform((day) => Date.parse(day)), z.int()]),
    rule: z.string().regex(/^[A-Za-z0-9-]{2,40}$/),
    stake: z.strictObject({ mode: z.enum(['included', 'excluded']), rate }).optional(),
    payout: z.union([z.strictObject({ base, rate }), z.strictObject({ base, mode: z.enum(['slab', 'progressive']), brackets })]).optional(),
    threshold: amount.optional(),
    minPrice: z.int().min(1001).max(1_001_000).optional(),
    currency: currency.optional(),
    /** Of each deposit and each withdrawal, whatever is staked. */
    transfer: z.strictObject({ deposit: rate.optional(), withdrawal: rate.optional() }).optional(),
    returnsStakeTax: z.boolean(),
  })
  .refine(({ threshold, payout }) => threshold === undefined || payout !== undefined, 'a threshold belongs to a payout tax')
  .refine(
    ({ transfer }) => !transfer || transfer.deposit !== undefined || transfer.withdrawal !== undefined,
    'a tax on transfers takes of deposits or of withdrawals',
  )
  .refine(({ threshold, payout, currency: of }) => of !== undefined || !hasAmounts(threshold, payout), 'amounts need their currency')

/** A step at 0 is 0 in every currency. */
function hasAmounts(threshold: string | undefined, payout: object | undefined): boolean {
  return threshold !== undefined || (payout !== undefined && 'brackets' in payout && (payout.brackets as unknown[]).length > 1)
}
