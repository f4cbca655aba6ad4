/** The additions to expresses as the brand Polosa has them. */
import type { BonusTable } from '#modules/payout/rules/express-bonus.ts'
import polosa from '../../brands/polosa/config.json' with { type: 'json' }

export const HYPER_BONUS_TABLE: BonusTable = polosa.config.coupon.boost.table
