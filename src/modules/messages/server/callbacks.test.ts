/** How often a network may ask to be called. */
import { expect, test } from 'vitest'
import { isProblem } from '#platform/shared/problem.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { askForCall } from './callbacks.ts'
import './tables.ts'

const { db } = await testDatabase()

test('six addresses of one /64 are one network that asks for calls; the next /64 is another', async () => {
  const clock = { now: () => Date.UTC(2026, 10, 21, 12) }
  const given = { brand: 'polosa', playerId: null, name: '', language: 'en', callAt: 0 }
  const ask = (n: number, ip: string) => askForCall({ db, clock }, { callback: true } as never, { ...given, phone: `7701765432${n}`, ip })
  const answers = []
  for (let n = 1; n <= 6; n += 1) answers.push(await ask(n, `2001:db8:7:1::${n}`))
  expect(answers.map((answer) => isProblem(answer) && answer.code)).toEqual([false, false, false, false, false, 'messages.too_often'])
  expect(isProblem(await ask(6, '2001:db8:7:2::6'))).toBe(false)
})
