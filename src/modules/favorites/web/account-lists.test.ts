import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FavoriteChange } from '#modules/line/web/index.ts'

/** The account as the calls of this test reach it, each when it is let through. */
const account = { champs: new Set<number>(), calls: [] as string[], isDown: false, full: false }
let gate: Promise<void> = Promise.resolve()
vi.mock('#platform/web/call.ts', () => ({
  call: async (method: string, path: string, { body }: { body?: { championships: (number | { champId: number })[] } } = {}) => {
    account.calls.push(`${method} ${path.split('/').slice(-2).join('/')}`)
    // The first call of several is the slowest one.
    const wait = gate
    gate = Promise.resolve()
    await wait
    if (account.isDown) throw new Error('no network')
    if (method === 'GET')
      return { games: [], championships: [...account.champs].map((champId) => ({ champId, sportId: 1, name: '' })), teams: [] }
    const ids = body!.championships.map((one) => (typeof one === 'number' ? one : one.champId))
    if (path.includes('/migrate/')) return { added: 0, skipped: 0, left: account.full ? ids.slice(1) : [] }
    for (const id of ids) account.champs[method === 'POST' ? 'add' : 'delete'](id)
    return []
  },
}))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { AccountLists, moveIn } = await import('./account-lists.ts')

const champ = (id: number, on: boolean): FavoriteChange => ({ type: 'champ', on, item: { id, sportId: 1, name: '' } })
const lost: FavoriteChange[] = []
let stop: AbortController
let lists: InstanceType<typeof AccountLists>
beforeEach(() => {
  account.champs.clear()
  account.calls.length = 0
  account.isDown = account.full = false
  lost.length = 0
  stop = new AbortController()
  lists = new AccountLists({ lng: 'en', signal: stop.signal, lost: (change) => lost.push(change) })
})

describe('presses', () => {
  test('end in the account as they ended on the page, however slow the first call is', async () => {
    let open = () => {}
    gate = new Promise((resolve) => (open = resolve))
    lists.tell(champ(1, true))
    await vi.waitFor(() => expect(account.calls).toHaveLength(1))
    lists.tell(champ(1, false))
    lists.tell(champ(2, true))
    open()
    await lists.read()
    expect([...account.champs]).toEqual([2])
    expect(account.calls.slice(0, 3)).toEqual([
      'POST Favorite/Championships',
      'DELETE Favorite/Championships',
      'POST Favorite/Championships',
    ])
  })
  test('that the account did not take stand as it has them, and the later wish of a mark decides', async () => {
    account.champs.add(5)
    await lists.read()
    account.isDown = true
    lists.tell(champ(1, true))
    lists.tell(champ(5, false))
    await expect(lists.read()).rejects.toThrow('no network')
    expect(lost).toEqual([champ(1, false), champ(5, true)])
    lists.tell(champ(1, true))
    lists.tell(champ(1, false))
    await expect(lists.read()).rejects.toThrow()
    expect(lost.slice(2)).toEqual([champ(1, false)])
  })
  test('made while the account is being read stand on top of what it says', async () => {
    let open = () => {}
    gate = new Promise((resolve) => (open = resolve))
    const read = lists.read()
    await vi.waitFor(() => expect(account.calls).toHaveLength(1))
    lists.tell(champ(8, true))
    open()
    expect((await read).champs.map(({ id }) => id)).toEqual([8])
  })
  test('of a session that has ended go nowhere', async () => {
    lists.tell(champ(1, true))
    stop.abort()
    await lists.read()
    expect(account.calls).toEqual(['GET v1/Favorite'])
  })
})

test('what the account has no room for, and what did not get there, is left to the browser', async () => {
  const champs = [1, 2, 3].map((id) => ({ id, sportId: 1, name: '' }))
  expect(await moveIn({ games: [], champs, teams: [] })).toEqual({ games: [], champs: [], teams: [] })
  account.full = true
  expect((await moveIn({ games: [], champs, teams: [] })).champs).toEqual(champs.slice(1))
  account.isDown = true
  vi.spyOn(console, 'error').mockImplementationOnce(() => {})
  expect((await moveIn({ games: [], champs, teams: [] })).champs).toEqual(champs)
})
