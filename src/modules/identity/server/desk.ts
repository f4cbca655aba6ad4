/** The officer's side: what waits, looking into papers with a reason, accepting, refusing, taking back. */
import { MINUTE } from '#lib/time.ts'
import type { StoredFile } from '#modules/files/server/index.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import type { RefusalReason } from '../rules/state.ts'
import { decide, fieldsOf, revoke } from './decide.ts'
import type { IdentityDeps } from './deps.ts'
import type { Mood, SimulatedProvider, SimulatedSession } from './simulated-provider.ts'
import { askSession } from './sessions.ts'
import type { RequestRow } from './store.ts'

export interface DeskRequest {
  id: number
  playerId: number
  brand: string
  kind: string
  docType: number
  state: string
  reason: string
  createdAt: Date
  decidedAt: Date | null
  files: { id: number; field: string }[]
}

export interface IdentityDesk {
  /** Waiting ones first, the longest wait on top; then what was decided last. */
  requests(): Promise<DeskRequest[]>
  /** What was typed with a request; every look is a step of the player. */
  fields(requestId: number): Promise<Record<string, string> | null>
  decide(given: { requestId: number; accept: boolean; reason: RefusalReason; comment: string; officer: string }): Promise<Problem | null>
  revoke(given: { requestId: number; reason: RefusalReason; officer: string }): Promise<Problem | null>
  /** A proof of who looks and why, good for a minute (DAT-05). */
  link(fileId: number, officer: string, reason: string): string
  /** Null: the link is over or was never given. */
  open(link: string): Promise<StoredFile | null>
  /** The simulated provider; null when there is another. */
  provider: {
    mood(): Promise<Mood>
    setMood(mood: Partial<Mood>): Promise<Mood>
    sessions(): Promise<SimulatedSession[]>
    answer(sessionId: string, state: 'ok' | 'refused', reason: RefusalReason): Promise<boolean>
  } | null
}

const SHOWN = 50
const LINK_MS = MINUTE

export function createDesk(deps: IdentityDeps, simulated: SimulatedProvider | null): IdentityDesk {
  const { db, files } = deps
  return {
    requests: () => listWaiting(deps),
    async fields(requestId) {
      const row = await db.selectFrom('identity_request').selectAll().where('id', '=', BigInt(requestId)).executeTakeFirst()
      return row ? fieldsOf(deps, row) : null
    },
    async decide({ requestId, accept, reason, comment, officer }) {
      const done = await decide(deps, BigInt(requestId), {
        state: accept ? 'approved' : 'refused',
        ...(accept ? {} : { reason }),
        comment,
        by: officer,
      })
      return isProblem(done) ? done : null
    },
    async revoke({ requestId, reason, officer }) {
      return revoke(deps, BigInt(requestId), { officer, reason })
    },
    link: (fileId, officer, reason) => sealLink(deps, { fileId, officer, reason }),
    async open(link) {
      const read = openLink(deps, link)
      if (!read) return null
      const known = await db.selectFrom('identity_document').select('id').where('file_id', '=', BigInt(read.fileId)).executeTakeFirst()
      return known ? files.open(BigInt(read.fileId), { viewer: 'officer', officer: read.officer, reason: read.reason }) : null
    },
    provider: simulated && {
      mood: () => simulated.mood(),
      setMood: (mood) => simulated.setMood(mood),
      sessions: () => simulated.sessions(),
      async answer(sessionId, state, reason) {
        if (!(await simulated.answer(sessionId, state, reason))) return false
        // As a provider's callback would: the page of the player need not ask.
        await askSession(deps, sessionId, null)
        return true
      },
    },
  }
}

async function listWaiting({ db }: IdentityDeps): Promise<DeskRequest[]> {
  const rows: RequestRow[] = await db
    .selectFrom('identity_request')
    .selectAll()
    .where('state', 'in', ['pending', 'approved', 'refused', 'revoked'])
    .orderBy(({ eb }) => eb.case().when('state', '=', 'pending').then(0).else(1).end())
    .orderBy(({ eb }) =>
      eb
        .case()
        .when('state', '=', 'pending')
        .then(eb.ref('id'))
        .else(eb.neg(eb.ref('id')))
        .end(),
    )
    .limit(SHOWN)
    .execute()
  const ids = rows.map(({ id }) => id)
  const documents =
    ids.length === 0
      ? []
      : await db
          .selectFrom('identity_document')
          .select(['request_id', 'file_id', 'field'])
          .where('request_id', 'in', ids)
          .orderBy('id')
          .execute()
  return rows.map((row) => ({
    id: Number(row.id),
    playerId: row.player_id,
    brand: row.brand,
    kind: row.kind,
    docType: row.doc_type,
    state: row.state,
    reason: row.reason,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    files: documents.filter(({ request_id }) => request_id === row.id).map(({ file_id, field }) => ({ id: Number(file_id), field })),
  }))
}

interface Look {
  fileId: number
  officer: string
  reason: string
}

const OWNER = 'identity.link'

function sealLink({ keys, clock }: IdentityDeps, look: Look): string {
  return keys.seal(JSON.stringify({ ...look, until: clock.now() + LINK_MS }), OWNER)
}

function openLink({ keys, clock }: IdentityDeps, link: string): Look | null {
  try {
    const look = JSON.parse(keys.open(link, OWNER)) as Look & { until: number }
    return look.until > clock.now() ? look : null
  } catch {
    return null
  }
}
