/** Great wins wait for two officers, and officers decide nothing about games they hold bets on (SET-14, SET-15). */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockWaits, testDatabase } from '../../../../test/support/database.ts'
import { plantedIn } from '../../../../test/support/planted-rows.ts'
import { HOUR } from '#lib/time.ts'
import { createAdvances } from '#modules/bets/server/index.ts'
import type { OutcomeResult } from '#modules/feeds/rules/fact.ts'
import { createLedger } from '#modules/ledger/server/index.ts'
import { inTx } from '#platform/server/db.ts'
import { actByHand } from './by-hand.ts'
import { openAccounts, placeTestBet, rollbackFact, settleFact, wonBy, type TestBet } from './fixtures.ts'
import { createSettlement } from './settlement.ts'
import { askVoid, decideVoid } from './void-bet.ts'
import { decideWin, listWaitingWins } from './release-win.ts'
import { settlingScene } from './test-scene.ts'
import { verify } from './verify.ts'

const { db } = await testDatabase()
/** From 1,000 dollars, the currency of the accounts here; twelve hours. */
const winChecks = new Map([['polosa', { fromEur: '925.93', hours: 12 }]])
const scene = settlingScene(db, { firstCi: 380_000_000, balanceMinor: 10_000_000n, winChecks, sampleOneIn: 1 })
const { clock, log, settlement, result, state, expectSound } = scene
const staff = new Map<string, number[]>()
const deps = { db, clock, settlement, staffPlayersOf: async (_: unknown, officer: string) => staff.get(officer) ?? [] }

let account = 0
let ci = 0

beforeEach(async () => {
  ;({ account, ci } = await scene.fresh())
  staff.clear()
})

const place = (stakeMinor: bigint, more: Partial<TestBet> = {}) =>
  placeTestBet(db, { accountId: account, stakeMinor, legs: [{ ci, t: 1, price: 2500 }], ...more })
/** Not plain: the same leg under terms, worked out by the rules. */
const KINDS: [name: string, more: Partial<TestBet>][] = [
  ['plain', {}],
  ['not plain', { terms: { bonus: { kind: 'boost', minPrice: 1500, table: { 50: 10 } } } }],
]
const balance = () => scene.balance(account)

async function playerOf(id: number): Promise<number> {
  return (await db.selectFrom('account').select('player_id').where('id', '=', id).executeTakeFirstOrThrow()).player_id
}

async function waiting(bet: bigint) {
  return (await listWaitingWins(db, 100)).find((row) => row.bet_id === bet)
}

async function agree(bet: bigint, officer: string): Promise<string> {
  const answer = await decideWin(deps, { id: (await waiting(bet))!.id, officer, decision: 'agree', note: '' })
  return answer.kind === 'done' ? answer.state : answer.kind === 'conflict' ? answer.why : answer.kind
}

