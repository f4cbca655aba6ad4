/** Calls of a player's account: balance, accounts, settings, configuration, activation (wire 12.1, 12.3, 13.1). */
import { z } from 'zod'
import { endpoint, office } from '#platform/shared/endpoint.ts'
import { optionalText } from '#platform/shared/wire-schema.ts'

export * from './contract/registration.ts'

const id = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1)
const attributes = <T extends z.ZodRawShape>(shape: T) => z.object({ data: z.object({ attributes: z.object(shape) }) })

export const accountReply = z.object({
  id: z.number().int(),
  idBonus: z.number().int(),
  type: z.number().int(),
  money: z.number(),
  name: z.string(),
  iso: z.string(),
  symbol: z.string(),
  isActive: z.boolean(),
  currencyId: z.number().int(),
  amountOfUnplacedBets: z.number(),
  points: z.number(),
  isBonusAccount: z.boolean(),
  isPointsTypeBalance: z.boolean(),
})
export type AccountReply = z.output<typeof accountReply>

export const balanceReply = z.object({
  balance: z.array(accountReply),
  accounts: z.array(accountReply),
  bonuses: z.array(accountReply),
  allAccounts: z.array(accountReply),
})

export const extendedBalanceCall = endpoint({
  method: 'GET',
  path: '/account-api/user/balance',
  envelope: 'B',
  auth: 'extended',
  reply: balanceReply,
  summary: 'Balances of the player',
})

export const balanceCall = endpoint({
  method: 'POST',
  path: ['/web-api/user/balance', '/user/balance'],
  envelope: 'B',
  auth: 'token',
  wire: true,
  reply: balanceReply,
  summary: 'Balances of the player',
})

export const setActiveAccountCall = endpoint({
  method: 'POST',
  path: '/web-api/user/setactiveaccount',
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ account_id: id, id_bonus: z.coerce.number().int().min(0).nullish() }),
  reply: accountReply,
  summary: 'Choose the account that bets and deposits use',
})

export const createCurrencyAccountCall = endpoint({
  method: 'POST',
  path: office('createCurrencyAccount'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ currency_id: id }),
  reply: accountReply,
  summary: 'Open an account in another currency',
})

export const deleteCurrencyAccountCall = endpoint({
  method: 'POST',
  path: office('deleteCurrencyAccount'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ account_id: id }),
  reply: z.object({ account_id: z.number().int(), deleted: z.literal(true) }),
  summary: 'Close an empty currency account',
})

const sports = z.array(z.number().int()).readonly()

/** E-mail and phone are masked: a***@example.test, ***45. */
const userConfigReply = z.object({
  userId: z.number().int(),
  login: z.string(),
  email: z.string(),
  phone: z.string(),
  name: z.string(),
  surname: z.string(),
  countryId: z.number().int(),
  currencyId: z.number().int(),
  currencyIso: z.string(),
  accountId: z.number().int(),
  language: z.string(),
  isActivated: z.boolean(),
  emailConfirmed: z.boolean(),
  /** False for a one-click account that was not made a full one. */
  isFull: z.boolean(),
  /** The paper that a full account is asked for in the player's country; null = none, or it was given. */
  paper: z
    .object({ document: z.enum(['passport', 'id_card', 'tax_number']), fields: z.array(z.enum(['personal_code', 'document_number'])) })
    .nullable(),
  /** Documents whose wording has changed since the player accepted it (ACC-04). */
  newTerms: z.array(z.object({ id: z.string(), version: z.string() })),
  isVerified: z.boolean(),
  hasTwoFactor: z.boolean(),
  hasQuestion: z.boolean(),
  authByEmail: z.boolean(),
  isVip: z.boolean(),
  minAge: z.number().int(),
  bonusId: z.number().int(),
  refId: z.number().int(),
  groupId: z.number().int(),
  mustChangePassword: z.boolean(),
  lastSession: z.object({ date: z.number().int(), ip: z.literal('***'), device: z.string(), country: z.string() }).nullable(),
  /** Sports that are neither shown nor bet on. */
  disallowSports: z.object({ line: sports, live: sports }),
  /** Products that the player has closed for himself, and the sports that they hold. */
  closed: z.object({ products: z.array(z.string()), sports }),
  settings: z.record(z.string(), z.number().int()),
  /** The format of prices that the player has chosen; null while he has chosen none, and the country's holds. */
  oddsFormat: z.number().int().nullable(),
})
export type UserConfig = z.output<typeof userConfigReply>

export const userConfigCall = endpoint({
  method: 'GET',
  path: '/web-api/user/getuserconfig',
  envelope: 'C',
  auth: 'player',
  reply: userConfigReply,
  summary: 'Flags and settings of the player',
})

export const settingsCall = endpoint({
  method: 'GET',
  path: '/api/web/user/v1/settings',
  envelope: 'J',
  auth: 'token',
  reply: z.object({
    data: z.array(
      z.object({
        type: z.literal('setting'),
        id: z.string(),
        attributes: z.object({ setting_id: z.number().int(), name: z.string(), setting_value: z.number().int() }),
      }),
    ),
  }),
  summary: 'Settings of the player',
})

