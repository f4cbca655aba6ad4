/** Bets after they were placed (wire 8.10) and the calls of our own beside it: sums, one bet, letters, clearing, a table. */
import { z } from 'zod'
import { flag } from '#modules/coupon/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { betInfos, betPage, cleared, details, letterSent, summary } from './contract/answers.ts'

const time = z.coerce.number().int().min(0).max(4_102_444_800)
const number = (max: number) => z.coerce.number().int().min(0).max(max)
/** An account of the player, 0 = the active one. */
const account = number(2 ** 31 - 1).default(0)
const sort = z.coerce.number().int().min(-1_000).max(1_000).default(1)
const lng = z
  .string()
  .max(10)
  .regex(/^[A-Za-z_-]*$/)
  .optional()
const words = z.string().max(100).default('')
/** IANA name; what is no zone of this machine counts as UTC. */
const zone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_+\-/]*$/)
  .default('UTC')

/** Our own: the last so many days by the server's clock, when no dates are given. */
const days = z.coerce.number().int().min(1).max(90).optional()

/** What narrows a list; the same for the list, its sums and its table. */
const filterFields = {
  timestamp_from: time.optional(),
  timestamp_to: time.optional(),
  days,
  /** Account or bonus account, 0 = the active one. */
  account_id: account,
  /** 0 line, 1 live. */
  feed_types: z.array(number(9)).max(10).optional(),
  bet_common_statuses: z.array(number(99)).max(20).optional(),
  /** Vid, or the old code Vid · 10000 + k · 100 + n. */
  bet_types: z.array(number(999_999)).max(30).optional(),
  /** By the time of settlement instead of that of acceptance. */
  is_calculated_date_type: flag(false),
  include_terminal_bets: flag(false),
  only_for_sale: flag(false),
  /** Our own: open singles that a power bet can raise now. */
  only_for_power: flag(false),
  /** Our own: a side, a championship or the number of a bet. */
  search: words,
  lng,
}

export const betHistory = endpoint({
  method: 'POST',
  path: ['/web-api/office/history', '/office/history'],
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    ...filterFields,
    coef_view: number(100).optional(),
    /** 1 new first, 0 old first; our own: 2 by stake, 3 by what came back, 4 by price. */
    sort_type: sort,
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    count: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: betPage,
  summary: 'Bets of an account, newest first; the last seven days without dates.',
})

export const betInfoHistory = endpoint({
  method: 'POST',
  path: '/service-api/LiveBet/Secure/GetBetInfoHistory',
  serviceRoot: true,
  envelope: 'B',
  auth: 'token',
  wire: true,
  body: z.object({
    DateFrom: time.optional(),
    DateTo: time.optional(),
    CfView: number(100).optional(),
    BetTypes: z.array(number(999_999)).max(30).optional(),
    BetStatuses: z.array(number(99)).max(20).optional(),
    SortType: sort,
    /** A bonus account of the player; 0 = the active account. */
    BonusUserId: account,
    Language: lng,
    Count: z.coerce.number().int().min(1).max(300).default(300),
    ByBetSettlingDates: flag(false),
    OnlyBetsForSale: flag(false),
    CalculateSaleInfo: flag(false),
    UseArchive: flag(false),
    IncludeTerminalBets: flag(false),
  }),
  reply: betInfos,
  summary: 'Bets of the active account in the form of the application programs.',
})

export const historySummary = endpoint({
  method: 'POST',
  path: '/web-api/office/history/summary',
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    ...filterFields,
    time_zone: zone,
    /** Also what the account has cleared from its lists and what the brand hides from them: a statement is whole. */
    with_cleared: flag(false),
  }),
  reply: summary,
  summary: 'Sums of the bets that the filter lets through, by day, and what was paid in and out of the account in that time.',
})

export const betDetails = endpoint({
  method: 'GET',
  path: '/web-api/bets/details',
  envelope: 'C',
  auth: 'token',
  wire: true,
  query: z.object({ bet_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER), lng }),
  reply: details,
  summary: 'One bet of the player: the row of the history, prices asked, what was agreed, every movement of its money, its changes.',
})

