/** Passkeys (WebAuthn by @simplewebauthn): user verification always, so that one is both factors at once. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import { MINUTE } from '#lib/time.ts'
import { inTx, sqlState, type Tx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import {
  finishSignIn,
  insertSecurityEvent,
  selectAndLockPlayer,
  selectPlayer,
  type AuthDeps,
  type SignedIn,
  type Visitor,
} from '#modules/auth/server/index.ts'
import type { MadePasskey, UsedPasskey } from '../contract/passkey.ts'
import { freeName } from '../rules/passkey-name.ts'
import type { PasskeyTable } from './tables.ts'

const MAKE = 'passkey_make'
const USE = 'passkey_use'
const LIFE_MS = 5 * MINUTE
const MOST = 20

export type PasskeyRow = Selectable<PasskeyTable>

/** Where a passkey is good: the host that the player is on. */
export interface Place {
  brand: string
  origin: string
}

const hostOf = ({ origin }: Place) => new URL(origin).hostname
const refused = () => problem('security.passkey_refused', { wire: 58, status: 401 })

/** Loaded at the first use: most visits of most processes never need it. */
const load = () => import('@simplewebauthn/server')

export function listPasskeys(deps: AuthDeps, playerId: number): Promise<PasskeyRow[]> {
  return deps.db.selectFrom('passkey').selectAll().where('player_id', '=', playerId).orderBy('created_at').execute()
}

/** Problem: security.passkey_many (58). */
export async function beginPasskey(
  deps: AuthDeps,
  place: Place,
  given: { playerId: number; title: string },
): Promise<{ authId: string; options: unknown } | Problem> {
  const { generateRegistrationOptions } = await load()
  const known = await listPasskeys(deps, given.playerId)
  if (known.length >= MOST) return problem('security.passkey_many', { wire: 58 })
  const player = await selectPlayer(deps.db, given.playerId)
  const options = await generateRegistrationOptions({
    rpName: given.title,
    rpID: hostOf(place),
    // The number of the account says nothing about the person, and is the same on every device.
    userID: new TextEncoder().encode(`${place.brand}:${player.id}`),
    userName: player.email ?? player.login_key ?? String(player.id),
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: transports as never })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const authId = await inTx(deps.db, (tx) =>
    deps.challenges.open(tx, {
      purpose: MAKE,
      brand: place.brand,
      playerId: given.playerId,
      data: { challenge: options.challenge },
      lifeMs: LIFE_MS,
    }),
  )
  return { authId, options }
}

interface Owner extends Place {
  playerId: number
  ip: string
  lng: string
}

