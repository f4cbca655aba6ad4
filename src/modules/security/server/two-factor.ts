/** The second factor: set up, turn on, prove, turn off (ACC-13). */
import { generateSecret, generateURI, verify } from 'otplib'
import { encode as encodeQr } from 'uqr'
import { MINUTE, SECOND } from '#lib/time.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import {
  CODE_LENGTH,
  codeOver,
  confirmPlayer,
  insertSecurityEvent,
  RESEND_AFTER_S,
  selectPlayer,
  tellEverywhere,
  type AuthDeps,
  type FactorProof,
  type SecondFactor,
} from '#modules/auth/server/index.ts'
import { cleanAppCode } from '../rules/two-factor-form.ts'
import { lookAtRecoveryCode, newRecoveryCodes, replaceRecoveryCodes, useRecoveryCode, type NewRecoveryCode } from './recovery-codes.ts'
import './tables.ts'

export const STEP_SECONDS = 30
const SMS_PURPOSE = 'two_factor_sms'
const DISABLE_PURPOSE = 'two_factor_disable'
const PICTURE_PURPOSE = 'two_factor_picture'
/** Whoever leaves the page open starts again: the seed is shown for a short time only. */
const SET_UP_LIFE_MS = 30 * MINUTE
const PICTURE_LIFE_MS = 2 * MINUTE

/** Where a seed is bound to its owner. */
const owner = (playerId: number) => `two_factor:${playerId}`

interface Shown {
  playerId: number
  brand: string
  /** What the authenticator calls the site. */
  issuer: string
}

const linkOf = ({ playerId, issuer }: Shown, secret: string) => generateURI({ issuer, label: String(playerId), secret })

/** Makes a seed that replaces any unfinished one. `pictureId` is for `takePicture`. Problem: security.already_on (error_code 50). */
export async function setUpTwoFactor(deps: AuthDeps, given: Shown): Promise<{ link: string; secret: string; pictureId: string } | Problem> {
  const { playerId, brand } = given
  const secret = generateSecret({ length: 20 })
  const sealed = deps.keys.seal(secret, owner(playerId))
  return inTx(deps.db, async (tx) => {
    const stored = await tx
      .insertInto('two_factor')
      .values({ player_id: playerId, sealed_secret: sealed, created_at: new Date(deps.clock.now()), enabled_at: null })
      .onConflict((conflict) =>
        conflict
          .column('player_id')
          .doUpdateSet({ sealed_secret: sealed, created_at: new Date(deps.clock.now()) })
          .where('two_factor.enabled_at', 'is', null),
      )
      .executeTakeFirst()
    if (stored.numInsertedOrUpdatedRows === 0n) return problem('security.already_on', { wire: 50 })
    const pictureId = await deps.challenges.open(tx, { purpose: PICTURE_PURPOSE, brand, playerId, lifeMs: PICTURE_LIFE_MS })
    return { link: linkOf(given, secret), secret, pictureId }
  })
}

/**
 * The picture of the seed that is being set up, as SVG: once for an id, within two minutes, in whichever process. Null for
 * unknown, used, expired and foreign ids alike.
 */
export async function takePicture(deps: AuthDeps, given: Shown, pictureId: string): Promise<string | null> {
  const secret = await inTx(deps.db, async (tx) => {
    const challenge = await deps.challenges.peek(tx, PICTURE_PURPOSE, given.brand, pictureId)
    if (!challenge || challenge.playerId !== given.playerId) return null
    await deps.challenges.markUsed(tx, challenge.idHash)
    const row = await tx
      .selectFrom('two_factor')
      .select('sealed_secret')
      .where('player_id', '=', given.playerId)
      .where('enabled_at', 'is', null)
      .executeTakeFirst()
    return row ? deps.keys.open(row.sealed_secret, owner(given.playerId)) : null
  })
  return secret === null ? null : qrSvg(linkOf(given, secret))
}

