import { join, resolve } from 'node:path'
import pg from 'pg'
import { connectionOf, createDb, rawPool } from '#platform/server/db.ts'
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts'
import { readFileSync } from 'node:fs'
const root = resolve(import.meta.dirname, '..')
const e = await startEmbeddedPostgres({ stateDir: join(root, '.cache/bench-settlement'), settings: { shared_buffers: '1GB', max_wal_size: '8GB', min_wal_size: '2GB', work_mem: '32MB', autovacuum: 'off' } })
const admin = new pg.Client(connectionOf(e.url)); await admin.connect()
await admin.query('DROP DATABASE IF EXISTS settle_run WITH (FORCE)')
await admin.query('CREATE DATABASE settle_run TEMPLATE settle_base STRATEGY FILE_COPY')
await admin.query('CHECKPOINT')
const u = new URL(e.url); u.pathname = '/settle_run'
const c = new pg.Client(connectionOf(u.toString())); await c.connect()
c.on('notice', (n) => { const m = n.message ?? ''; if (/Query Text/.test(m) || true) console.log(m.slice(0, 6000)) })
const fns = readFileSync(join(root, 'migrations/0015_settlement_functions.sql'), 'utf8').replace(/CREATE FUNCTION/g, 'CREATE OR REPLACE FUNCTION')
await c.query(fns)
await c.query('SELECT count(*) , sum(payout_minor) from bet'); await c.query('SELECT count(*),sum(price) from bet_leg')
for (const t of [1, 2, 3]) await c.query(`INSERT INTO outcome_result (ci,t,p,player_id,market_key,spec,won,known_at,updated_at) VALUES (310000777,${t},0,0,'result_1x2','',${t === 1 ? 1 : 0},now(),now())`)
await c.query('INSERT INTO settlement_run (created_at, late_from_bet_id) VALUES (now(), 0)')
for (const t of [1, 2, 3]) await c.query(`INSERT INTO settlement_run_outcome VALUES (1,310000777,${t},0,0)`)
let t0 = performance.now(); const lap = (s: string) => { console.log(s.padEnd(20), (performance.now() - t0).toFixed(1)); t0 = performance.now() }
await c.query('SELECT settlement_plan(1, 20000, 0)'); lap('plan')
await c.query(`LOAD 'auto_explain'`)
if (process.argv[2]) await c.query(`SET auto_explain.log_min_duration = ${process.argv[2]}; SET auto_explain.log_analyze = on; SET auto_explain.log_buffers=on; SET auto_explain.log_nested_statements = on; SET auto_explain.log_timing=on; SET client_min_messages = log`)
for (const no of [1, 2, 3, 4, 5]) {
  await c.query('BEGIN'); await c.query('SELECT settlement_open()'); lap('open')
  await c.query(`SELECT * FROM settlement_gather(1, ${no}, now())`); lap(`${no} gather`)
  await c.query(`SELECT cardinality(settlement_post(1, ${no}, now()))`); lap(`${no} post`)
  await c.query('COMMIT'); lap('commit')
}
await c.end(); await admin.end(); await e.stop()
