/** The player's own data: read, and changed where no document has proved it. */
import type { FastifyInstance } from 'fastify'
import { insertSecurityEvent } from '#modules/auth/server/index.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { profileCall, saveProfileCall, type ProfileReply } from '../contract/profile.ts'
import { ageOn, latestMidnight } from '../rules/age.ts'
import { dayText, parseDay } from '../rules/date.ts'
import { checkProfile, lockedFields, PROFILE_FIELDS, type ProfileInput } from '../rules/profile.ts'
import { regionIsOf } from './places.ts'

export function profileRoutes(app: FastifyInstance, db: Db): void {
  route(app, profileCall, (ctx) => readProfile(db, ctx.player!.id))
  route(app, saveProfileCall, (ctx, { body }) => {
    const { region_id: regionId, ...input } = body
    return saveProfile(db, ctx, input, regionId ?? 0)
  })
}

const COLUMNS = ['first_name', 'last_name', 'birth_date', 'city', 'address', 'country_id', 'region_id', 'verified_at'] as const

async function readProfile(db: Db | Tx, playerId: number): Promise<ProfileReply> {
  const row = await db.selectFrom('player_profile').select(COLUMNS).where('player_id', '=', playerId).executeTakeFirst()
  const birth = parseDay(birthText(row?.birth_date ?? null))
  const birthDate = birth ? `${String(birth.day).padStart(2, '0')}.${String(birth.month).padStart(2, '0')}.${birth.year}` : ''
  return {
    first_name: row?.first_name ?? '',
    last_name: row?.last_name ?? '',
    birth_date: birthDate,
    city: row?.city ?? '',
    address: row?.address ?? '',
    country_id: row?.country_id ?? 0,
    region_id: row?.region_id ?? 0,
    locked: lockedFields({ isVerified: row?.verified_at != null, birthDate }),
  }
}

/** Whole years at the westernmost place on Earth; null while nobody knows the birthday. */
export async function readAge(db: Db | Tx, playerId: number, now: number): Promise<number | null> {
  const row = await db.selectFrom('player_profile').select('birth_date').where('player_id', '=', playerId).executeTakeFirst()
  const birth = parseDay(birthText(row?.birth_date ?? null))
  return birth ? ageOn(birth, latestMidnight(now)) : null
}

/** The driver gives a date of the calendar as text or as a moment of the local day. */
function birthText(value: unknown): string {
  if (value instanceof Date) return dayText({ year: value.getFullYear(), month: value.getMonth() + 1, day: value.getDate() })
  return typeof value === 'string' ? value : ''
}

/** Problems: account.profile_wrong with validation_errors of every wrong field. Locked fields stay as they are. */
async function saveProfile(db: Db, ctx: Ctx, input: ProfileInput, regionId: number): Promise<ProfileReply | Problem> {
  const playerId = ctx.player!.id
  return inTx(db, async (tx) => {
    await tx.selectFrom('player_profile').select('player_id').where('player_id', '=', playerId).forUpdate().execute()
    const before = await readProfile(tx, playerId)
    const { locked } = before
    const issues = checkProfile(input, {
      locked: lockedFields({ isVerified: locked.includes('first_name'), birthDate: before.birth_date }),
      minAge: ctx.config.registration.min_age,
      today: latestMidnight(ctx.now),
    })
    const errors: Record<string, string[]> = Object.fromEntries(
      Object.entries(issues).map(([field, { key, params }]) => [field, [ctx.text(`account:${key}`, params)]]),
    )
    if (regionId !== 0 && !regionIsOf(regionId, before.country_id)) errors['region_id'] = [ctx.text('account:problem_region')]
    if (Object.keys(errors).length > 0) return problem('account.profile_wrong', { extra: { validation_errors: errors } })
    const open = PROFILE_FIELDS.filter((field) => !locked.includes(field))
    const birth = parseDay(input.birth_date)
    const values = Object.fromEntries(
      open.map((field) => [field, field === 'birth_date' ? (birth ? dayText(birth) : null) : input[field].trim() || null]),
    )
    await tx
      .updateTable('player_profile')
      .set({ ...values, region_id: regionId || null })
      .where('player_id', '=', playerId)
      .execute()
    await insertSecurityEvent(tx, { playerId, kind: 'profile_changed', ip: ctx.ip, at: new Date(ctx.now) })
    return readProfile(tx, playerId)
  })
}

/**
 * Names and dates stand as the accepted papers say them, from now on only papers change them; null takes that back.
 * In the transaction of the decision. What was given before a paper named it stays.
 */
export async function setProfileVerified(
  tx: Tx,
  playerId: number,
  proved: { at: Date; by: string; firstName?: string; lastName?: string; birthDate?: string } | null,
): Promise<void> {
  await tx
    .updateTable('player_profile')
    .set({
      verified_at: proved?.at ?? null,
      verified_by: proved?.by ?? null,
      ...(proved?.firstName ? { first_name: proved.firstName } : {}),
      ...(proved?.lastName ? { last_name: proved.lastName } : {}),
    })
    .where('player_id', '=', playerId)
    .execute()
  if (proved?.birthDate)
    await tx
      .updateTable('player_profile')
      .set({ birth_date: proved.birthDate })
      .where('player_id', '=', playerId)
      .where('birth_date', 'is', null)
      .execute()
}