/** Problems: security.passkey_refused (58). */
export async function addPasskey(
  deps: AuthDeps,
  owner: Owner,
  given: { authId: string; name: string; response: MadePasskey },
): Promise<PasskeyRow | Problem> {
  const { verifyRegistrationResponse } = await load()
  const found = await inTx(deps.db, (tx) => deps.challenges.redeem(tx, MAKE, owner.brand, given.authId))
  if (found?.playerId !== owner.playerId) return refused()
  const verified = await verifyRegistrationResponse({
    response: given.response as RegistrationResponseJSON,
    expectedChallenge: String(found.data['challenge']),
    expectedOrigin: owner.origin,
    expectedRPID: hostOf(owner),
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return refused()
  const { credential, credentialBackedUp } = verified.registrationInfo
  const now = new Date(deps.clock.now())
  const row: PasskeyRow = {
    id: credential.id,
    player_id: owner.playerId,
    brand: owner.brand,
    public_key: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: credential.transports ?? [],
    backed_up: credentialBackedUp,
    name: freeName(
      given.name.trim() || 'Passkey',
      (await listPasskeys(deps, owner.playerId)).map(({ name }) => name),
    ),
    created_at: now,
    used_at: null,
  }
  try {
    await inTx(deps.db, async (tx) => {
      await tx.insertInto('passkey').values(row).execute()
      await insertSecurityEvent(tx, { playerId: owner.playerId, kind: 'passkey_added', ip: owner.ip, at: now })
      await tell(deps, tx, owner, 'passkey_added', row.name)
    })
  } catch (error) {
    // A device tells one key twice: it is somebody's already.
    if (sqlState(error) === '23505') return refused()
    throw error
  }
  return row
}

async function tell(deps: AuthDeps, tx: Tx, owner: Owner, template: string, name: string): Promise<void> {
  const { email, email_confirmed_at: confirmed } = await selectPlayer(tx, owner.playerId)
  if (!email || !confirmed) return
  await deps.messenger.send(tx, {
    brand: owner.brand,
    channel: 'mail',
    to: email,
    template,
    lng: owner.lng,
    params: { name },
  })
}

/** Problem: security.passkey_unknown (58). */
export async function removePasskey(deps: AuthDeps, owner: Owner, id: string): Promise<Problem | null> {
  return inTx(deps.db, async (tx) => {
    const gone = await tx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('player_id', '=', owner.playerId)
      .returning('name')
      .executeTakeFirst()
    if (!gone) return problem('security.passkey_unknown', { wire: 58, field: 'id' })
    await insertSecurityEvent(tx, { playerId: owner.playerId, kind: 'passkey_removed', ip: owner.ip, at: new Date(deps.clock.now()) })
    await tell(deps, tx, owner, 'passkey_removed', gone.name)
    return null
  })
}

/** Problems: security.passkey_unknown (58), security.passkey_name. */
export async function renamePasskey(deps: AuthDeps, playerId: number, given: { id: string; name: string }): Promise<Problem | null> {
  const name = given.name.trim()
  if (name === '') return problem('security.passkey_name', { field: 'name' })
  const done = await deps.db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', given.id)
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n ? null : problem('security.passkey_unknown', { wire: 58, field: 'id' })
}

/** The same for everybody: the device itself knows which of its keys are for this host. */
export async function askPasskey(deps: AuthDeps, place: Place): Promise<{ authId: string; options: unknown }> {
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({ rpID: hostOf(place), userVerification: 'required' })
  const data = { challenge: options.challenge }
  const authId = await inTx(deps.db, (tx) =>
    deps.challenges.open(tx, { purpose: USE, brand: place.brand, playerId: null, data, lifeMs: LIFE_MS }),
  )
  return { authId, options }
}

/** Who has proved a key; its counter and time are noted. Problem: security.passkey_refused (58) for every wrong answer alike. */
export async function provePasskey(
  deps: AuthDeps,
  place: Place,
  given: { authId: string; response: UsedPasskey },
): Promise<number | Problem> {
  const { verifyAuthenticationResponse } = await load()
  const found = await inTx(deps.db, (tx) => deps.challenges.redeem(tx, USE, place.brand, given.authId))
  if (!found) return refused()
  return inTx(deps.db, async (tx) => {
    const row = await tx
      .selectFrom('passkey')
      .selectAll()
      .where('id', '=', given.response.id)
      .where('brand', '=', place.brand)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refused()
    // A counter that does not grow is a copy of the key: the library refuses it.
    const verified = await verifyAuthenticationResponse({
      response: given.response as AuthenticationResponseJSON,
      expectedChallenge: String(found.data['challenge']),
      expectedOrigin: place.origin,
      expectedRPID: hostOf(place),
      requireUserVerification: true,
      credential: {
        id: row.id,
        publicKey: new Uint8Array(row.public_key),
        counter: Number(row.counter),
        transports: row.transports as never,
      },
    }).catch(() => null)
    if (!verified?.verified) return refused()
    const { newCounter, credentialBackedUp } = verified.authenticationInfo
    await tx
      .updateTable('passkey')
      .set({ counter: BigInt(newCounter), backed_up: credentialBackedUp, used_at: new Date(deps.clock.now()) })
      .where('id', '=', row.id)
      .execute()
    return row.player_id
  })
}

/** Problems: security.passkey_refused (58), auth.account_blocked 42, auth.code_too_soon 44. */
export async function signInByPasskey(
  deps: AuthDeps,
  place: Place,
  given: { authId: string; response: UsedPasskey; visitor: Visitor; remember: boolean; browser: boolean; lng: string },
): Promise<SignedIn | Problem> {
  const limited = await deps.limits.count('sign_in', given.visitor.ip)
  if (limited) return limited
  const playerId = await provePasskey(deps, place, given)
  if (isProblem(playerId)) return playerId
  return inTx(deps.db, async (tx) => {
    const player = await selectAndLockPlayer(tx, playerId)
    if (player.status !== 'active') return problem('auth.account_blocked', { wire: 42, status: 401 })
    return finishSignIn(deps, tx, player, { ...given, grade: 'two_factor' })
  })
}
