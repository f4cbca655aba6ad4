/** What the pages know about a signed-in player (wire 12.3 getuserconfig), masked where it need not be whole. */
import { unixSeconds } from '#lib/time.ts'
import { enforcedMinAge } from '../rules/min-age.ts'
import { SETTING_ID, SETTINGS } from '../rules/settings.ts'
import { maskEmail, maskPhone, selectPlayer, selectPreviousSessionOptional, sessionOf } from '#modules/auth/server/index.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { listNewTerms } from './accepted-terms.ts'
import { paperOf } from './convert.ts'
import { selectDisallowedSports } from './disallowed-sports.ts'
import type { AccountDeps } from './register.ts'
import { hasPaper } from './registration-paper.ts'

/** Which of these players have turned a switch off that stands on by itself. */
export async function listTurnedOff(db: Db | Tx, setting: keyof typeof SETTING_ID, playerIds: readonly number[]): Promise<Set<number>> {
  if (playerIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('player_setting')
    .select('player_id')
    .where('setting_id', '=', SETTING_ID[setting])
    .where('value', '=', 0)
    .where('player_id', 'in', [...new Set(playerIds)])
    .execute()
  return new Set(rows.map((row) => row.player_id))
}

export async function readSettings(db: Db, playerId: number): Promise<Map<number, number>> {
  return withDefaults(await selectStored(db, playerId))
}

async function selectStored(db: Db, playerId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db.selectFrom('player_setting').select(['setting_id', 'value']).where('player_id', '=', playerId).execute()
  return new Map(rows.map((row) => [row.setting_id, row.value]))
}

function withDefaults(stored: ReadonlyMap<number, number>): Map<number, number> {
  return new Map(SETTINGS.map((setting) => [setting.id, stored.get(setting.id) ?? setting.defaultValue]))
}

export async function userConfig(deps: AccountDeps, ctx: Ctx, playerId: number) {
  const { db } = deps.auth
  const session = sessionOf(ctx)
  const [player, profile, accounts, stored, previous, hasTwoFactor, hasQuestion, disallowSports, newTerms] = await Promise.all([
    selectPlayer(db, playerId),
    db.selectFrom('player_profile').selectAll().where('player_id', '=', playerId).executeTakeFirst(),
    deps.ledger.balance(playerId),
    selectStored(db, playerId),
    selectPreviousSessionOptional(db, playerId, session?.id ?? null),
    deps.auth.secondFactor().isEnabled(db, playerId),
    deps.hasQuestion?.(db, playerId) ?? false,
    selectDisallowedSports(db, playerId),
    listNewTerms(db, playerId, ctx.config),
  ])
  const settings = withDefaults(stored)
  const active = accounts[0]
  const notice = ctx.config.auth.lastSessionNotice && settings.get(7) === 1
  return {
    userId: playerId,
    login: player.login_key ?? String(playerId),
    email: maskEmail(player.email),
    phone: maskPhone(player.phone),
    name: profile?.first_name ?? '',
    surname: profile?.last_name ?? '',
    countryId: profile?.country_id ?? 0,
    currencyId: active?.currency.id ?? 0,
    currencyIso: active?.currency.code ?? '',
    accountId: active?.id ?? 0,
    language: player.language,
    isActivated: player.email_confirmed_at !== null || player.phone_confirmed_at !== null,
    emailConfirmed: player.email_confirmed_at !== null,
    isFull: profile?.registered_by !== 'fast',
    paper: profile?.registered_by === 'fast' ? await paperAsked(db, ctx, profile) : null,
    newTerms,
    isVerified: profile?.verified_at != null,
    hasTwoFactor,
    hasQuestion,
    authByEmail: player.auth_by_email,
    isVip: false,
    minAge: enforcedMinAge(ctx.config.registration.min_age),
    bonusId: profile?.bonus_choice ?? -1,
    refId: profile?.partner ?? ctx.partner,
    groupId: ctx.config.group,
    mustChangePassword: player.must_change_password,
    lastSession:
      notice && previous
        ? { date: unixSeconds(previous.created_at.getTime()), ip: '***', device: previous.device, country: previous.country }
        : null,
    disallowSports,
    closed: deps.closedProducts?.(playerId) ?? { products: [], sports: [] },
    settings: Object.fromEntries(settings),
    oddsFormat: stored.get(SETTING_ID.oddsFormat) ?? null,
  }
}

async function paperAsked(db: Db, ctx: Ctx, profile: { player_id: number; country_id: number }) {
  const paper = paperOf(ctx.config.registration, profile.country_id)
  if (!paper || (await hasPaper(db, profile.player_id))) return null
  return { document: paper.document, fields: paper.fields }
}