/** Dark modules on white with a quiet zone: readable in both themes. */
function qrSvg(text: string): string {
  const { data, size } = encodeQr(text, { border: 4, ecc: 'M' })
  let path = ''
  for (let y = 0; y < size; y += 1) for (let x = 0; x < size; x += 1) if (data[y]?.[x]) path += `M${x} ${y}h1v1h-1z`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`
}

/**
 * Turns the second factor on. The SMS code is judged first, for its field stands first. Problems:
 * auth.wrong_code and auth.code_over (2, sms_code), security.wrong_app_code (3, app_code), security.already_on (50),
 * security.not_set_up (56, app_code), auth.locked (42).
 */
export async function enableTwoFactor(
  deps: AuthDeps,
  given: { playerId: number; brand: string; appCode: string; smsCode: string; smsRequired: boolean; ip: string },
): Promise<{ recoveryCodes: string[] } | Problem> {
  const guess = await deps.limits.countProof(given.brand, '2fa-on', given.playerId)
  if (guess) return { ...guess, status: 200 }
  const looked = await inTx(deps.db, (tx) => judge(deps, tx, given, { useUp: false }))
  if (isProblem(looked)) return looked
  // The hashes take half a second: nothing is locked meanwhile, and all is judged again behind them.
  const codes = await newRecoveryCodes(deps, given.playerId)
  const done = await inTx(deps.db, (tx) => enable(deps, tx, given, codes))
  if (!isProblem(done)) await deps.limits.clearProof(given.brand, '2fa-on', given.playerId)
  return done
}

async function enable(
  deps: AuthDeps,
  tx: Tx,
  given: Parameters<typeof enableTwoFactor>[1],
  codes: readonly NewRecoveryCode[],
): Promise<{ recoveryCodes: string[] } | Problem> {
  const { playerId } = given
  const judged = await judge(deps, tx, given, { useUp: true })
  if (isProblem(judged)) return judged
  await tx
    .updateTable('two_factor')
    .set({ enabled_at: new Date(deps.clock.now()), last_step: BigInt(judged.step) })
    .where('player_id', '=', playerId)
    .execute()
  await replaceRecoveryCodes(tx, playerId, codes)
  await notify(deps, tx, playerId, 'two_factor_on', given.ip)
  return { recoveryCodes: codes.map(({ code }) => code) }
}

/** The step of the app code when everything that was typed is right. The SMS code is used up only where that is asked. */
async function judge(
  deps: AuthDeps,
  tx: Tx,
  given: Parameters<typeof enableTwoFactor>[1],
  { useUp }: { useUp: boolean },
): Promise<{ step: number } | Problem> {
  const row = await tx.selectFrom('two_factor').selectAll().where('player_id', '=', given.playerId).forUpdate().executeTakeFirst()
  if (row?.enabled_at) return problem('security.already_on', { wire: 50 })
  if (!row || deps.clock.now() - row.created_at.getTime() > SET_UP_LIFE_MS)
    return problem('security.not_set_up', { wire: 56, field: 'app_code' })
  const step = await stepOf(deps, row, given.appCode)
  // With a wrong app code the SMS code is only looked at, so that it can be used again with the right one.
  const refused = given.smsRequired ? await checkSms(deps, tx, given, useUp && step !== null) : null
  if (refused) return refused
  return step === null ? problem('security.wrong_app_code', { wire: 3, field: 'app_code' }) : { step }
}

/** The code of the last SMS; the id of its challenge is found by the player, who never sees it. */
async function checkSms(
  deps: AuthDeps,
  tx: Tx,
  given: { playerId: number; brand: string; smsCode: string },
  useUp: boolean,
): Promise<Problem | null> {
  const pointer = await tx
    .selectFrom('challenge')
    .select(['data', 'id_hash'])
    .where('player_id', '=', given.playerId)
    .where('purpose', '=', `${SMS_PURPOSE}_pointer`)
    .where('expires_at', '>', new Date(deps.clock.now()))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const id = (pointer?.data as { id?: string } | undefined)?.id
  if (id === undefined) return codeOver
  const found = await deps.challenges.redeemCode(tx, SMS_PURPOSE, given.brand, id, given.smsCode)
  if (isProblem(found)) return found
  if (!useUp) await tx.updateTable('challenge').set({ used_at: null }).where('id_hash', '=', found.idHash).execute()
  return null
}

/** Problems: auth.code_too_soon (44), security.no_phone (57). */
export async function sendTwoFactorSms(
  deps: AuthDeps,
  playerId: number,
  lng: string,
): Promise<{ codeLength: number; resendAfterS: number } | Problem> {
  const player = await selectPlayer(deps.db, playerId)
  const { phone, brand } = player
  if (!phone) return problem('security.no_phone', { wire: 57, field: 'sms_code' })
  return inTx(deps.db, async (tx) => {
    const opened = await deps.challenges.openWithCode(tx, { purpose: SMS_PURPOSE, brand, playerId })
    if (isProblem(opened)) return opened
    await deps.challenges.open(tx, { purpose: `${SMS_PURPOSE}_pointer`, brand, playerId, data: { id: opened.id } })
    await deps.messenger.send(tx, {
      brand,
      channel: 'sms',
      to: phone.startsWith('+') ? phone : `+${phone}`,
      template: 'code',
      lng,
      params: { code: opened.code },
    })
    return { codeLength: CODE_LENGTH, resendAfterS: RESEND_AFTER_S }
  })
}

/**
 * First half of turning off: password and code (ACC-13), then a link to the confirmed address. A player without
 * one gets the hash in the answer. Problems of confirmPlayer; security.not_on (51).
 */
export async function askDisable(
  deps: AuthDeps,
  given: { playerId: number; password: string; appCode: string; lng: string; origin: string },
): Promise<{ sent: boolean; hash?: string } | Problem> {
  const factor = secondFactor(deps)
  if (!(await factor.isEnabled(deps.db, given.playerId))) return problem('security.not_on', { wire: 51, field: 'hash' })
  const grade = await confirmPlayer(deps, given.playerId, { password: given.password, appCode: given.appCode })
  if (isProblem(grade)) return grade
  const player = await selectPlayer(deps.db, given.playerId)
  return inTx(deps.db, async (tx) => {
    const hash = await deps.challenges.open(tx, { purpose: DISABLE_PURPOSE, brand: player.brand, playerId: player.id })
    if (!player.email || !player.email_confirmed_at) return { sent: false, hash }
    const link = `${given.origin}/${given.lng}/office/security/two-factor-off#hash=${hash}`
    await deps.messenger.send(tx, {
      brand: player.brand,
      channel: 'mail',
      to: player.email,
      template: 'two_factor_disable',
      lng: given.lng,
      params: { link },
    })
    return { sent: true }
  })
}

