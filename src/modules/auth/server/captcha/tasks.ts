/** Own captcha tasks: made, shown, answered a few times at most, and worth one token each. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Challenge } from 'altcha-lib/types'
import { MINUTE, type Clock } from '#lib/time.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import {
  HUNT,
  HUNT_TARGETS,
  isHuntSolved,
  isPuzzleSolved,
  PUZZLE,
  workFor,
  type HuntTarget,
  type OwnKind,
  type PuzzleSolution,
} from '../../rules/captcha.ts'
import type { KeyService } from '../keys.ts'
import { networkOf } from '#lib/network.ts'
import { digest, newSecret } from '../secret.ts'
import { huntPicture, piecePicture, puzzlePicture } from './pictures.ts'
import { isWorkDone, newWork, type WorkSecrets } from './proof-of-work.ts'

const LIFE_MS = 3 * MINUTE
/** Wrong answers to one task, and how often its picture and its piece are sent: a reload is allowed, a study of it is not. */
const TRIES = 3
const VIEWS = 4
/** Every own token starts like this; a hosted provider's never does. */
export const TOKEN_MARK = 'c1.'

declare module '#platform/server/db.ts' {
  interface Tables {
    captcha_task: {
      id_hash: Buffer
      brand: string
      network: string
      kind: OwnKind
      solution: unknown
      tries_left: number
      views_left: number
      pieces_left: number
      token_hash: Buffer | null
      created_at: Date
      expires_at: Date
      used_at: Date | null
    }
  }
}

type Solution =
  | ({ kind: 'puzzle'; seed: number } & PuzzleSolution)
  | { kind: 'hunt'; seed: number; target: HuntTarget; cells: number[] }
  | { kind: 'pow'; challenge: Challenge }

export interface Answer {
  x: number | null
  cells: readonly number[] | null
  work: { counter: number; derivedKey: string } | null
}

export interface OpenedTask {
  id: string
  solution: Solution
  expiresAt: number
}

export type CaptchaTasks = ReturnType<typeof createCaptchaTasks>

export function createCaptchaTasks({ db, clock, keys }: { db: Db; clock: Clock; keys: KeyService }) {
  const secrets: WorkSecrets = {
    signature: keys.mac('captcha', 'challenge').toString('hex'),
    key: keys.mac('captcha', 'key').toString('hex'),
  }

  async function recentTasks(network: string): Promise<number> {
    const { count } = await db
      .selectFrom('captcha_task')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('network', '=', network)
      .where('created_at', '>', new Date(clock.now() - 10 * MINUTE))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async function newSolution(kind: OwnKind, network: string): Promise<Solution> {
    const seed = randomInt(2 ** 32)
    switch (kind) {
      case 'puzzle': {
        // The left part stays free: there the piece waits.
        const x = randomInt(PUZZLE.piece + 20, PUZZLE.width - PUZZLE.piece)
        return { kind, seed, x, y: randomInt(4, PUZZLE.height - PUZZLE.piece - 4) }
      }
      case 'hunt': {
        const cells = shuffled(HUNT.parts).slice(0, randomInt(2, 5))
        return { kind, seed, target: HUNT_TARGETS[randomInt(HUNT_TARGETS.length)]!, cells }
      }
      case 'pow':
        return { kind, challenge: await newWork(secrets, workFor(await recentTasks(network))) }
    }
  }

  return {
    async open(kind: OwnKind, visit: { brand: string; ip: string }): Promise<OpenedTask> {
      const network = networkOf(visit.ip)
      const id = newSecret()
      const solution = await newSolution(kind, network)
      const now = clock.now()
      await db
        .insertInto('captcha_task')
        .values({
          id_hash: digest(id),
          brand: visit.brand,
          network,
          kind,
          solution: JSON.stringify(solution),
          tries_left: kind === 'pow' ? 1 : TRIES,
          views_left: VIEWS,
          pieces_left: VIEWS,
          token_hash: null,
          created_at: new Date(now),
          expires_at: new Date(now + LIFE_MS),
          used_at: null,
        })
        .execute()
      return { id, solution, expiresAt: now + LIFE_MS }
    },

    /** The picture, or the loose piece of it; null when there is none or it was asked for too often. */
    async picture(id: string, part: 'whole' | 'piece'): Promise<Buffer | null> {
      const left = part === 'whole' ? 'views_left' : 'pieces_left'
      const row = await db
        .updateTable('captcha_task')
        .set((eb) => ({ [left]: eb(left, '-', 1) }))
        .where('id_hash', '=', digest(id))
        .where('expires_at', '>', new Date(clock.now()))
        .where(left, '>', 0)
        .returning('solution')
        .executeTakeFirst()
      const solution = row?.solution as Solution | undefined
      if (solution?.kind === 'puzzle')
        return part === 'whole' ? puzzlePicture(solution.seed, solution) : piecePicture(solution.seed, solution)
      if (solution?.kind === 'hunt' && part === 'whole') return huntPicture(solution.seed, solution.target, solution.cells)
      return null
    },

    /** Counts the try before it is judged; a right one closes the task and earns the token. */
    async answer(id: string, brand: string, given: Answer): Promise<{ token: string | null; triesLeft: number }> {
      return inTx(db, async (tx) => {
        const row = await tx
          .selectFrom('captcha_task')
          .selectAll()
          .where('id_hash', '=', digest(id))
          .where('brand', '=', brand)
          .forUpdate()
          .executeTakeFirst()
        const now = clock.now()
        if (!row || row.tries_left <= 0 || row.token_hash || row.expires_at.getTime() <= now) return { token: null, triesLeft: 0 }
        const isRight = await isSolved(secrets, row.solution as Solution, given)
        const token = isRight ? TOKEN_MARK + newSecret() : null
        const triesLeft = isRight ? 0 : row.tries_left - 1
        await tx
          .updateTable('captcha_task')
          .set({ tries_left: triesLeft, ...(token ? { token_hash: digest(token), expires_at: new Date(now + LIFE_MS) } : {}) })
          .where('id_hash', '=', row.id_hash)
          .execute()
        return { token, triesLeft }
      })
    },

    /** Uses a token up: true once for a good one. */
    async redeem(token: string, brand: string): Promise<boolean> {
      const now = new Date(clock.now())
      const used = await db
        .updateTable('captcha_task')
        .set({ used_at: now })
        .where('token_hash', '=', digest(token))
        .where('brand', '=', brand)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return used.numUpdatedRows === 1n
    },

    async cleanUp(): Promise<void> {
      await sql`DELETE FROM captcha_task WHERE expires_at <= ${new Date(clock.now() - 10 * MINUTE)}`.execute(db)
    },
  }
}

/** What the answer of a task is, for the development area's scripts. */
export async function captchaSolution(db: Db, taskId: string): Promise<unknown> {
  const row = await db.selectFrom('captcha_task').select('solution').where('id_hash', '=', digest(taskId)).executeTakeFirst()
  return row?.solution ?? null
}

async function isSolved(secrets: WorkSecrets, solution: Solution, given: Answer): Promise<boolean> {
  switch (solution.kind) {
    case 'puzzle':
      return given.x !== null && isPuzzleSolved(solution, given.x)
    case 'hunt':
      return given.cells !== null && isHuntSolved(solution.cells, given.cells)
    case 'pow':
      return given.work !== null && isWorkDone(secrets, solution.challenge, given.work)
  }
}

function shuffled(count: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    ;[all[last], all[other]] = [all[other]!, all[last]!]
  }
  return all
}
