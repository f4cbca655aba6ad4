import { expect, it } from 'vitest'
import type { LocalBet } from '#modules/coupon/web/index.ts'
import { freshTickets } from './fresh-tickets.ts'

const AT = 1_800_000_000_000
const bet = (id: string, part: Partial<LocalBet> = {}) => ({ id, at: AT, ...part }) as LocalBet
const shown = (local: LocalBet[], ids: string[], at: number) => freshTickets(local, { ids: new Set(ids), at }, AT).map(({ id }) => id)

it('a bet that was placed stands above the list until the list has it, and not again once it is sold', () => {
  expect(shown([bet('1')], [], 0)).toEqual(['1'])
  expect(shown([bet('1')], [], AT + 500)).toEqual(['1'])
  expect(shown([bet('1')], ['1'], AT + 500)).toEqual([])
  expect(shown([bet('1')], [], AT + 60_000)).toEqual([])
})

it('what waits and what was refused is known to this browser only', () => {
  const own = [bet('1', { state: 'waiting' }), bet('2', { state: 'refused' }), bet('3', { state: 'refused', at: AT - 3_600_000 })]
  expect(shown(own, [], AT + 60_000)).toEqual(['1', '2'])
})
