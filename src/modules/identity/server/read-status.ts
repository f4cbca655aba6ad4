/** What the player's page shows: what is asked, where it stands, every step with its date. */
import { unixSeconds, type Millis } from '#lib/time.ts'
import { enforcedMinAge } from '#modules/account/rules/min-age.ts'
import { FILE_TYPES, PURPOSES } from '#modules/files/server/index.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { IdentificationConfig, IdentityBlock } from '#platform/shared/site-config.ts'
import type { AttemptReply, IdentificationReply, RunningSessionReply, StepReply } from '../contract.ts'
import { identityOf } from '../rules/state.ts'
import type { IdentityDeps } from './deps.ts'
import { listRequests, proofOf, type RequestRow } from './store.ts'

const seconds = (at: Date | null) => (at ? unixSeconds(at.getTime()) : 0)
const STEPS_SHOWN = 40

export async function readStatus(
  deps: IdentityDeps,
  ctx: Ctx,
  config: IdentificationConfig,
  blocks: readonly IdentityBlock[],
): Promise<IdentificationReply> {
  const playerId = ctx.player!.id
  const { db, provider } = deps
  const [rows, steps, files] = await Promise.all([
    listRequests(db, playerId),
    db
      .selectFrom('identity_step')
      .select(['what', 'reason', 'request_id', 'at'])
      .where('player_id', '=', playerId)
      .orderBy('id', 'desc')
      .limit(STEPS_SHOWN)
      .execute(),
    db
      .selectFrom('identity_document')
      .select(({ fn }) => ['request_id', fn.countAll<bigint>().as('n')])
      .where('player_id', '=', playerId)
      .where('request_id', 'is not', null)
      .groupBy('request_id')
      .execute(),
  ])
  const { state, missing } = identityOf(config.needs, rows.map(proofOf), ctx.now)
  const ends = rows
    .filter((row) => row.state === 'approved' && row.valid_until && row.valid_until.getTime() > ctx.now)
    .map((row) => row.valid_until!.getTime())
  const requestOf = new Map(rows.map((row) => [row.id, row]))
  const attempts = rows
    .toReversed()
    .map((row) => attemptOf(ctx, config, row, Number(files.find((of) => of.request_id === row.id)?.n ?? 0n)))
  return {
    flowType: config.flowType,
    doc_types: config.docTypes.map((type) => ({ doc_type: type.doc_type, title: titleOf(ctx, type), fields: type.fields })),
    min_age: enforcedMinAge(ctx.config.registration.min_age),
    now: unixSeconds(ctx.now),
    status: state,
    missing,
    needs: config.needs,
    methods: config.methods.filter((method) => method === 'documents' || provider !== null),
    required_for: [...blocks],
    max_files: config.maxFiles,
    max_file_bytes: PURPOSES.identity.maxBytes,
    file_types: FILE_TYPES.filter((type) => config.pdf || type !== 'application/pdf'),
    valid_until: ends.length > 0 ? unixSeconds(Math.min(...ends)) : 0,
    simulated: provider?.isSimulated ?? false,
    attempts,
    steps: steps.map((step) => stepOf(ctx, step, step.request_id === null ? undefined : requestOf.get(step.request_id))),
    sessions: rows.filter((row) => isRunning(row, ctx.now)).map(sessionOf),
  }
}

/** One with a code to compare; what a provider asks on a page of its own has none. */
function isRunning(row: RequestRow, now: Millis): boolean {
  return row.state === 'started' && row.verification_code !== '' && (row.session_until?.getTime() ?? 0) > now
}

function sessionOf(row: RequestRow): RunningSessionReply {
  return { kind: row.kind, session_id: row.session_id!, code: row.verification_code, until: seconds(row.session_until) }
}

type DocType = IdentificationConfig['docTypes'][number]

export function titleOf(ctx: Pick<Ctx, 'lng' | 'text'>, { title, key, doc_type: number }: DocType): string {
  const written = title[ctx.lng] ?? (key === '' ? (title['en'] ?? Object.values(title)[0]) : undefined)
  return written ?? (key === '' ? ctx.text('identity:doc_number', { number }) : ctx.text(`identity:doc_${key}`))
}

export function refusalText(ctx: Pick<Ctx, 'text'>, reason: string): string {
  return reason === '' ? '' : ctx.text(`identity:reason_${reason}`)
}

function attemptOf(ctx: Ctx, config: IdentificationConfig, row: RequestRow, files: number): AttemptReply {
  const type = config.docTypes.find(({ doc_type }) => doc_type === row.doc_type)
  return {
    id: Number(row.id),
    kind: row.kind,
    doc_type: row.doc_type,
    title: type ? titleOf(ctx, type) : ctx.text(`identity:kind_${row.kind}`),
    state: row.state,
    reason: row.reason,
    message: refusalText(ctx, row.reason),
    comment: row.comment,
    date: seconds(row.created_at),
    decided: seconds(row.decided_at),
    valid_until: seconds(row.valid_until),
    files,
  }
}

function stepOf(ctx: Ctx, step: { what: string; reason: string; at: Date }, row: RequestRow | undefined): StepReply {
  const what = ctx.text(`identity:step_${step.what}`)
  const of = row ? `${ctx.text(`identity:kind_${row.kind}`)}: ${what}` : what
  return {
    what: step.what,
    text: step.reason === '' ? of : `${of}. ${refusalText(ctx, step.reason)}`,
    // Kept with the request, where erasing clears it; a proof that is taken back keeps that of its acceptance.
    comment: step.what === 'refused' || step.what === 'approved' ? (row?.comment ?? '') : '',
    date: seconds(step.at),
  }
}
