import { expect, it } from 'vitest'
import { siteAddress } from './site-address.ts'

it('links of letters lead to the brand, in development to the port that answers', () => {
  const config = { hosts: ['bets.example', 'other.example'] }
  expect(siteAddress({ mode: 'production', port: 3000 })(config)).toBe('https://bets.example')
  expect(siteAddress({ mode: 'development', port: 3831 })(config)).toBe('http://bets.example:3831')
})
