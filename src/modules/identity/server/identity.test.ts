import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createFiles, type Files } from '#modules/files/server/index.ts'
import { DAY } from '#lib/time.ts'
import { createLog } from '#platform/server/log.ts'
import { isProblem } from '#platform/shared/problem.ts'
import type { IdentificationConfig } from '#platform/shared/site-config.ts'
import { createIdentity, simulatedProvider, type Identity, type SimulatedProvider } from './index.ts'

const { db } = await testDatabase()
let asked!: IdentificationConfig
let identity!: Identity
let provider!: SimulatedProvider
let files!: Files
const told: number[] = []
/** By country: what a layer of the brand says. */
let validMonths: Record<number, number> = {}
const site = await accountSite({
  db,
  change: (config) => {
    asked = config.identification!
    asked.requiredFor = ['withdrawal', 'play']
  },
  more: ({ app, auth }) => {
    const { clock, keys } = auth.deps
    provider = simulatedProvider({ db, clock })
    files = createFiles({ db, clock, keys })
    identity = createIdentity({
      db,
      clock,
      log: createLog('silent', false),
      keys,
      files,
      provider,
      configOf: (_brand, countryId) => ({ ...asked, validMonths: validMonths[countryId] ?? 0 }),
      profileBlocks: () => [],
      onChanged: (playerId) => void told.push(playerId),
    })
    identity.routes(app)
  },
})
await identity.load()
site.setAccountGate((_spec, paths, playerId, ctx) => identity.refusal(ctx.config, paths, playerId))
afterAll(async () => {
  await identity.stop()
  await site.app.close()
})

const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()

let visitor: Visitor
let playerId: number
/** A second player. */
async function another(): Promise<Visitor> {
  const made = new Visitor(site)
  await made.oneClick()
  return made
}

const x = (by = visitor) => ({ 'x-auth': `Bearer ${by.token}` })
const get = (path: string, by = visitor) => by.call('GET', path, undefined, x(by))
const post = (path: string, body: unknown, by = visitor) => by.call('POST', path, body, x(by))
const config = async (by = visitor) => (await get('/web-api/office/identification/config?lng=en', by)).body.data

async function send(path: string, values: Record<string, string>, files: [field: string, name: string, bytes: Buffer][], by = visitor) {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  for (const [field, name, bytes] of files) form.append(field, new Blob([new Uint8Array(bytes)]), name)
  const request = new Response(form)
  const body = Buffer.from(await request.arrayBuffer())
  const answer = await site.app.inject({
    method: 'POST',
    url: path,
    headers: { ...x(by), 'x-requested-with': 'XMLHttpRequest', 'content-type': request.headers.get('content-type')! },
    payload: body,
  })
  return { status: answer.statusCode, body: JSON.parse(answer.body) }
}

const CARD = { doc_type: '2', last_name: 'Lovelace', first_name: 'Ada', number: 'AB 12-34', expires: '31.12.2040' }
const twoPhotos: [string, string, Buffer][] = [
  ['docFiles', 'front.jpg', photo],
  ['docFiles', 'back.jpg', photo],
]
const sendCard = (more: Record<string, string> = {}, files = twoPhotos, by = visitor) =>
  send('/web-api/office/identification/data?lng=en', { ...CARD, ...more }, files, by)
const accept = (requestId: number) => identity.desk.decide({ requestId, accept: true, reason: 'photo', comment: '', officer: 'olga' })

beforeEach(async () => {
  visitor = new Visitor(site)
  playerId = (await visitor.oneClick()).userId
  await identity.desk.provider!.setMood({ answers: 'desk', delayMs: 0, away: 0 })
})