/** Second half. Problem: security.hash_wrong (51) for unknown, used, expired and foreign hashes alike. */
export async function disableTwoFactor(
  deps: AuthDeps,
  given: { playerId: number; brand: string; hash: string; ip: string },
): Promise<Problem | null> {
  const wrong = problem('security.hash_wrong', { wire: 51, field: 'hash' })
  return inTx(deps.db, async (tx) => {
    const challenge = await deps.challenges.peek(tx, DISABLE_PURPOSE, given.brand, given.hash)
    if (!challenge || challenge.playerId !== given.playerId) return wrong
    await deps.challenges.markUsed(tx, challenge.idHash)
    await tx.deleteFrom('two_factor').where('player_id', '=', given.playerId).execute()
    await tx.deleteFrom('recovery_code').where('player_id', '=', given.playerId).execute()
    await notify(deps, tx, given.playerId, 'two_factor_off', given.ip)
    return null
  })
}

/** What sign-in and confirmations ask. */
export function secondFactor(deps: AuthDeps): SecondFactor {
  return {
    async isEnabled(db: Db | Tx, playerId: number) {
      const row = await db
        .selectFrom('two_factor')
        .select('player_id')
        .where('player_id', '=', playerId)
        .where('enabled_at', 'is not', null)
        .executeTakeFirst()
      return row !== undefined
    },
    async look(playerId, code): Promise<FactorProof | null> {
      const row = await deps.db
        .selectFrom('two_factor')
        .selectAll()
        .where('player_id', '=', playerId)
        .where('enabled_at', 'is not', null)
        .executeTakeFirst()
      if (!row) return null
      const step = await stepOf(deps, row, code)
      return step === null ? lookAtRecoveryCode(deps, playerId, code) : { kind: 'app', step, sealedSeed: row.sealed_secret }
    },
    async use(tx, playerId, proof) {
      if (proof.kind === 'recovery') return useRecoveryCode(tx, playerId, proof, new Date(deps.clock.now()))
      const used = await tx
        .updateTable('two_factor')
        .set({ last_step: BigInt(proof.step) })
        .where('player_id', '=', playerId)
        .where('enabled_at', 'is not', null)
        .where('sealed_secret', '=', proof.sealedSeed)
        .where('last_step', '<', BigInt(proof.step))
        .executeTakeFirst()
      return used.numUpdatedRows === 1n
    },
  }
}

/** The time step of a right code that was not used before; one step of clock difference either way is forgiven. */
async function stepOf(
  deps: AuthDeps,
  row: { player_id: number; sealed_secret: string; last_step: bigint },
  code: string,
): Promise<number | null> {
  const token = cleanAppCode(code)
  if (!/^\d{6}$/.test(token)) return null
  const result = await verify({
    secret: deps.keys.open(row.sealed_secret, owner(row.player_id)),
    token,
    epoch: Math.floor(deps.clock.now() / SECOND),
    epochTolerance: STEP_SECONDS,
    ...(row.last_step > 0n ? { afterTimeStep: Number(row.last_step) } : {}),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

async function notify(deps: AuthDeps, tx: Tx, playerId: number, kind: 'two_factor_on' | 'two_factor_off', ip: string): Promise<void> {
  const player = await selectPlayer(tx, playerId)
  await insertSecurityEvent(tx, { playerId, kind, ip, at: new Date(deps.clock.now()) })
  await tellEverywhere(deps, tx, player, kind)
}
