/** How long what names a player is kept when nothing else asks for it: data, and an operator may shorten or lengthen it. */

/** Days. A rule is named once and its texts are `rule_<name>`. */
export const RETENTION_DAYS = {
  sessions: 400,
  security_events: 730,
  letters: 30,
  notices: 60,
  calls: 90,
  messages: 730,
  cookie_choices: 1_825,
  time_at_play: 400,
  unpaid_forms: 90,
  appeals: 730,
  paycheck_tries: 90,
} as const
export type RetentionRule = keyof typeof RETENTION_DAYS
export const RETENTION_RULES = Object.keys(RETENTION_DAYS) as RetentionRule[]

const LEAST = 1
const MOST = 3_650

/** Days of every rule: those of the operator where they are whole numbers in bounds, else those of the house. */
export function retentionDays(own: unknown): Record<RetentionRule, number> {
  const given = typeof own === 'object' && own !== null ? (own as Record<string, unknown>) : {}
  const daysOf = (rule: RetentionRule) => {
    const days = given[rule]
    return typeof days === 'number' && Number.isInteger(days) && days >= LEAST && days <= MOST ? days : RETENTION_DAYS[rule]
  }
  return Object.fromEntries(RETENTION_RULES.map((rule) => [rule, daysOf(rule)])) as Record<RetentionRule, number>
}

/** Years for which the law asks what moved money to be kept, and what else stays of an erased account. */
export const KEPT_YEARS = { money: 10, protection: 5, consent: 5, security: 2 } as const

const YEAR_DAYS = 365

/** A time as people say it: whole years in years, all others in days. */
export function asRead(days: number): { unit: 'years' | 'days'; count: number } {
  return days % YEAR_DAYS === 0 ? { unit: 'years', count: days / YEAR_DAYS } : { unit: 'days', count: days }
}