describe('documents', () => {
  test('asked, sent, accepted: state, steps, profile, message and the gate follow by themselves', async () => {
    expect(await config()).toMatchObject({ status: 'none', missing: ['document'], required_for: ['withdrawal', 'play'], simulated: true })
    const closed = await post('/web-api/office/withdraw?lng=en', {})
    expect(closed).toMatchObject({ status: 403, body: { success: false, error_code: 43, link: '/office/identification' } })
    const sent = await sendCard()
    expect(sent.body).toMatchObject({ success: true, data: { status: 'pending' } })
    expect((await sendCard()).status).toBe(409)
    expect(await accept(sent.body.data.request_id)).toBeNull()
    expect(isProblem(await accept(sent.body.data.request_id))).toBe(true)
    const after = await config()
    expect(after).toMatchObject({ status: 'approved', missing: [] })
    expect(after.steps.map(({ what }: { what: string }) => what)).toEqual(['approved', 'sent'])
    expect(told.filter((id) => id === playerId)).toHaveLength(2)
    const profile = await db.selectFrom('player_profile').selectAll().where('player_id', '=', playerId).executeTakeFirstOrThrow()
    expect(profile).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace', verified_by: 'olga' })
    const message = await db.selectFrom('outbox').select('payload').where('topic', '=', 'player.message').execute()
    expect(message.map(({ payload }) => payload)).toContainEqual(expect.objectContaining({ playerId, template: 'identity_verified' }))
    expect((await post('/web-api/office/withdraw?lng=en', {})).status).not.toBe(403)
  })

  test('one that is taken back leaves a player verified by another, and two at once end both', async () => {
    const sent = []
    for (const [number, first_name] of [
      ['CD 1', 'Ada'],
      ['CD 2', 'Augusta'],
    ] as const) {
      sent.push((await sendCard({ number, first_name })).body.data.request_id)
      expect(await accept(sent.at(-1)!)).toBeNull()
    }
    const profile = () => db.selectFrom('player_profile').selectAll().where('player_id', '=', playerId).executeTakeFirstOrThrow()
    const revoke = (requestId: number) => identity.desk.revoke({ requestId, reason: 'suspicious', officer: 'otto' })
    expect(await revoke(sent[1]!)).toBeNull()
    expect(await profile()).toMatchObject({ verified_by: 'olga', first_name: 'Ada' })
    expect((await config()).status).toBe('approved')
    const third = (await sendCard({ number: 'CD 3' })).body.data.request_id
    await accept(third)
    expect(await Promise.all([revoke(sent[0]!), revoke(third)])).toEqual([null, null])
    expect(await profile()).toMatchObject({ verified_at: null, verified_by: null })
  })

  test('every wrong field is named; a file that is none is refused and nothing is kept', async () => {
    const wrong = await sendCard({ number: ' ', expires: '30.02.2031' }, [twoPhotos[0]!])
    expect(Object.keys(wrong.body.validation_errors).sort()).toEqual(['docFiles', 'expires', 'number'])
    expect((await sendCard({ expires: '01.01.2020' })).body.validation_errors).toHaveProperty('expires')
    const notPicture = await sendCard({}, [twoPhotos[0]!, ['docFiles', 'x.jpg', Buffer.from('<svg/>')]])
    expect(notPicture.body.validation_errors.docFiles[0]).toMatch(/^x\.jpg: Send a JPEG/)
    const tiny = await sharp(photo).resize(20, 15).jpeg().toBuffer()
    const unreadable = await sendCard({}, [twoPhotos[0]!, ['docFiles', 'tiny.jpg', tiny]])
    expect(unreadable.body.validation_errors.docFiles).toEqual(['tiny.jpg: The picture is too small: it needs 400 × 250 pixels at least'])
    const large = await sendCard({}, [twoPhotos[0]!, ['docFiles', 'big.jpg', Buffer.concat([photo, Buffer.alloc(15 * 1024 * 1024)])]])
    expect(large.body.validation_errors.docFiles[0]).toMatch(/larger than 15 MB/)
    expect(
      (
        await sendCard(
          {},
          Array.from({ length: 7 }, () => twoPhotos[0]!),
        )
      ).body.validation_errors,
    ).toHaveProperty('docFiles')
    expect((await sendCard({ doc_type: '99' })).body.success).toBe(false)
    expect((await post('/web-api/office/identification/data', {})).body.success).toBe(false)
    expect(await db.selectFrom('stored_file').select('id').where('player_id', '=', playerId).execute()).toEqual([])
  })

  test('refused with a reason and words; a type added to the configuration is a form', async () => {
    const { request_id } = (await sendCard({ number: 'ZZ1' })).body.data
    await identity.desk.decide({ requestId: request_id, accept: false, reason: 'unreadable', comment: 'the corner', officer: 'olga' })
    expect(await config()).toMatchObject({
      status: 'refused',
      missing: ['document'],
      attempts: [{ state: 'refused', comment: 'the corner' }],
    })
    expect((await get('/web-api/office/identification/fail?lng=en')).body.data).toMatchObject({
      reason: 'unreadable',
      message: 'The data cannot be read',
    })
    // Whoever reads only the message, or what has been, is told it as well.
    expect((await config()).steps[0]).toMatchObject({ what: 'refused', comment: 'the corner' })
    const { payload } = await db
      .selectFrom('outbox')
      .select('payload')
      .where('key', '=', `identity:${request_id}:refused`)
      .executeTakeFirstOrThrow()
    expect(payload).toMatchObject({ template: 'identity_refused', params: { reason: 'id_unreadable', comment: 'the corner' } })
    asked.docTypes.push({ doc_type: 50, key: '', title: { en: 'Seaman book' }, fields: ['number', 'photo_page'] })
    expect((await config()).doc_types.at(-1)).toEqual({ doc_type: 50, title: 'Seaman book', fields: ['number', 'photo_page'] })
    expect((await send('/web-api/office/identification/data', { doc_type: '50', number: 'S1' }, [twoPhotos[0]!])).body.success).toBe(true)
    asked.docTypes.pop()
  })

  test('one number, one player: also for two at once', async () => {
    const other = await another()
    const ids = [
      (await sendCard({ number: 'one-1' })).body.data.request_id,
      (await sendCard({ number: 'ONE 1' }, twoPhotos, other)).body.data.request_id,
    ]
    const done = await Promise.all(ids.map((id) => accept(id)))
    expect(done.map((outcome) => (isProblem(outcome) ? outcome.code : 'done')).sort()).toEqual(['done', 'identity.duplicate'])
  })

  test('the back office: upload, list, hand in; nobody else sees or hands in a file; officers look with a reason, for a minute', async () => {
    const other = await another()
    const uploaded = await send('/verification-api/v1/BackOffice/upload', { type: '1' }, [['file', 'p.jpg', photo]])
    expect(uploaded.body).toMatchObject({ type: 1, status: 0 })
    const { id } = uploaded.body
    expect((await post('/verification-api/v1/BackOffice/verify', { documentIds: [id] }, other)).status).toBe(404)
    expect((await other.call('GET', `/verification-api/v1/BackOffice/file?id=${id}`)).status).toBe(404)
    expect((await visitor.call('GET', `/verification-api/v1/BackOffice/file?id=${id}`)).status).toBe(200)
    const handed = await post('/service-api/verification-api/v1/BackOffice/verify', { documentIds: [String(id)] })
    expect(handed.body).toMatchObject({ status: 1 })
    await accept(handed.body.requestId)
    expect((await get('/verification-api/v1/BackOffice/documents')).body.documents).toMatchObject([{ id, type: 1, status: 2 }])
    expect((await get('/verification-api/v1/BackOffice/documents', other)).body.documents).toEqual([])
    const { file_id } = await db.selectFrom('identity_document').select('file_id').where('id', '=', BigInt(id)).executeTakeFirstOrThrow()
    const link = identity.desk.link(Number(file_id), 'olga', 'review')
    expect((await identity.desk.open(link))?.type).toBe('image/jpeg')
    expect(await identity.desk.open(`${link.slice(0, -3)}abc`)).toBeNull()
    site.clock.advance(61_000)
    expect(await identity.desk.open(link)).toBeNull()
    const views = await db.selectFrom('file_view').select(['viewer', 'officer', 'reason']).where('file_id', '=', file_id).execute()
    expect(views).toEqual([
      { viewer: 'owner', officer: '', reason: '' },
      { viewer: 'officer', officer: 'olga', reason: 'review' },
    ])
    expect((await visitor.call('GET', '/verification-api/v1/BackOffice/documents')).status).toBe(401)
  })
})

