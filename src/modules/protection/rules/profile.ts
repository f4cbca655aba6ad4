/** What a jurisdiction asks for, as data (standards §4): "standard", "strict" and those of countries, as far as their rules are keys here. Cells to be confirmed by counsel are named in `unconfirmed`. */
import { HOUR } from '#lib/time.ts'
import type { IdentityBlock, ProfileName } from '#platform/shared/site-config.ts'
import type { DepositCare } from './deposit-care.ts'
import { SELF_EXCLUSIONS, TIME_OUTS, type ExclusionPeriod } from './exclusion.ts'
import type { LimitWindows } from './limits.ts'

export interface Profile {
  /** Wait before a softer limit can be confirmed. */
  raiseWaitMs: number
  periods: readonly ExclusionPeriod[]
  minAge: number
  playerMayCancelWithdrawal: boolean
  /** A reality check at least so often, minutes; 0 = as the brand likes. */
  realityCheckMinutes: number
  /** Inactivity after which the player is signed out at the latest, minutes; 0 = as the brand likes. */
  autoLogoffMinutes: number
  /** Sessions that a player may hold at once; one more ends the one that rested longest (standards SES-08). */
  sessionsAtOnce: number
  /** Failed sign-ins in a row under one name after which only a reset opens the account again (standards ACC-11). */
  failedSignIns: number
  /** A code by letter or SMS where a right password comes in a strange way (standards SES-10). */
  asksStrangeSignIn: boolean
  /** Closed until the player is verified, whatever the brand says. */
  identityBefore: readonly IdentityBlock[]
  /** What may be played and paid in while the register of self-exclusions does not answer. */
  whenRegisterDown: 'refuse' | 'pass'
  /** Limits by the player's calendar day, week and month, or over the last 24 hours, 7 days and 30 days (standards RG-06). */
  limitWindows: LimitWindows
  /** null = a player sets what limits he likes, and a month of deposits has no end. */
  depositCare: DepositCare | null
  unconfirmed: readonly string[]
}

export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  standard: {
    raiseWaitMs: 24 * HOUR,
    periods: [...TIME_OUTS, ...SELF_EXCLUSIONS],
    minAge: 18,
    playerMayCancelWithdrawal: true,
    realityCheckMinutes: 0,
    autoLogoffMinutes: 0,
    sessionsAtOnce: 20,
    failedSignIns: 20,
    asksStrangeSignIn: true,
    identityBefore: [],
    whenRegisterDown: 'refuse',
    limitWindows: 'calendar',
    depositCare: null,
    unconfirmed: [],
  },
  strict: {
    raiseWaitMs: 72 * HOUR,
    periods: [...TIME_OUTS, ...SELF_EXCLUSIONS],
    minAge: 18,
    playerMayCancelWithdrawal: false,
    realityCheckMinutes: 60,
    autoLogoffMinutes: 30,
    sessionsAtOnce: 1,
    failedSignIns: 3,
    asksStrangeSignIn: true,
    identityBefore: ['withdrawal'],
    whenRegisterDown: 'refuse',
    limitWindows: 'rolling',
    depositCare: null,
    unconfirmed: [
      'raiseWaitMs',
      'playerMayCancelWithdrawal',
      'realityCheckMinutes',
      'autoLogoffMinutes',
      'sessionsAtOnce',
      'failedSignIns',
      'limitWindows',
    ],
  },
  nl: {
    raiseWaitMs: 24 * HOUR,
    periods: [...TIME_OUTS, ...SELF_EXCLUSIONS],
    minAge: 18,
    playerMayCancelWithdrawal: false,
    realityCheckMinutes: 0,
    autoLogoffMinutes: 0,
    sessionsAtOnce: 1,
    failedSignIns: 20,
    asksStrangeSignIn: true,
    identityBefore: ['play', 'deposit', 'withdrawal'],
    whenRegisterDown: 'refuse',
    limitWindows: 'calendar',
    depositCare: { youngBelow: 24, contactAboveEur: { usual: '350', young: '150' }, netMonthEur: { usual: '700', young: '300' } },
    unconfirmed: ['identityBefore', 'sessionsAtOnce'],
  },
  se: {
    raiseWaitMs: 72 * HOUR,
    periods: [...TIME_OUTS, ...SELF_EXCLUSIONS],
    minAge: 18,
    playerMayCancelWithdrawal: false,
    realityCheckMinutes: 0,
    autoLogoffMinutes: 2,
    sessionsAtOnce: 1,
    failedSignIns: 20,
    asksStrangeSignIn: true,
    identityBefore: ['play', 'deposit', 'withdrawal'],
    whenRegisterDown: 'refuse',
    limitWindows: 'calendar',
    depositCare: null,
    unconfirmed: ['raiseWaitMs', 'playerMayCancelWithdrawal', 'autoLogoffMinutes', 'sessionsAtOnce', 'identityBefore'],
  },
}

/** What of a brand is read against its profile. */
export interface BrandRules {
  profile?: ProfileName | undefined
  minAge: number | string | null
  playerCanCancelWithdrawal: boolean
  realityCheckMinutes?: number | undefined
  autoLogoff: boolean
  autoLogoffMinutes: number
  /** Papers that it takes are listed. */
  listsPapers: boolean
}

export function profileOf(name: ProfileName | undefined): Profile {
  return PROFILES[name ?? 'standard']
}

/** Rules of its profile that a brand breaks: names of the keys; empty when it may be published. */
export function brokenRules(brand: BrandRules): string[] {
  const profile = profileOf(brand.profile)
  const broken: string[] = []
  if (typeof brand.minAge === 'number' && brand.minAge !== 0 && brand.minAge < profile.minAge) broken.push('registration.min_age')
  if (brand.playerCanCancelWithdrawal && !profile.playerMayCancelWithdrawal) broken.push('withdrawals.playerCanCancel')
  const check = brand.realityCheckMinutes ?? 0
  if (profile.realityCheckMinutes > 0 && (check === 0 || check > profile.realityCheckMinutes))
    broken.push('responsible.realityCheckMinutes')
  const logoff = profile.autoLogoffMinutes
  if (logoff > 0 && (!brand.autoLogoff || brand.autoLogoffMinutes > logoff)) broken.push('responsible.autoLogoffMinutes')
  // What is closed for want of papers would stay open where nobody says which papers are taken.
  if (profile.identityBefore.length > 0 && !brand.listsPapers) broken.push('identification')
  return broken
}
