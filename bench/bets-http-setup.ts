/** The players of the benches over HTTP, signed in. */
import { sql } from 'kysely'
import type { Db } from '#platform/server/db.ts'
import { PLAYERS } from './bets-http-data.ts'

/** Signed-in players: the account of a player has the player's number. */
export async function signIn(db: Db): Promise<void> {
  await sql`INSERT INTO player (id, brand, password_hash, created_at) OVERRIDING SYSTEM VALUE
    SELECT g, 'polosa', 'x', now() FROM generate_series(1, ${PLAYERS}::int) g`.execute(db)
  await sql`INSERT INTO session (id, secret_hash, player_id, brand, kind, grade, opened_by, device, ip, country, created_at, last_action_at, authenticated_at, expires_at)
    SELECT 's' || g, sha256(('secret' || g)::bytea), g, 'polosa', 'app', 'password', 'sign_in', '', '127.0.0.1', 'DE', now(), now(), now(), now() + interval '1 day'
    FROM generate_series(1, ${PLAYERS}::int) g`.execute(db)
  await sql`INSERT INTO service_token (token_hash, session_id, scope, expires_at)
    SELECT sha256(('benchtoken' || lpad(g::text, 8, '0'))::bytea), 's' || g, 'app', now() + interval '1 day' FROM generate_series(1, ${PLAYERS}::int) g`.execute(
    db,
  )
  await sql`ANALYZE player, session, service_token`.execute(db)
}
