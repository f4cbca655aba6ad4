/** Two players who can bet at once, made at the first start in development mode through the product's own calls. */
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { encodePassword, readIdentifier, selectPlayerOptional, type KeyService } from '#modules/auth/server/index.ts'
import type { ReadyPlayer } from '#modules/dev/server/index.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { LOCKS } from '#platform/server/locks.ts'
import type { Logger } from '#platform/server/log.ts'

const KEY = 'ready_players'
/** The method of the sandbox cashier that takes any sum. */
const CARD_METHOD = 1

interface Wanted extends ReadyPlayer {
  currency: string
  /** Deposits in the currency's main unit. */
  deposits: number[]
}

const WANTED: readonly Wanted[] = [
  {
    login: 'anna@polosa.example',
    password: 'marker-on-newsprint',
    brand: 'polosa',
    currency: 'KZT',
    deposits: [250_000],
    about: '250 000 KZT',
  },
  { login: 'boris@polosa.example', password: 'floodlight-at-dusk', brand: 'polosa', currency: 'EUR', deposits: [500], about: '500 EUR' },
]

export async function readyPlayers(db: Db | Tx): Promise<ReadyPlayer[]> {
  const { rows } = await sql<{ value: ReadyPlayer[] }>`SELECT value FROM setting WHERE key = ${KEY}`.execute(db)
  return rows[0]?.value ?? []
}

export interface ReadyPlayersDeps {
  db: Db
  app: FastifyInstance
  keys: KeyService
  log: Logger
  /** Of the site with its port: their letters lead there. */
  host: string
}

/** Makes them once; a failure is told in the log and leaves the site running. */
export async function ensureReadyPlayers(deps: ReadyPlayersDeps): Promise<ReadyPlayer[]> {
  try {
    return await inTx(deps.db, async (tx) => {
      // Processes that are started together make them once.
      await sql`SELECT pg_advisory_xact_lock(${LOCKS.readyPlayers})`.execute(tx)
      const known = await readyPlayers(tx)
      if (known.length) return known
      const made = await makePlayers(deps)
      // An empty list would stand for ever: the next start tries again.
      if (made.length)
        await sql`INSERT INTO setting (key, value) VALUES (${KEY}, ${JSON.stringify(made)}::jsonb)
          ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`.execute(tx)
      return made
    })
  } catch (error) {
    deps.log.warn({ err: error }, 'ready players could not be looked for')
    return []
  }
}

async function makePlayers(deps: ReadyPlayersDeps): Promise<ReadyPlayer[]> {
  const made: ReadyPlayer[] = []
  for (const wanted of WANTED) {
    const { login, password, brand, about } = wanted
    try {
      // A start that was cut off may have come as far as the account.
      if (!(await selectPlayerOptional(deps.db, brand, readIdentifier(login)!))) await makePlayer(deps, wanted)
      made.push({ login, password, brand, about })
    } catch (error) {
      deps.log.warn({ err: error }, 'a ready player could not be made')
    }
  }
  return made
}

async function makePlayer({ app, keys, host }: ReadyPlayersDeps, wanted: Wanted): Promise<void> {
  const call = caller(app, host)
  const registered = await call('/flexreg-api/v1/registration/submit', {
    type: 'full_reg',
    fields: {
      email: wanted.login,
      password: await encodePassword(keys.publicKeyPem(), wanted.password),
      birth_date: '1990-05-17',
      country: 'KZ',
      currency: wanted.currency,
      terms: true,
    },
  })
  const token = String(registered['token'])
  for (const sum of wanted.deposits) {
    const { data } = (await call('/web-api/office/deposit', { account_id: 0, method_id: CARD_METHOD, sum }, token)) as {
      data: { id: string }
    }
    await call(`/dev/api/cashier/${data.id}`, { outcome: 'success' })
  }
}

/** Calls inside the process, as a program of a player would make them through the network. */
function caller(app: FastifyInstance, host: string) {
  return async (url: string, payload: object, token?: string): Promise<Record<string, unknown>> => {
    const answer = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: {
        host,
        'x-requested-with': 'XMLHttpRequest',
        'user-agent': 'Polosa start',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    })
    const body = answer.json<Record<string, unknown>>()
    if (answer.statusCode >= 400 || body['success'] === false)
      throw new Error(`${url} answered ${answer.statusCode}: ${String(body['message'] ?? JSON.stringify(body['errors'] ?? ''))}`)
    return body
  }
}