describe('papers that are uploaded first', () => {
  const upload = async (): Promise<number> =>
    (await send('/verification-api/v1/BackOffice/upload', { type: '1' }, [['file', 'p.jpg', photo]])).body.id
  const handIn = (documentIds: number[]) => post('/verification-api/v1/BackOffice/verify', { documentIds })
  const fileOf = async (id: number) =>
    (await db.selectFrom('identity_document').select('file_id').where('id', '=', BigInt(id)).executeTakeFirstOrThrow()).file_id

  test('handed in they are kept until somebody has decided, however long he takes', async () => {
    const id = await upload()
    expect((await handIn([id])).body).toMatchObject({ status: 1 })
    site.clock.advance(8 * DAY)
    await files.tidy()
    const link = identity.desk.link(Number(await fileOf(id)), 'olga', 'review')
    expect((await identity.desk.open(link))?.bytes.length).toBeGreaterThan(1_000)
  })

  test('never handed in they go after a week, and cannot be handed in then; what is left is kept no longer for it', async () => {
    const [gone, left] = [await upload(), await upload()]
    await sql`UPDATE stored_file SET keep_until = ${new Date(site.clock.now())} WHERE id = ${await fileOf(gone)}`.execute(db)
    await files.tidy()
    expect(await handIn([gone, left])).toMatchObject({ status: 404 })
    const kept = await db
      .selectFrom('stored_file')
      .select('keep_until')
      .where('id', '=', await fileOf(left))
      .executeTakeFirstOrThrow()
    expect(kept.keep_until.getTime()).toBeLessThanOrEqual(site.clock.now() + 7 * DAY)
    expect((await handIn([left])).body).toMatchObject({ status: 1 })
  })
})

