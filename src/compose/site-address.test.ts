import { expect, it } from 'vitest'
import { letterSender, siteAddress, unreachableBrands } from './site-address.ts'

it('links of letters lead to the brand, in development to the port that answers', () => {
  const config = { hosts: ['bets.example', 'other.example'] }
  expect(siteAddress({ mode: 'production', port: 3000 })(config)).toBe('https://bets.example')
  expect(siteAddress({ mode: 'development', port: 3831 })(config)).toBe('http://bets.example:3831')
})

it('letters come from the host and in the name of their brand', () => {
  const of = (id: string, host: string) => ({ config: { id, hosts: [host, 'localhost'], customize: { name: id.toUpperCase() } } })
  const senderOf = letterSender({ list: () => [of('one', 'www.bets.example'), of('two', 'two.example')] })
  expect(senderOf('two')).toEqual({ name: 'TWO', address: 'no-reply@two.example' })
  for (const brand of ['one', 'gone']) expect(senderOf(brand)).toEqual({ name: 'ONE', address: 'no-reply@bets.example' })
})

it('a brand whose letters would lead nowhere is named', () => {
  const of = (id: string, ...hosts: string[]) => ({ config: { id, hosts } })
  const hosts = ['localhost', 'kairos.localhost', '127.0.0.1', '203.0.113.7', '[::1]', 'bets.example', 'localhost.example', '10.example']
  const said = unreachableBrands([...hosts.map((host, at) => of(`b${at}`, host)), of('last', 'bets.example', 'localhost')])
  expect(said.map((line) => /brand (\S+) lead/.exec(line)![1])).toEqual(['b0', 'b1', 'b2', 'b3', 'b4'])
  expect(said[1]).toContain('https://kairos.localhost')
})