describe.each(KINDS)('a great win of a bet that is %s (SET-14)', (_, more) => {
  test('waits with its clock and no money moved; two officers who differ let it go, once', async () => {
    const [below, bet] = [await place(39_999n, more), await place(40_000n, more)]
    const before = await balance()
    await result(1)
    // 999.98 is paid at once, 1,000.00 is not.
    expect([await state(below), await state(bet), (await balance()) - before]).toEqual(['4 99998', '7 0', 99_998n])
    expect(await waiting(bet)).toMatchObject({ payout_minor: 100_000n, first_by: null })
    expect((await waiting(bet))!.due_at.getTime() - (await waiting(bet))!.asked_at.getTime()).toBe(12 * HOUR)
    await expectSound()
    expect([await agree(bet, 'anna'), await agree(bet, 'anna'), await state(bet)]).toEqual(['signed', 'same_officer', '7 0'])
    const { id } = (await waiting(bet))!
    const both = await Promise.all(['boris', 'clara'].map((officer) => decideWin(deps, { id, officer, decision: 'agree', note: '' })))
    expect(both.map((a) => (a.kind === 'done' ? a.state : a.kind === 'conflict' ? a.why : a.kind)).sort()).toEqual(['over', 'released'])
    expect([await state(bet), (await balance()) - before, await waiting(bet)]).toEqual(['4 100000', 199_998n, undefined])
    await expectSound()
  })

  test('verify names another sum than the one that waits, or that was let go', async () => {
    const bet = await place(40_000n, more)
    await result(1)
    const planted = () => plantedIn(db, 'win_check', `UPDATE win_check SET payout_minor = payout_minor + 1 WHERE bet_id = ${bet}`, verify)
    expect(await planted()).toEqual(['settlement: a win waits for the sum that its results give'])
    // While a run of new results is on its way to the bet, its sum may be that of the old ones.
    const { rows } = await sql<{ id: bigint }>`SELECT max(run_id) AS id FROM settlement_run_outcome WHERE ci = ${ci}`.execute(db)
    const finish = (at: Date | null) => sql`UPDATE settlement_run SET finished_at = ${at} WHERE id = ${rows[0]!.id}`.execute(db)
    await finish(null)
    expect(await planted()).toEqual([])
    await finish(new Date(clock.now()))
    await agree(bet, 'anna')
    await agree(bet, 'boris')
    expect(await planted()).toEqual(['settlement: a win that was let go was paid as much as two have agreed to'])
    await expectSound()
  })

  test('both officers at once: one is the first and one the second', async () => {
    const bet = await place(40_000n, more)
    await result(1)
    expect((await Promise.all([agree(bet, 'anna'), agree(bet, 'boris')])).sort()).toEqual(['released', 'signed'])
    expect(await state(bet)).toBe('4 100000')
    await expectSound()
  })

  test('corrected while it waits: lost is lost, won again waits anew; after the release a correction takes it back', async () => {
    const bet = await place(40_000n, more)
    const before = await balance()
    await result(1)
    expect(await agree(bet, 'anna')).toBe('signed')
    await result(2)
    expect([await state(bet), await waiting(bet), await balance()]).toEqual(['2 0', undefined, before])
    await result(1)
    expect([await state(bet), (await waiting(bet))!.first_by]).toEqual(['7 0', null])
    await settlement.apply([rollbackFact({ ci, at: scene.sentAt(), key: 'x' })])
    await result(1)
    expect([await agree(bet, 'anna'), await agree(bet, 'boris'), await balance()]).toEqual(['signed', 'released', before + 100_000n])
    await result(2)
    expect([await state(bet), await balance()]).toEqual(['2 0', before])
    // The same sum has been looked at: it is paid without another wait.
    await result(1)
    expect([await state(bet), await balance()]).toEqual(['4 100000', before + 100_000n])
    await expectSound()
  })

  test('void while it waits: the stake comes back and nothing is left to release', async () => {
    const bet = await place(40_000n, more)
    const before = await balance()
    await result(1)
    const { id } = (await waiting(bet))!
    const asked = await askVoid(deps, { betId: bet, reason: 'obvious_error', note: 'price of the other side', officer: 'anna' })
    expect(asked).toMatchObject({ state: 'asked' })
    await decideVoid(deps, { id: asked.kind === 'done' ? asked.id : 0n, officer: 'boris', decision: 'agree' })
    expect([await state(bet), await balance()]).toEqual(['5 40000', before + 40_000n])
    expect(await decideWin(deps, { id, officer: 'clara', decision: 'agree', note: '' })).toEqual({ kind: 'conflict', why: 'over' })
    await expectSound()
  })

  test('a small stake whose great win waits is voided by two officers too', async () => {
    const bet = await place(9000n, { legs: [{ ci, t: 1, price: 25_000 }], ...more })
    await result(1)
    expect((await waiting(bet))!.payout_minor).toBe(225_000n)
    const asked = await askVoid(deps, { betId: bet, reason: 'obvious_error', note: 'price of the other side', officer: 'anna' })
    expect([asked, await state(bet)]).toEqual([expect.objectContaining({ state: 'asked' }), '7 0'])
  })

  test('a refusal takes the first word back and leaves the win waiting; every word is kept', async () => {
    const bet = await place(40_000n, more)
    await result(1)
    await agree(bet, 'anna')
    const { id } = (await waiting(bet))!
    expect(await decideWin(deps, { id, officer: 'boris', decision: 'refuse', note: 'asked the provider' })).toMatchObject({
      state: 'refused',
    })
    expect([await state(bet), (await waiting(bet))!.first_by]).toEqual(['7 0', null])
    const { rows } =
      await sql`SELECT officer, decision, note FROM win_check_word WHERE check_id = ${String(id)}::bigint ORDER BY id`.execute(db)
    expect(rows).toEqual([
      { officer: 'anna', decision: 'agree', note: '' },
      { officer: 'boris', decision: 'refuse', note: 'asked the provider' },
    ])
    await expect(sql`UPDATE win_check_word SET officer = 'x'`.execute(db)).rejects.toThrow()
    await expect(sql`DELETE FROM win_check`.execute(db)).rejects.toThrow()
  })
})

