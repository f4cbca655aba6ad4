/** The wire of captchas: tasks, answers, pictures, and the frame of hosted ones. */
import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#lib/time.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { problem } from '#platform/shared/problem.ts'
import { captchaFrameCall, captchaImageCall, captchaSolveCall, captchaTaskCall, type CaptchaTaskReply } from '../../contract/captcha.ts'
import { HUNT, PUZZLE, type HostedKind, type OwnKind } from '../../rules/captcha.ts'
import { framePage, type HostedClient } from './hosted.ts'
import type { CaptchaTasks, OpenedTask } from './tasks.ts'

const notFound = problem('auth.captcha', { status: 404 })
const FRAME_LIFE_MS = 120_000

interface CaptchaRoutes {
  tasks: CaptchaTasks
  /** What the visitor is asked by the brand's configuration. */
  offered: (ctx: Ctx) => OwnKind | HostedClient
  hosted: (ctx: Ctx, kind: HostedKind) => HostedClient | null
}

export function captchaRoutes(app: FastifyInstance, { tasks, offered, hosted }: CaptchaRoutes): void {
  route(app, captchaTaskCall, async (ctx, { body }) => {
    const kind = body.kind ?? offered(ctx)
    if (typeof kind !== 'string') {
      const frame = `/puzzle-api/v1/hosted?lng=${ctx.lng}`
      return { taskId: '', kind: 'hosted' as const, image: '', frame, expires: unixSeconds(ctx.now + FRAME_LIFE_MS) }
    }
    return describe(await tasks.open(kind, { brand: ctx.brand, ip: ctx.ip }))
  })

  route(app, captchaSolveCall, async (ctx, { body }) => {
    const work = body.counter != null && body.derivedKey != null ? { counter: body.counter, derivedKey: body.derivedKey } : null
    const { token, triesLeft } = await tasks.answer(body.taskId, ctx.brand, { x: body.x ?? null, cells: body.cells ?? null, work })
    return { ok: token !== null, token: token ?? '', triesLeft }
  })

  route(app, captchaImageCall, async (_ctx, { params }, reply) => {
    const [id = '', part] = params.name.split('.')
    const picture = await tasks.picture(id, part === 'piece' ? 'piece' : 'whole')
    if (!picture) return notFound
    return reply.type('image/png').header('cache-control', 'no-store').send(picture)
  })

  route(app, captchaFrameCall, (ctx, { query }, reply) => {
    const client = query.kind ? hosted(ctx, query.kind) : offered(ctx)
    if (client === null || typeof client === 'string') return notFound
    const page = framePage(client, { lng: ctx.lng, dark: ctx.request.cookies['theme'] === 'flood' })
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', page.policy)
      .header('x-frame-options', 'SAMEORIGIN')
      .send(page.html)
  })
}

function describe({ id, solution, expiresAt }: OpenedTask): CaptchaTaskReply {
  const common = { taskId: id, kind: solution.kind, expires: unixSeconds(expiresAt) }
  const image = `/puzzle-api/v1/image/${id}.png`
  switch (solution.kind) {
    case 'puzzle': {
      const { width, height, piece } = PUZZLE
      return { ...common, image, piece: `/puzzle-api/v1/image/${id}.piece.png`, y: solution.y, width, height, pieceSize: piece }
    }
    case 'hunt':
      return { ...common, image, target: solution.target, width: HUNT.part * 3, height: HUNT.part * 3 }
    case 'pow':
      return { ...common, image: '', challenge: solution.challenge }
  }
}