export const historyTable = endpoint({
  method: 'GET',
  path: '/web-api/office/history/table.csv',
  envelope: 'none',
  auth: 'player',
  wire: true,
  rateLimit: { max: 30, windowMs: 60_000 },
  query: z.object({
    timestamp_from: time.optional(),
    timestamp_to: time.optional(),
    days,
    account_id: account,
    feed_types: z.string().max(20).default(''),
    bet_common_statuses: z.string().max(60).default(''),
    bet_types: z.string().max(200).default(''),
    is_calculated_date_type: flag(false),
    search: words,
    time_zone: zone,
    lng,
  }),
  summary: 'Bets as a table that spreadsheets open: every one of the window, also cleared ones, sums in the decimals of the currency.',
})

const letterFields = {
  timestamp_from: time.optional(),
  timestamp_to: time.optional(),
  days,
  account_id: account,
  time_zone: zone,
  lng,
}

export const mailAddress = endpoint({
  method: 'GET',
  path: '/web-api/office/history/mail-address',
  envelope: 'C',
  auth: 'token',
  wire: true,
  rateLimit: { max: 60, windowMs: 60_000 },
  reply: z.object({ to: z.string().nullable(), confirmed: z.boolean() }),
  summary:
    'Where a letter would go, hidden but for its ends, and whether its player has confirmed that it is theirs; null: there is no address.',
})

export const betsMail = endpoint({
  method: 'POST',
  path: '/web-api/office/history/mail',
  envelope: 'C',
  auth: 'token',
  wire: true,
  rateLimit: { max: 30, windowMs: 60_000 },
  body: z.object(letterFields),
  reply: letterSent,
  summary: 'Sends the bets of the window to the address of the account.',
})

export const casinoMail = endpoint({
  method: 'POST',
  path: '/web-api/office/history/casino-mail',
  envelope: 'C',
  auth: 'token',
  wire: true,
  rateLimit: { max: 30, windowMs: 60_000 },
  body: z.object(letterFields),
  reply: letterSent,
  summary: 'Sends what was staked and won in the casino, by day, to the address of the account.',
})

export const historyClear = endpoint({
  method: 'POST',
  path: '/web-api/office/history/clear',
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    account_id: account,
    /** Shows again what was cleared. */
    undo: flag(false),
  }),
  reply: cleared,
  summary: 'Hides the decided bets of an account from its lists; they stay on the server.',
})

export type BetHistoryRequest = z.output<(typeof betHistory)['body']>
export type BetInfoRequest = z.output<(typeof betInfoHistory)['body']>
export type SummaryRequest = z.output<(typeof historySummary)['body']>
export type TableRequest = z.output<(typeof historyTable)['query']>
export type LetterRequest = z.output<(typeof betsMail)['body']>
export type FilterRequest = Pick<
  BetHistoryRequest,
  | 'timestamp_from'
  | 'timestamp_to'
  | 'days'
  | 'account_id'
  | 'feed_types'
  | 'bet_common_statuses'
  | 'bet_types'
  | 'is_calculated_date_type'
  | 'only_for_sale'
  | 'only_for_power'
  | 'search'
>

export const popularOutcomes = endpoint({
  method: 'GET',
  path: '/web-api/coupon/popular',
  envelope: 'C',
  auth: 'none',
  rateLimit: { max: 60, windowMs: 60_000 },
  query: z.object({ lng }),
  reply: z.array(
    z.object({
      GameId: z.int(),
      GameConstId: z.int(),
      Type: z.int(),
      Param: z.number(),
      PlayerId: z.int(),
      Coef: z.number(),
      Kind: z.union([z.literal(1), z.literal(3)]),
      SportId: z.int(),
      ChampId: z.int(),
      Start: z.int(),
      Opp1: z.string(),
      Opp2: z.string(),
      Champ: z.string(),
      Market: z.string(),
      Outcome: z.string(),
      Period: z.string(),
      Players: z.int(),
    }),
  ),
  summary: 'Open outcomes that most players have chosen in the last hours: at most three, of different games.',
})
