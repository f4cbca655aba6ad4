/** Calls beside the cashier: paper checks, cash points, instructions, the first deposit, rewards (features PY-07, PY-08, PY-11, WA-08, WA-09). */
import { z } from 'zod'
import { endpoint, office } from '#platform/shared/endpoint.ts'
import { flag, pageNumber, pageOf } from '#platform/shared/wire-schema.ts'
import { movements, paymentTax } from '../contract.ts'

const requestKey = z.string().regex(/^[\w-]{16,64}$/)

const paycheckItem = z.object({ id: z.number().int(), date: z.number().int(), sum: z.number(), tax: paymentTax, currency: z.string() })

export const paycheckCall = endpoint({
  method: 'POST',
  path: office('paycheck'),
  envelope: 'C',
  auth: 'token',
  feature: 'deposit',
  wire: true,
  body: z.object({
    code: z.string().min(1).max(40),
  }),
  reply: paycheckItem.extend({ account_id: z.number().int(), repeated: z.boolean() }),
  summary: 'Credit a paper check by its code, once',
})

export const paychecksCall = endpoint({
  method: 'POST',
  path: office('getpaychecks'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ page_number: pageNumber }),
  reply: pageOf(paycheckItem),
  summary: 'Paper checks that the player has credited',
})

export const terminalsCall = endpoint({
  method: 'GET',
  path: '/web-api/payments/cash-terminals',
  envelope: 'C',
  auth: 'none',
  query: z.object({
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/)
      .optional(),
    search: z.string().max(100).default(''),
    page_number: pageNumber,
  }),
  reply: z.object({
    country: z.string(),
    countries: z.array(z.string()),
    items: z.array(z.object({ city: z.string(), name: z.string(), address: z.string(), hours: z.string() })),
    page_number: z.number().int(),
    pages: z.number().int(),
  }),
  summary: 'Places that take cash, by country and words',
})

export const instructionFile = endpoint({
  method: 'GET',
  path: '/web-api/payments/instructions/:file',
  envelope: 'none',
  auth: 'none',
  params: z.object({ file: z.enum(['deposit.txt', 'withdrawal.txt']) }),
  summary: 'How to pay in or out, as a file: ways, bounds, fees and times of the visitor’s country',
})

const firstDeposit = {
  envelope: 'C',
  auth: 'none',
  reply: z.object({
    hasFirstDeposit: z.boolean(),
    percentFirstDeposit: z.string(),
    bonusAmount: z.string(),
    amountFirstDeposit: z.string(),
    currencyFirstDeposit: z.string(),
    bonusButtonTooltip: z.string().nullable(),
    bonusDropdownDescription: z.string().nullable(),
    bonusPopupTitle: z.string(),
    bonusPopupDescription: z.string(),
    bonusPopupBtnText: z.string(),
  }),
} as const

export const firstDepositCall = endpoint({
  method: 'GET',
  path: ['/web-api/api/v3/bonuses/first-deposit', '/api/v3/bonuses/first-deposit'],
  ...firstDeposit,
  summary: 'What the first deposit brings this player, with the texts of its popup',
})

export const firstDepositPost = endpoint({
  method: 'POST',
  path: '/web-api/api/v3/bonuses/first-deposit',
  csrf: false,
  ...firstDeposit,
  summary: 'The same, asked by POST',
})

export const rewardsCall = endpoint({
  method: 'GET',
  path: office('balance-rewards'),
  envelope: 'C',
  auth: 'token',
  reply: z.object({
    points: z.number(),
    money: z.number(),
    currency: z.string(),
    rewards: z.array(
      z.object({
        id: z.number().int(),
        title: z.string(),
        price: z.number(),
        type: z.number().int(),
        sum: z.number(),
        currency: z.string(),
      }),
    ),
  }),
  summary: 'Points, the bonus balance, and what points are exchanged for',
})

export const takeRewardCall = endpoint({
  method: 'POST',
  path: office('take-reward'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ reward_id: z.coerce.number().int().min(1).max(10_000), request_key: requestKey }),
  reply: z.object({ reward_id: z.number().int(), sum: z.number(), currency: z.string(), repeated: z.boolean() }),
  summary: 'Exchange points for a reward, once a key',
})

export const virtualHistoryCall = endpoint({
  method: 'POST',
  path: [...office('gethistorypaymentvirtualaccount'), ...office('virtualaccount')],
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    is_include_archive: flag,
    page_number: pageNumber,
    /** A bonus or points account of the player; 0 = all of them. */
    account_id: z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .default(0),
  }),
  reply: movements,
  summary: 'Movements of the bonus and points accounts',
})
