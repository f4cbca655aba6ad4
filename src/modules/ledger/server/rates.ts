/**
 * Rates of the day: read once a day from a port and kept with their date (PAY-07). What a day has begun with stands:
 * money that changes its currency names the day, the source and both rates.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DAY, MINUTE, type Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import { outbound } from '#platform/server/outbound.ts'
import { currencies, currencyByCode } from '../rules/currency.ts'

/** Where rates come from. `simulated` is said wherever they are shown. */
export interface RatesPort {
  name: string
  simulated: boolean
  /** Units for one euro, decimal text, by code; throws when the source does not answer. */
  read(day: string): Promise<Readonly<Record<string, string>>>
}

export interface DayRates {
  /** 2026-11-21, UTC. */
  day: string
  source: string
  simulated: boolean
  perEuro: Readonly<Record<string, string>>
}

export interface Rates {
  /** Those of today, else the newest of the last week; null when there are none that could be used. */
  current(): Promise<DayRates | null>
}

/** Older rates than these exchange nobody's money. */
const MAX_AGE_DAYS = 7
const RATE = /^\d{1,9}(\.\d{1,12})?$/
const DECIMALS = 12

/** A source that did not answer is asked again so much later: whoever needs rates meanwhile does not wait for it. */
const ASK_AGAIN_MS = 5 * MINUTE

export interface RatesDeps {
  db: Db
  clock: Clock
  port: RatesPort
  log?: { warn(details: object, message: string): void }
}

export function createRates({ db, clock, port, log }: RatesDeps): Rates {
  let known: DayRates | null = null
  let asking: Promise<DayRates | null> | null = null
  let notBefore = 0

  async function find(today: string): Promise<DayRates | null> {
    const stored = await selectNewest(db, today)
    if (stored?.day === today || clock.now() < notBefore) return stored
    try {
      await insertRates(db, today, port, await port.read(today))
    } catch (error) {
      // The source is silent: yesterday's rates are still rates.
      notBefore = clock.now() + ASK_AGAIN_MS
      log?.warn({ err: error, source: port.name, stored: stored?.day ?? null }, 'no rates of today')
      return stored
    }
    return selectNewest(db, today)
  }

  return {
    async current() {
      const today = new Date(clock.now()).toISOString().slice(0, 10)
      if (known?.day === today) return known
      asking ??= find(today).finally(() => (asking = null))
      known = await asking
      return known
    },
  }
}

async function insertRates(db: Db, day: string, port: RatesPort, perEuro: Readonly<Record<string, string>>): Promise<void> {
  const rows = Object.entries(perEuro)
    .filter(([code, rate]) => currencyByCode(code)?.code === code && RATE.test(rate) && Number(rate) > 0)
    .map(([code, per_euro]) => ({ day, code, per_euro, source: port.name, simulated: port.simulated }))
  if (rows.length === 0) throw new Error(`${port.name} gave no rates`)
  // One statement: of two processes that ask at once one writes the day, wholly.
  await db
    .insertInto('exchange_rate')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function selectNewest(db: Db, today: string): Promise<DayRates | null> {
  const oldest = new Date(Date.parse(today) - MAX_AGE_DAYS * DAY).toISOString().slice(0, 10)
  const { rows } = await sql<{ day: string; code: string; per_euro: string; source: string; simulated: boolean }>`
    SELECT day::text AS day, code, per_euro::text AS per_euro, source, simulated FROM exchange_rate
    WHERE day = (SELECT max(day) FROM exchange_rate WHERE day BETWEEN ${oldest}::date AND ${today}::date) ORDER BY code`.execute(db)
  const first = rows[0]
  if (!first) return null
  const { day, source, simulated } = first
  return { day, source, simulated, perEuro: Object.fromEntries(rows.map((row) => [row.code, row.per_euro])) }
}

/** Rates of practice: the house's table, moved by up to half a percent a day, the same day always alike. */
export function simulatedRates(): RatesPort {
  return {
    name: 'simulated',
    simulated: true,
    read: async (day) =>
      Object.fromEntries(
        currencies.filter(({ hidden }) => !hidden).map(({ code, rate }) => [code, code === 'EUR' ? '1' : moved(rate, day, code)]),
      ),
  }
}

function moved(rate: string, day: string, code: string): string {
  const step = (createHash('sha256').update(`${day}:${code}`).digest().readUInt16BE(0) % 101) - 50
  const [whole = '0', fraction = ''] = rate.split('.')
  const scaled = (BigInt(whole + fraction.padEnd(DECIMALS, '0').slice(0, DECIMALS)) * BigInt(10_000 + step)) / 10_000n
  const digits = scaled.toString().padStart(DECIMALS + 1, '0')
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`
}

const MAX_ANSWER = 200_000

/**
 * The daily reference rates of a central bank, in the public form of the European Central Bank: `<Cube currency='USD'
 * rate='1.0800'/>` for one euro. About thirty currencies; the others take no part.
 */
export function referenceRates(url: string, get: typeof fetch = outbound({ to: [url] })): RatesPort {
  return {
    name: new URL(url).host,
    simulated: false,
    async read() {
      const answer = await get(url, { signal: AbortSignal.timeout(10_000) })
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
      const text = await answer.text()
      if (text.length > MAX_ANSWER) throw new Error(`${url} answered too much`)
      const found = [...text.matchAll(/<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"](\d{1,9}(?:\.\d{1,12})?)['"]/g)]
      return { EUR: '1', ...Object.fromEntries(found.map(([, code, rate]) => [code!, rate!])) }
    },
  }
}
