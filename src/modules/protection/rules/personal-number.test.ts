import { describe, expect, it } from 'vitest'
import { personalNumber } from './personal-number.ts'

const NOW = Date.UTC(2026, 10, 22)

describe('the Swedish personal number', () => {
  // The numbers of the register's own documentation (people who do not exist), and the one that the tax agency explains the check digit by.
  it.each([
    ['192602041614', '192602041614'],
    ['19290509-8717', '192905098717'],
    ['145301253042', '145301253042'],
    ['811228-9874', '198112289874'],
    ['8112289874', '198112289874'],
    ['811228+9874', '188112289874'],
    [' 1981 1228 9874 ', '198112289874'],
    ['198112889871', '198112889871'],
    ['811288-9873', null],
    ['811228-9875', null],
    ['811328-9874', null],
    ['310230-9870', null],
    ['203112289870', null],
    ['', null],
    ['811228', null],
    ['811228_9874', null],
    ['81122898741', null],
  ])('%s', (code, subject) => expect(personalNumber(code, NOW)).toBe(subject))
})