describe.each(KINDS)('a paid win of a bet that is %s is put right upwards (SET-14)', (_, more) => {
  const half: OutcomeResult[] = [{ outcome: '1', won: 1, voidFactor: 0.5 }]
  const say = (results: OutcomeResult[]) => settlement.apply([settleFact({ ci, at: scene.sentAt(), results })])

  /** Half won, agreed to and paid; then won. */
  async function paidThenRaised() {
    const bet = await place(40_000n, { legs: [{ ci, t: 1, price: 6000 }], ...more })
    await say(half)
    expect(await state(bet)).toBe('7 0')
    for (const officer of ['olga', 'oscar']) await agree(bet, officer)
    expect(await state(bet)).toBe('4 140000')
    const before = await balance()
    await result(1)
    return { bet, before }
  }

  test('what was paid stays paid, only the rest waits, and comes when two have agreed', async () => {
    const { bet, before } = await paidThenRaised()
    expect([await state(bet), (await balance()) - before]).toEqual(['4 140000', 0n])
    expect(await waiting(bet)).toMatchObject({ payout_minor: 240_000n })
    await expectSound()
    expect([await agree(bet, 'olga'), await agree(bet, 'olga'), await agree(bet, 'oscar')]).toEqual(['signed', 'same_officer', 'released'])
    expect([await state(bet), (await balance()) - before]).toEqual(['4 240000', 100_000n])
    await expectSound()
  })

  test('verify names another sum of what waits, and of what was let go', async () => {
    const { bet } = await paidThenRaised()
    const planted = () =>
      plantedIn(
        db,
        'win_check',
        `UPDATE win_check SET payout_minor = payout_minor + 1 WHERE bet_id = ${bet} AND payout_minor = 240000`,
        verify,
      )
    expect(await planted()).toContain('settlement: a win waits for the sum that its results give')
    clock.advance(1_000)
    for (const officer of ['olga', 'oscar']) await agree(bet, officer)
    expect(await planted()).toEqual(['settlement: a win that was let go was paid as much as two have agreed to'])
  })

  test('put back, nothing waits any more; taken away, what was paid is taken back', async () => {
    const { bet, before } = await paidThenRaised()
    await say(half)
    expect([await state(bet), await waiting(bet), (await balance()) - before]).toEqual(['4 140000', undefined, 0n])
    await result(1)
    await result(2)
    expect([await state(bet), await waiting(bet), (await balance()) - before]).toEqual(['2 0', undefined, -140_000n])
    await expectSound()
  })
})

test('a brand without a threshold pays at once; nobody is asked twice for the same word', async () => {
  const bet = await place(40_000n)
  await createSettlement({ db, clock, log }).apply([settleFact({ ci, at: 2_500_000, results: wonBy(1) })])
  expect(await state(bet)).toBe('4 100000')
  expect(await decideWin(deps, { id: 999_999n, officer: 'anna', decision: 'agree', note: '' })).toEqual({ kind: 'unknown' })
})

