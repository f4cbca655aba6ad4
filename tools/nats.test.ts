import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findOrInstallNats, startNats } from './nats.ts'

it('a machine without the package, the network or the rights has none, and says so by null', () => {
  expect(findOrInstallNats({ NATS_SERVER: '/nowhere/nats-server' })).toBeNull()
  const asked: string[] = []
  const run = (program: string, args: readonly string[]) => void asked.push([program, ...args].join(' '))
  const bare = { paths: ['/nowhere/nats-server'], run }
  expect(findOrInstallNats({}, { ...bare, isRoot: false })).toBeNull()
  expect(asked).toEqual([])
  // As root it is asked for, and that it did not come is no error.
  expect(findOrInstallNats({}, { ...bare, isRoot: true, apt: '/bin/true' })).toBeNull()
  expect(asked).toEqual(['/bin/true update -qq', '/bin/true install -y -qq --no-install-recommends nats-server'])
})

it('a program that is no nats-server fails with a sentence, not with a wait', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'polosa-no-nats-'))
  const fake = join(dir, 'nats-server')
  writeFileSync(fake, '#!/bin/sh\nexit 3\n', { mode: 0o755 })
  await expect(startNats(fake, dir)).rejects.toThrow('nats-server does not start')
  rmSync(dir, { recursive: true })
})
