import { expect, it } from 'vitest'
import { natsBus } from './nats.ts'

it('a bus that is away at the start is told of once, and ends the start with a sentence', async () => {
  const said: string[] = []
  const log = { warn: (text: string) => said.push(text) }
  await expect(natsBus('nats://127.0.0.1:1', log as never, 1_200)).rejects.toThrow('NATS_URL: no bus answers at 127.0.0.1:1')
  expect(said).toEqual(['NATS_URL: no bus answers at 127.0.0.1:1 yet; asking again'])
})