test('what would be refused is neither begun at the provider nor looked through', async () => {
  const begin = vi.spyOn(provider, 'begin')
  const take = vi.spyOn(files, 'take')
  const face = (veriliveSessionId: string) =>
    send('/verification-api/v1/FaceId/verify', { veriliveSessionId }, [['image', 'me.jpg', photo]])
  expect(await face('nobody')).toMatchObject({ status: 404 })
  for (let n = 0; n < 10; n += 1) expect((await get('/web-api/office/verigram/token?flowType=face')).status).toBe(200)
  expect(await get('/web-api/office/verigram/token?flowType=face')).toMatchObject({ status: 429 })
  expect([await face(''), await sendCard()]).toMatchObject([{ status: 429 }, { status: 429 }])
  expect([begin.mock.calls.length, take.mock.calls.length]).toEqual([10, 0])
  await sql`WITH gone AS (INSERT INTO stored_file (player_id, purpose, name, type, size, at, keep_until, removed_at)
    SELECT ${playerId}, 'identity', 'a', 'image/jpeg', 1, now, now, now FROM generate_series(1, 40), (VALUES (${new Date(site.clock.now())}::timestamptz)) t (now) RETURNING id, at)
    INSERT INTO identity_document (player_id, doc_type, field, file_id, at) SELECT ${playerId}, 1, '', id, at FROM gone`.execute(db)
  const upload = await send('/verification-api/v1/BackOffice/upload', { type: '1' }, [['file', 'p.jpg', photo]])
  expect([upload.status, take.mock.calls.length]).toEqual([429, 0])
  vi.restoreAllMocks()
})

describe('sessions of a provider', () => {
  const EE = '38001085718'
  test('Smart-ID: a code is shown, the state runs until the telephone answers; another player has no such session', async () => {
    const other = await another()
    expect((await post('/identity-service/v1/smart-id/authentication', { personalCode: '38001085719', country: 'EE' })).status).toBe(400)
    const { sessionId, verificationCode } = (
      await post('/identity-service/v1/smart-id/authentication', { personalCode: EE, country: 'EE' })
    ).body
    expect(verificationCode).toMatch(/^\d{4}$/)
    const state = async (by = visitor) => await get(`/identity-service/v1/smart-id/session/${sessionId}`, by)
    expect((await state()).body.state).toBe('running')
    expect((await state(other)).status).toBe(404)
    expect((await get(`/identity-service/v1/mobile-id/session/${sessionId}`)).status).toBe(404)
    await identity.desk.provider!.answer(sessionId, 'ok', 'photo')
    expect((await state()).body).toMatchObject({ state: 'ok', personalCode: '***' })
    expect((await config()).status).toBe('approved')
    // The same person again in another account of the brand.
    const again = (await post('/identity-service/v1/mobile-id/authentication', { personalCode: EE, phone: '+372 5555 5555' }, other)).body
    await identity.desk.provider!.answer(again.sessionId, 'ok', 'photo')
    expect((await get(`/identity-service/v1/mobile-id/session/${again.sessionId}`, other)).body).toMatchObject({
      state: 'refused',
      reason: 'duplicate',
    })
  })

  test('the code of a running session is told its player again, and nobody and nowhere else', async () => {
    const other = await another()
    const begun = (await post('/identity-service/v1/smart-id/authentication', { personalCode: EE, country: 'EE' })).body
    const { sessions, ...rest } = await config()
    const until = Math.floor((site.clock.now() + 5 * 60_000) / 1000)
    expect(sessions).toEqual([{ kind: 'smart_id', session_id: begun.sessionId, code: begun.verificationCode, until }])
    expect(JSON.stringify([rest.attempts, rest.steps])).not.toContain(begun.verificationCode)
    expect((await config(other)).sessions).toEqual([])
    site.clock.advance(5 * 60_000)
    expect((await config()).sessions).toEqual([])
  })

  test.each(['takes the question back', 'cannot'])('a new start ends the session before it, where the provider %s', async (can) => {
    const ended = vi.spyOn(provider as Required<SimulatedProvider>, 'end')
    if (can === 'cannot') ended.mockResolvedValue()
    const start = async () => (await post('/identity-service/v1/smart-id/authentication', { personalCode: EE, country: 'EE' })).body
    const [first, second] = [await start(), await start()]
    expect(ended.mock.calls).toEqual([[first.sessionId]])
    expect((await config()).sessions).toMatchObject([{ session_id: second.sessionId }])
    expect((await config()).steps.map(({ what }: { what: string }) => what)).toEqual(['started', 'replaced', 'started'])
    // Confirmed late, or not at all: nothing comes of it.
    expect(await identity.desk.provider!.answer(first.sessionId, 'ok', 'photo')).toBe(can === 'cannot')
    expect((await get(`/identity-service/v1/smart-id/session/${first.sessionId}`)).body.state).toBe('timeout')
    expect((await config()).status).toBe('none')
    await identity.desk.provider!.answer(second.sessionId, 'refused', 'cancelled')
    expect((await config()).status).toBe('refused')
    ended.mockRestore()
  })

  test('a session runs out; a provider that is away is tried again, and then said so', async () => {
    const { sessionId } = (await post('/identity-service/v1/smart-id/authentication', { personalCode: EE, country: 'EE' })).body
    site.clock.advance(6 * 60_000)
    expect((await get(`/identity-service/v1/smart-id/session/${sessionId}`)).body.state).toBe('timeout')
    await identity.desk.provider!.setMood({ away: 2 })
    expect((await post('/identity-service/v1/smart-id/authentication', { personalCode: EE, country: 'EE' })).status).toBe(200)
    await identity.desk.provider!.setMood({ away: 3 })
    expect((await post('/identity-service/v1/smart-id/authentication', { personalCode: EE, country: 'EE' })).status).toBe(503)
  })

  test('scan and face: tokens by kind, an answer by itself, and in the request by its name', async () => {
    await identity.desk.provider!.setMood({ answers: 'pass' })
    const { data } = (await get('/web-api/office/verigram/token?flowType=face')).body
    expect(data).toMatchObject({ flowType: 'face', veridocSessionId: '', verigramAccessToken: expect.stringMatching(/^simulated-/) })
    const looked = await send('/verification-api/v1/FaceId/verify', { veriliveSessionId: data.veriliveSessionId }, [
      ['image', 'me.jpg', photo],
    ])
    expect(looked.body).toMatchObject({ status: 2, score: 0.97 })
    expect((await config()).status).toBe('none')
    const scan = (await post('/identity-service/v1/document-scan/token', { flowType: 'document' })).body
    expect(scan.url).toContain(scan.veridocSessionId)
    const done = await send(
      '/web-api/office/identification/data',
      { verificationType: 'veridoc', veridocSessionId: scan.veridocSessionId },
      [],
    )
    expect(done.body.data.status).toBe('approved')
    expect((await config()).status).toBe('approved')
    const json = await post('/verification-api/v1/FaceId/verify', { image: photo.toString('base64') })
    expect(json.body).toMatchObject({ status: 2 })
  })
})

