/**
 * A code by letter or SMS where a right password comes in a strange way (SES-10). Who has a second factor is asked for that
 * anyway. Whatever is done with a step holds its player's row first: a sign-in, its code and another code at once would
 * otherwise wait for each other in a circle.
 */
import { inTx, type Tx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { deviceName } from '../rules/device.ts'
import { maskEmail, maskPhone } from '../rules/identifier.ts'
import { riskSignals } from '../rules/risk.ts'
import { RESEND_AFTER_S } from './challenges.ts'
import type { AuthDeps } from './deps.ts'
import { insertSecurityEvent, passwordMark, selectAndLockPlayer, type PlayerRow } from './player-store.ts'
import { digest } from './secret.ts'
import { listVisits } from './session-store.ts'
import type { Visitor } from './sessions.ts'

export interface CodeStep {
  step: 'email' | 'sms'
  authId: string
  /** Where the code went, masked. */
  sentTo: string
  /** Seconds until another code may be asked for. */
  resendAfterS: number
}

export interface FirstProof {
  visitor: Visitor
  remember: boolean
  browser: boolean
  lng: string
  /** What was typed as a login and counted as a guess; left out where nothing was. */
  guess?: string | undefined
}

const PURPOSE = 'sign_in_code'
const expired = problem('auth.step_expired', { wire: 41, status: 401 })

/** Every text under which guesses at this player are counted. */
export function guessTexts(player: PlayerRow, typed?: string): string[] {
  return [typed, player.email_key, player.phone, player.login_key, String(player.id)].filter((text) => text !== undefined && text !== null)
}

/** The row of wrong tries is over: somebody has proved himself wholly. */
export function clearGuessesAt(deps: AuthDeps, tx: Tx, player: PlayerRow, typed?: string): Promise<void> {
  return deps.limits.clearGuesses(player.brand, guessTexts(player, typed), tx)
}

/**
 * Sends a code when the sign-in is strange; null when it is not, and for a player without a confirmed address or number:
 * he comes in, but his money stays for the time that it stays after a change of the account's security (ACC-16).
 * Who has a code on its way in this browser goes on with that one. Problems of 44, one code a minute and ten a day:
 * auth.code_too_soon, auth.codes_of_day.
 */
export async function askForCode(deps: AuthDeps, tx: Tx, player: PlayerRow, given: FirstProof): Promise<CodeStep | Problem | null> {
  const { visitor, guess } = given
  if (!deps.asksStrangeSignIn(visitor.brand)) return null
  // The right try itself has been counted too, before anybody knew that it is right.
  const failures = guess === undefined ? 0 : (await deps.limits.failuresOf(tx, visitor.brand, guessTexts(player, guess))) - 1
  const signals = riskSignals({
    device: digest(visitor.deviceSecret).toString('hex'),
    ip: visitor.ip,
    now: deps.clock.now(),
    failures,
    visits: await listVisits(tx, player.id),
    placeOf: deps.placeOf,
  })
  if (signals.length === 0) return null
  const event = { playerId: player.id, ip: visitor.ip, at: new Date(deps.clock.now()) }
  if (!addressOf(player)) {
    // Guesses of somebody else would otherwise stop his money.
    if (signals.some((signal) => signal !== 'many_failures')) await insertSecurityEvent(tx, { ...event, kind: 'sign_in_unproved' })
    return null
  }
  await insertSecurityEvent(tx, { ...event, kind: 'sign_in_code' })
  // The tries before this one count until the code is there: a second sign-in is no way round it.
  if (guess !== undefined) await deps.limits.forgiveGuess(tx, visitor.brand, guess)
  const sent = await sendCode(deps, tx, player, given)
  return isProblem(sent) ? ((await begunStep(deps, tx, player, given, sent)) ?? sent) : sent
}

/**
 * The step that this browser has begun and that waits for its code, where another code may not go yet: without it a
 * player who came back to the form could neither give the code that he has nor get one. Its wrong tries stay counted.
 */
async function begunStep(deps: AuthDeps, tx: Tx, player: PlayerRow, given: FirstProof, refused: Problem): Promise<CodeStep | null> {
  const { brand, codeStep: authId = '' } = given.visitor
  const address = addressOf(player)
  const resendAfterS = refused.extra?.['retryAfter']
  if (authId === '' || !address || typeof resendAfterS !== 'number') return null
  const step = await deps.challenges.peek(tx, PURPOSE, brand, authId)
  if (step?.playerId !== player.id) return null
  await deps.challenges.rewrite(tx, step, { ...dataOf(player, given) })
  return { step: address.step, authId, sentTo: address.masked, resendAfterS }
}

interface StepData {
  remember: boolean
  browser: boolean
  /** Mark of the password that it was begun with. */
  password: string
  guess?: string
}

/** What the step has to know when its code comes. */
function dataOf(player: PlayerRow, { remember, browser, guess }: FirstProof): StepData {
  return { remember, browser, password: passwordMark(player), ...(guess === undefined ? {} : { guess }) }
}

/** Where a code reaches nobody but the player. */
function addressOf(player: PlayerRow): { step: CodeStep['step']; to: string; masked: string } | null {
  const { email, phone } = player
  if (email && player.email_confirmed_at) return { step: 'email', to: email, masked: maskEmail(email) }
  return phone && player.phone_confirmed_at ? { step: 'sms', to: `+${phone}`, masked: maskPhone(phone) } : null
}

async function sendCode(deps: AuthDeps, tx: Tx, player: PlayerRow, given: FirstProof): Promise<CodeStep | Problem> {
  const { visitor, lng } = given
  const { brand, country } = visitor
  const address = addressOf(player)
  if (!address) return expired
  const opened = await deps.challenges.openWithCode(tx, {
    purpose: PURPOSE,
    brand,
    playerId: player.id,
    data: { ...dataOf(player, given) },
  })
  if (isProblem(opened)) return opened
  const params = { code: opened.code, device: deviceName(visitor.userAgent), country }
  const channel = address.step === 'email' ? 'mail' : 'sms'
  await deps.messenger.send(tx, { brand, channel, to: address.to, template: 'sign_in_code', lng, params })
  return { step: address.step, authId: opened.id, sentTo: address.masked, resendAfterS: RESEND_AFTER_S }
}

/** The open step's player; null for used, expired, foreign and unknown ones alike. */
export async function ownerOfCodeStep(deps: AuthDeps, brand: string, authId: string): Promise<number | null> {
  const step = await inTx(deps.db, (tx) => deps.challenges.peek(tx, PURPOSE, brand, authId))
  return step?.playerId ?? null
}

/** What the first step of this player has left, once. The caller commits also after a wrong code. Problems: auth.wrong_code 2, auth.step_expired 41. */
export async function takeCode(
  deps: AuthDeps,
  tx: Tx,
  { authId, code, brand, playerId }: { authId: string; code: string; brand: string; playerId: number },
): Promise<{ player: PlayerRow; remember: boolean; browser: boolean; guess?: string } | Problem> {
  const player = await selectAndLockPlayer(tx, playerId)
  const step = await deps.challenges.redeemCode(tx, PURPOSE, brand, authId, code)
  // The last try ends the step with its code: what comes next is answered as an expired sign-in.
  if (isProblem(step) || step.playerId !== playerId) return problem('auth.wrong_code', { wire: 2, field: 'sms_code', status: 401 })
  const { password, ...data } = step.data as unknown as StepData
  return password === passwordMark(player) ? { player, ...data } : expired
}

/** Another code in place of the one that has not come. Problems: auth.step_expired 41, auth.code_too_soon and auth.codes_of_day 44. */
export async function sendCodeAgain(
  deps: AuthDeps,
  { authId, visitor, lng }: { authId: string; visitor: Visitor; lng: string },
): Promise<CodeStep | Problem> {
  const limited = await deps.limits.count('message', visitor.ip)
  if (limited) return limited
  const playerId = await ownerOfCodeStep(deps, visitor.brand, authId)
  if (playerId === null) return expired
  return inTx(deps.db, async (tx) => {
    const player = await selectAndLockPlayer(tx, playerId)
    const step = await deps.challenges.peek(tx, PURPOSE, visitor.brand, authId)
    if (step?.playerId !== playerId) return expired
    const kept = step.data as unknown as StepData
    if (kept.password !== passwordMark(player)) return expired
    const sent = await sendCode(deps, tx, player, { ...kept, visitor, lng })
    if (!isProblem(sent)) await deps.challenges.markUsed(tx, step.idHash)
    return sent
  })
}