export const friendTagCall = endpoint({
  method: 'GET',
  path: office('friend-reffer-tag'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  reply: z.object({ tag: z.string() }),
  summary: 'What the link to the site carries by which a player invites friends: ?tag=',
})

export const saveSettingCall = endpoint({
  method: 'POST',
  path: office('savesetting'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ setting_id: z.coerce.number().int().min(0).max(30_000), setting_value: z.coerce.number().int().min(0).max(30_000) }),
  reply: z.object({ setting_id: z.number().int(), setting_value: z.number().int() }),
  summary: 'Change a setting',
})

/** Said once, by the page that the player leaves for one in another language. */
export const languageCall = endpoint({
  method: 'POST',
  path: '/web-api/user/language',
  envelope: 'C',
  auth: 'player',
  wire: true,
  body: z.object({ lng: z.string().max(20) }),
  reply: z.object({ lng: z.string() }),
  summary: 'The language that the player has switched to: from now on letters come in it',
})

export const sendActivationCall = endpoint({
  method: 'POST',
  path: '/web-api/user/sendActivationMail',
  envelope: 'C',
  auth: 'none',
  wire: true,
  captcha: true,
  body: z.object({ email: optionalText(254) }),
  reply: z.object({ sent: z.literal(true), resend_after: z.number().int() }),
  summary: 'Send the confirmation letter again',
})

export const repeatActivationPopupCall = endpoint({
  method: 'POST',
  path: '/web-api/user/repeatActivationPopup',
  envelope: 'C',
  auth: 'token',
  reply: z.object({ show: z.boolean() }),
  summary: 'Whether the page should remind of the confirmation',
})

export const activateCall = endpoint({
  method: 'POST',
  path: '/web-api/api/internal/v1/user/activate',
  envelope: 'J',
  auth: 'none',
  body: attributes({
    hash: optionalText(100),
    phone: optionalText(20),
    sms_code: optionalText(20),
    country_code: optionalText(8),
    authId: optionalText(100),
  }),
  summary: 'Confirm an address by the hash of its letter, or finish a registration by phone with the code of its SMS',
})

export const activateFastCall = endpoint({
  method: 'POST',
  path: '/web-api/api/internal/v1/user/activatefast',
  envelope: 'J',
  auth: 'token',
  body: attributes({ userId: z.coerce.number().int().nullish(), phone: optionalText(20), email: optionalText(254) }),
  reply: z.object({
    data: z.object({
      type: z.literal('user'),
      id: z.string(),
      attributes: z.object({ userId: z.number().int(), isActivated: z.boolean(), userToken: z.string(), expireDate: z.number().int() }),
    }),
  }),
  summary: 'Give a one-click account its e-mail; a letter confirms it',
})

export const mailingCall = endpoint({
  method: 'POST',
  path: '/web-api/user/mailing',
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ email: z.boolean().nullish(), sms: z.boolean().nullish(), push: z.boolean().nullish() }),
  reply: z.object({
    email: z.boolean(),
    sms: z.boolean(),
    push: z.boolean(),
    /** Ours: Unix seconds of the choice in force, 0 = never asked. */
    since: z.object({ email: z.number().int(), sms: z.number().int(), push: z.number().int() }),
  }),
  summary: 'Which news the player wants',
})

const sportIds = z.array(id).max(300)

export const disallowSportsCall = endpoint({
  method: 'POST',
  path: '/api/web/user/v1/disallow-sports',
  envelope: 'J',
  auth: 'token',
  body: attributes({ lineDisallowSport: sportIds, liveDisallowSport: sportIds }),
  reply: z.object({
    data: z.object({
      type: z.literal('disallow-sports'),
      id: z.string(),
      attributes: z.object({ lineDisallowSport: sports, liveDisallowSport: sports }),
    }),
  }),
  summary: 'Sports that are neither shown to the player nor taken from him, by place',
})

export const convertCall = endpoint({
  method: 'POST',
  path: office('account/convert'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    email: optionalText(254),
    birth_date: optionalText(20),
    /** Of the paper that the brand asks for in the player's country. */
    personal_code: optionalText(100),
    document_number: optionalText(100),
  }),
  reply: z.object({ converted: z.literal(true) }),
  summary: 'Make a one-click account a full one: what it does not have yet is given, once',
})

export const acceptTermsCall = endpoint({
  method: 'POST',
  path: office('account/terms'),
  envelope: 'C',
  auth: 'token',
  body: z.object({
    /** What was shown; another wording than the one in force is not accepted by it. */
    accepted: z.array(z.object({ id: z.string().max(40), version: z.string().max(40) })).max(20),
  }),
  reply: z.object({ accepted: z.literal(true) }),
  summary: 'Accept the documents whose wording has changed',
})
