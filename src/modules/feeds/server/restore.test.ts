import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '#lib/time.ts'
import type { ResolvedGame } from '../rules/resolved.ts'
import { UNCONFIRMED_MS, unfinishedRefs } from './restore.ts'

const NOW = Date.UTC(2026, 10, 21, 15)

it.each<[string, Partial<ResolvedGame>, boolean]>([
  ['in play', { status: 'live', kind: 1, startsAt: NOW - HOUR }, true],
  ['in play before its time', { status: 'live', kind: 1, startsAt: NOW + HOUR }, true],
  ['of which nothing was heard since it should have begun', { status: 'scheduled', kind: 3, startsAt: NOW - MINUTE }, true],
  ['that is still to come', { status: 'scheduled', kind: 3, startsAt: NOW + MINUTE }, false],
  ['that ended and is not confirmed', { status: 'ended', kind: 1, startsAt: NOW - HOUR }, true],
  ['that ended too long ago', { status: 'ended', kind: 1, startsAt: NOW - UNCONFIRMED_MS }, false],
  ['that is closed', { status: 'closed', kind: 1, startsAt: NOW + HOUR }, false],
  ['of another provider', { provider: 'replay', status: 'live', kind: 1, startsAt: NOW - HOUR }, false],
])('the end of a game %s is asked for: %#', (_what, game, asked) => {
  const known = { ref: 'g', provider: 'world', ...game } as ResolvedGame
  expect(unfinishedRefs([known], 'world', NOW)).toEqual(asked ? ['g'] : [])
})