test('nothing that was typed or sent lies in the database in clear', async () => {
  await sendCard({ number: 'CANARY-771', last_name: 'Canaryname' })
  const rows = await db.selectFrom('identity_request').selectAll().where('player_id', '=', playerId).execute()
  const stored = await db.selectFrom('stored_file').selectAll().where('player_id', '=', playerId).execute()
  const all = Buffer.concat([
    Buffer.from(JSON.stringify(rows, (_k, v: unknown) => (typeof v === 'bigint' ? String(v) : v))),
    ...stored.map(({ body }) => body!),
  ])
  for (const canary of ['CANARY', 'Canaryname', 'JFIF']) expect(all.includes(Buffer.from(canary))).toBe(false)
  expect(stored).toHaveLength(2)
})

test('a proof ends with its document, and with it what it has opened', async () => {
  const refusal = () => identity.refusal(site.config, ['/web-api/office/withdraw'], playerId)
  await accept((await sendCard({ number: 'ENDS1', expires: '31.12.2030' })).body.data.request_id)
  expect(refusal()).toBeNull()
  site.clock.advance(Date.UTC(2031, 0, 3) - site.clock.now())
  expect(refusal()).toMatchObject({ code: 'identity.verify_withdrawal' })
})

test('how long a proof holds is what the brand says where its player lives, whoever decides (ID-08)', async () => {
  const profile = await db.selectFrom('player_profile').select('country_id').where('player_id', '=', playerId).executeTakeFirstOrThrow()
  validMonths = { [profile.country_id]: 6 }
  try {
    await accept((await sendCard({ number: 'SIXMONTHS', expires: '31.12.2050' })).body.data.request_id)
    const { valid_until: until } = await config()
    expect(Math.round((until * 1000 - site.clock.now()) / (30.4 * 86_400_000))).toBe(6)
  } finally {
    validMonths = {}
  }
})
