import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startNats } from './nats.ts'

it('a program that is no nats-server fails with a sentence, not with a wait', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'polosa-no-nats-'))
  const fake = join(dir, 'nats-server')
  writeFileSync(fake, '#!/bin/sh\nexit 3\n', { mode: 0o755 })
  await expect(startNats(fake, dir)).rejects.toThrow('nats-server does not start')
  rmSync(dir, { recursive: true })
})
