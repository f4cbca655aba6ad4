/**
 * Sessions and service tokens. What was looked up is remembered for as long as the database tells of no change of that
 * player: a close on this node is felt at once, one of another within 0.4 s (SES-04, session-changes.ts).
 */
import { largeMemory } from '#platform/server/large-memory.ts'
import { afterCommit, inTx, type Db, type Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { Clock } from '#lib/time.ts'
import { deviceName } from '../rules/device.ts'
import { isOpen, isStepUpFresh, sessionLifeMs, TOKEN_LIFE_MS, TOUCH_EVERY_MS, type AuthGrade, type SessionTimes } from '../rules/session.ts'
import { digest, newId, newSecret } from './secret.ts'
import { createSessionChanges, listSessionChanges } from './session-changes.ts'
import { batchedLookUp } from './session-look-up.ts'
import { rememberedLookUp } from './session-memory.ts'
import * as store from './session-store.ts'
import { gatheredTouch } from './session-touch.ts'
import type { OpenedBy } from './tables.ts'

export interface AuthSession extends SessionTimes {
  id: string
  playerId: number
  brand: string
  kind: 'site' | 'app'
  grade: AuthGrade
  device: string
  ip: string
  blocked: boolean
  mustChangePassword: boolean
}

/** A token and the session behind it. */
export interface TokenProof {
  session: AuthSession
  scope: 'site' | 'app'
  expiresAt: number
}

export interface Visitor {
  brand: string
  ip: string
  country: string
  userAgent: string
  /** What the browser shows to be known again; its own, so that it opens nothing. */
  deviceSecret: string
  /** The step by a code that this browser has begun; empty where it has begun none. */
  codeStep?: string
}

export interface OpenedSession {
  session: AuthSession
  /** Value of the cookie `__Host-session`; known to nobody else. */
  secret: string
}

export interface IssuedToken {
  token: string
  expiresAt: number
}

export interface OpenSessionOptions {
  playerId: number
  visitor: Visitor
  kind: 'site' | 'app'
  grade: AuthGrade
  openedBy: OpenedBy
  remember?: boolean
  /** The page's session, for that of a frame: it ends no later. */
  parent?: Pick<AuthSession, 'id' | 'expiresAt'>
}

export type Sessions = ReturnType<typeof createSessions>

export interface SessionsOptions {
  db: Db
  clock: Clock
  /** Sessions that a player of a brand may hold at once, by its profile; left out: as many as he likes. */
  atOnce?: ((brand: string) => number) | undefined
}

export function createSessions({ db, clock, atOnce = () => Number.MAX_SAFE_INTEGER }: SessionsOptions) {
  const changes = createSessionChanges((since) => listSessionChanges(db, since))
  const touched = largeMemory<string, number>(50_000)
  const { bySecret, byToken } = lookUps(db, clock, changes)
  const touch = gatheredTouch(db)
  const listeners: ((sessionIds: readonly string[], playerId: number) => void)[] = []
  const renewals: ((sessionId: string) => void)[] = []

  function forget(ids: readonly string[], playerId: number): void {
    changes.note(playerId)
    for (const listener of listeners) listener(ids, playerId)
  }

  /** An action is written at most every 30 seconds. */
  function isNoteDue(session: AuthSession): boolean {
    return clock.now() - Math.max(touched.get(session.id) ?? 0, session.lastActionAt) >= TOUCH_EVERY_MS
  }

  async function close(tx: Tx, which: Parameters<typeof store.closeSessions>[1], reason: string): Promise<string[]> {
    return store.closeSessions(tx, which, reason, new Date(clock.now()))
  }

  /** For whoever is in the middle of a transaction: its player hears nothing of it unless that commits. */
  async function closeAndForget(tx: Tx, which: Parameters<typeof store.closeSessions>[1], reason: string): Promise<void> {
    const ids = await close(tx, which, reason)
    afterCommit(tx, () => forget(ids, which.playerId))
  }

  return {
    /** At once when it is remembered. */
    bySecret,
    byToken,

    async open(tx: Tx, options: OpenSessionOptions): Promise<OpenedSession> {
      const { visitor, grade, playerId } = options
      // A frame's session stands and falls with that of its page.
      const ids = options.parent ? [] : await store.listSessionsBeyond(tx, playerId, atOnce(visitor.brand) - 1, new Date(clock.now()))
      if (ids.length > 0) await closeAndForget(tx, { playerId, ids }, 'too_many')
      const secret = newSecret()
      const now = clock.now()
      const at = new Date(now)
      const id = newId()
      const expiresAt = Math.min(now + sessionLifeMs(grade, options.remember ?? false), options.parent?.expiresAt ?? Infinity)
      await store.insertSession(tx, {
        id,
        secret_hash: digest(secret),
        player_id: playerId,
        brand: visitor.brand,
        kind: options.kind,
        parent_id: options.parent?.id ?? null,
        grade,
        opened_by: options.openedBy,
        refresh_hash: null,
        used_refresh_hash: null,
        device: deviceName(visitor.userAgent),
        device_hash: digest(visitor.deviceSecret),
        ip: visitor.ip,
        country: visitor.country,
        created_at: at,
        last_action_at: at,
        authenticated_at: at,
        expires_at: new Date(expiresAt),
        closed_at: null,
        close_reason: null,
      })
      const row = await store.selectSessionOptional(tx, id)
      return { session: fromRow(row!), secret }
    },

    /** A token of at most 15 minutes that never outlives its session. */
    async issueToken(tx: Tx, session: AuthSession, scope: 'site' | 'app'): Promise<IssuedToken> {
      const token = newSecret()
      const now = clock.now()
      const expiresAt = Math.min(now + TOKEN_LIFE_MS, session.expiresAt)
      await store.insertToken(tx, { hash: digest(token), sessionId: session.id, scope, expiresAt: new Date(expiresAt), now: new Date(now) })
      return { token, expiresAt }
    },

    /** A token for a session that was remembered. Null: it is closed, or its row was removed by hand, of which nothing tells; it is forgotten. */
    async issueAgain(tx: Tx, session: AuthSession, scope: 'site' | 'app'): Promise<IssuedToken | null> {
      if (await store.holdSession(tx, session.id)) return this.issueToken(tx, session, scope)
      forget([session.id], session.playerId)
      return null
    },

    async issueRefresh(tx: Tx, sessionId: string): Promise<string> {
      const refresh = newSecret()
      await tx
        .updateTable('session')
        .set({ refresh_hash: digest(refresh) })
        .where('id', '=', sessionId)
        .where('closed_at', 'is', null)
        .execute()
      return refresh
    },

    /** A refresh token works once. One that comes back was stolen or copied: its session ends. */
    async refresh(refreshToken: string): Promise<{ token: IssuedToken; refreshToken: string; session: AuthSession } | Problem> {
      const hash = digest(refreshToken)
      const outcome = await inTx(db, async (tx) => {
        const renewed = newSecret()
        const row = await tx
          .updateTable('session')
          .set({ refresh_hash: digest(renewed), used_refresh_hash: hash })
          .where('refresh_hash', '=', hash)
          .where('closed_at', 'is', null)
          .where('expires_at', '>', new Date(clock.now()))
          .returning('id')
          .executeTakeFirst()
        if (row) {
          const session = fromRow((await store.selectSessionOptional(tx, row.id))!)
          if (session.blocked) return null
          return { token: await this.issueToken(tx, session, 'app'), refreshToken: renewed, session }
        }
        const reused = await tx.selectFrom('session').select(['id', 'player_id']).where('used_refresh_hash', '=', hash).executeTakeFirst()
        if (reused) await closeAndForget(tx, { playerId: reused.player_id, ids: [reused.id] }, 'refresh_reused')
        return null
      })
      return outcome ?? problem('auth.token_invalid', { status: 401 })
    },

    /** The session of the frames that a page of the site holds; one and the same while it is open. Null: the page's is over. */
    async appSession(tx: Tx, parentId: string, visitor: Visitor): Promise<AuthSession | null> {
      // Its row is locked: two calls at once do not open two, and none is opened under one that is being closed.
      const page = await store.selectAndLockOpenSession(tx, parentId)
      const parent = page && fromRow(page)
      if (!parent || parent.blocked || !isOpen(parent, clock.now())) return null
      const row = await tx
        .selectFrom('session')
        .select('id')
        .where('parent_id', '=', parent.id)
        .where('closed_at', 'is', null)
        .where('expires_at', '>', new Date(clock.now()))
        .executeTakeFirst()
      if (row) return fromRow((await store.selectSessionOptional(tx, row.id))!)
      const opened = await this.open(tx, {
        playerId: parent.playerId,
        visitor,
        kind: 'app',
        grade: parent.grade,
        openedBy: 'program',
        parent,
      })
      return opened.session
    },

    close,
    /** To be called after the closing transaction has committed. */
    forget,
    closeAndForget,
    /** A session of the player goes on with another secret or grade: what is remembered of it is old. */
    reread: (playerId: number) => changes.note(playerId),
    /** Those of the sessions that let their player in, as the database has them. */
    listStillOpen: (ids: readonly string[]) => store.listStillOpen(db, ids, new Date(clock.now())),
    /** To be called when the answer with the new secret is out: who was let in with the old one shows what he has now. */
    renewed(sessionId: string): void {
      for (const listener of renewals) listener(sessionId)
    },
    onRenewed: (listener: (sessionId: string) => void) => void renewals.push(listener),
    onClosed: (listener: (sessionIds: readonly string[], playerId: number) => void) => void listeners.push(listener),

    isNoteDue,
    /** Notes that the player did something. */
    async noteAction(session: AuthSession): Promise<void> {
      if (!isNoteDue(session)) return
      const now = clock.now()
      touched.set(session.id, now)
      session.lastActionAt = now
      await touch(session.id, now)
    },

    isStepUpFresh: (session: AuthSession) => isStepUpFresh(session, clock.now()),

    async renew(tx: Tx, session: AuthSession, grade: AuthGrade): Promise<string> {
      const secret = newSecret()
      await store.renewSession(tx, session.id, digest(secret), grade, new Date(clock.now()))
      return secret
    },
  }
}

/** Who holds a secret or a token; remembered until his sessions change. */
function lookUps(db: Db, clock: Clock, changes: ReturnType<typeof createSessionChanges>) {
  const bySecret = rememberedLookUp({
    changes,
    lookUp: batchedLookUp(
      (hashes) => store.listSessionsBySecret(db, hashes),
      (row) => row.secret_hash,
    ),
    read: fromRow,
    sessionOf: (session) => session,
    open: (session) => (isOpen(session, clock.now()) ? session : null),
    clockNow: clock.now,
  })
  const byToken = rememberedLookUp({
    changes,
    lookUp: batchedLookUp(
      (hashes) => store.listSessionsByToken(db, hashes),
      (row) => row.token_hash,
    ),
    read: (row: store.TokenSession): TokenProof => ({ session: fromRow(row), scope: row.scope, expiresAt: row.token_expires_at.getTime() }),
    sessionOf: ({ session }) => session,
    open: (proof) => (clock.now() < proof.expiresAt && isOpen(proof.session, clock.now()) ? proof : null),
    clockNow: clock.now,
  })
  return { bySecret, byToken }
}

function fromRow(row: store.KnownSession): AuthSession {
  return {
    id: row.id,
    playerId: row.player_id,
    brand: row.brand,
    kind: row.kind,
    grade: row.grade,
    device: row.device,
    ip: row.ip,
    blocked: row.player_status !== 'active',
    mustChangePassword: row.must_change_password && row.opened_by === 'sign_in',
    createdAt: row.created_at.getTime(),
    lastActionAt: row.last_action_at.getTime(),
    authenticatedAt: row.authenticated_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    closedAt: row.closed_at?.getTime() ?? null,
  }
}