describe('who holds a bet on the game (SET-15)', () => {
  test('neither asks for a void, nor agrees to one, nor releases a win; a bet on another game is no reason', async () => {
    const own = (await openAccounts(db, 1, 10_000n))[0]!
    staff.set('anna', [await playerOf(own)])
    const [small, great] = [await place(1000n), await place(40_000n)]
    const askedBy = (officer: string, betId: bigint) => askVoid(deps, { betId, reason: 'duplicate', note: '', officer })
    await placeTestBet(db, { accountId: own, stakeMinor: 100n, legs: [{ ci: ci + 5, t: 1, price: 2000 }] })
    expect(await askedBy('anna', small)).toMatchObject({ state: 'in_force' })
    // Another outcome of the same game.
    await placeTestBet(db, { accountId: own, stakeMinor: 100n, legs: [{ ci, t: 2, price: 2000 }] })
    expect(await askedBy('anna', great)).toEqual({ kind: 'conflict', why: 'position' })
    const asked = await askedBy('boris', great)
    const id = asked.kind === 'done' ? asked.id : 0n
    expect(await decideVoid(deps, { id, officer: 'anna', decision: 'agree' })).toEqual({ kind: 'conflict', why: 'position' })
    expect(await decideVoid(deps, { id, officer: 'boris', decision: 'refuse' })).toMatchObject({ state: 'refused' })
    await result(1)
    expect([await agree(great, 'anna'), await agree(great, 'boris'), await agree(great, 'clara')]).toEqual([
      'position',
      'signed',
      'released',
    ])
    await expectSound()
  })
})

test('who made a result by hand does not let its win go; who holds a bet on the match makes none; what was refused made nothing', async () => {
  const bet = await place(40_000n)
  const act = (officer: string, happened = true) =>
    actByHand(deps, { ci, officer, act: 'settle' }, async () => {
      if (happened) await result(1)
      return { happened, done: null }
    })
  staff.set('dora', [await playerOf(account)])
  expect(await act('dora')).toEqual({ kind: 'conflict', why: 'position' })
  expect(await state(bet)).toBe('1 0')
  await act('boris', false)
  await act('anna')
  expect(await state(bet)).toBe('7 0')
  expect([await agree(bet, 'anna'), await agree(bet, 'boris'), await agree(bet, 'anna'), await agree(bet, 'clara')]).toEqual([
    'made_result',
    'signed',
    'made_result',
    'released',
  ])
  const rows = await db.selectFrom('result_by_hand').select(['officer', 'refused']).where('ci', '=', ci).orderBy('id').execute()
  expect(rows).toEqual([
    { officer: 'boris', refused: true },
    { officer: 'anna', refused: false },
  ])
  await expectSound()
})

describe('an account and what is still on its way to it', () => {
  const closing = async () => {
    await db.updateTable('account').set({ is_active: false }).where('id', '=', account).execute()
    const ledger = await createLedger({ db, clock })
    const playerId = await playerOf(account)
    return { ledger, playerId, close: () => inTx(db, (tx) => ledger.closeAccount(tx, playerId, account, new Date(clock.now()))) }
  }
  const OPEN = { code: 'ledger.account_not_empty' }

  test('it is not closed while a win of it waits', async () => {
    const bet = await place(10_000_000n)
    await result(1)
    const { close } = await closing()
    expect([await state(bet), await balance(), await close()]).toMatchObject(['7 0', 0n, OPEN])
    expect([await agree(bet, 'anna'), await agree(bet, 'boris'), await balance()]).toEqual(['signed', 'released', 25_000_000n])
  })

  test('nor while a bet of a code, which takes nothing from it, is just being placed', async () => {
    await place(10_000_000n)
    await result(2)
    const { close } = await closing()
    const next = scene.nextGame()
    const both = await inTx(db, async (tx) => {
      await sql`SELECT 1 FROM account WHERE id = ${account} FOR UPDATE`.execute(tx)
      const placed = place(100n, { legs: [{ ci: next, t: 1, price: 2500 }], terms: { promo: { minor: '100' } } } as Partial<TestBet>)
      await expect.poll(() => lockWaits(db)).toBe(1)
      const closed = close()
      await expect.poll(() => lockWaits(db)).toBe(2)
      return { placed, closed }
    })
    expect([typeof (await both.placed), await both.closed]).toMatchObject(['bigint', OPEN])
    await expectSound()
  })

  test('what a correction pays after it was closed opens it again', async () => {
    const bet = await place(10_000_000n)
    await result(2)
    const { ledger, playerId, close } = await closing()
    expect([await state(bet), await close(), await ledger.balance(playerId)]).toEqual(['2 0', null, []])
    await settlement.apply([rollbackFact({ ci, at: scene.sentAt(), key: 'x' })])
    await result(3)
    await result(1)
    expect([await agree(bet, 'anna'), await agree(bet, 'boris')]).toEqual(['signed', 'released'])
    expect(await ledger.balance(playerId)).toMatchObject([{ id: account, balanceMinor: 25_000_000n }])
    await expectSound()
  })

  test('whoever opens its currency anew gets the closed one back: a correction of old bets finds no second account', async () => {
    const { ledger, playerId, close } = await closing()
    const { currency_id: currencyId } = await db
      .selectFrom('account')
      .select('currency_id')
      .where('id', '=', account)
      .executeTakeFirstOrThrow()
    await sql`UPDATE account SET balance_minor = 0 WHERE id = ${account}`.execute(db)
    expect(await close()).toBeNull()
    const open = () => inTx(db, (tx) => ledger.openAccount(tx, { playerId, currencyId, name: 'again' }))
    expect(await open()).toMatchObject({ id: account, name: 'again', closed: false })
    expect(await open()).toMatchObject({ code: 'ledger.account_exists' })
    expect((await ledger.balance(playerId)).map(({ id }) => id)).toEqual([account])
  })
})

/** An advance (rules 8.5) that a great win stands behind, before 48 hours are over. */
async function lentBehindGreatWin() {
  const repaid = settlingScene(db, { firstCi: 390_000_000, balanceMinor: 41_000n, now: 1_800_000_000_000, winChecks, sampleOneIn: 1 })
  const ledger = await createLedger({ db, clock: repaid.clock })
  const own = await repaid.fresh()
  const again = (ids: readonly bigint[]) => repaid.settlement.again(ids)
  const advances = createAdvances({ db, clock: repaid.clock, log, ledger, line: {} as never, saleValues: async () => new Map(), again })
  repaid.settlement.useRepayment(advances.repayIn)
  const at = repaid.clock.now()
  const bet = (given: Partial<TestBet> & Pick<TestBet, 'stakeMinor' | 'legs'>) =>
    placeTestBet(db, { id: ledger.ids.next(), accountId: own.account, at, ...given })
  const great = await bet({ stakeMinor: 40_000n, legs: [{ ci: own.ci, t: 1, price: 2500 }] })
  const legs = [{ ci: own.ci + 1, t: 1, price: 3000 }]
  const lent = await bet({ stakeMinor: 11_000n, advanceMinor: 10_000n, legs, at: at + 1_000, terms: {} })
  repaid.clock.advance(2 * HOUR)
  for (const game of [own.ci + 1, own.ci])
    await repaid.settlement.apply([settleFact({ ci: game, at: repaid.clock.now(), results: wonBy(1) })])
  return { ...repaid, ...own, advances, great, lent }
}

test('a great win that officers look at for days repays the advance that it stands behind (rules 8.5)', async () => {
  const {
    clock: hours,
    advances,
    great,
    lent,
    state: stateOf,
    settlement: settler,
    balance: balanceOf,
    account: own,
  } = await lentBehindGreatWin()
  hours.advance(60 * HOUR)
  await advances.decide()
  expect([await stateOf(great), await stateOf(lent)]).toEqual(['7 0', '1 0'])
  const { id } = (await waiting(great))!
  for (const officer of ['olga', 'oscar'])
    await decideWin({ ...deps, clock: hours, settlement: settler }, { id, officer, decision: 'agree', note: '' })
  await advances.decide()
  expect([await stateOf(great), await stateOf(lent), await balanceOf(own)]).toEqual(['4 100000', '4 33000', 123_000n])
})
