import { expect, it } from 'vitest'
import { findOrInstall } from './packages.ts'

const nowhere = { variable: 'PROGRAM', paths: ['/nowhere/program'], package: 'a-program' }

it('a machine without the package, the network or the rights has none, and says so by null', () => {
  expect(findOrInstall(nowhere, { PROGRAM: '/nowhere/else' })).toBeNull()
  const asked: string[] = []
  const run = (program: string, args: readonly string[]) => void asked.push([program, ...args].join(' '))
  expect(findOrInstall(nowhere, {}, { run, isRoot: false })).toBeNull()
  expect(asked).toEqual([])
  // As root it is asked for, and that it did not come is no error.
  expect(findOrInstall(nowhere, {}, { run, isRoot: true, apt: '/bin/true' })).toBeNull()
  expect(asked).toEqual(['/bin/true update -qq', '/bin/true install -y -qq --no-install-recommends a-program'])
})

it('what is named or there already is taken, and nothing is installed', () => {
  const run = () => expect.unreachable('nothing is to be installed')
  const here = { ...nowhere, paths: ['/nowhere/program', process.execPath] }
  expect(findOrInstall(here, {}, { run, isRoot: true })).toBe(process.execPath)
  expect(findOrInstall(nowhere, { PROGRAM: process.execPath }, { run, isRoot: true })).toBe(process.execPath)
})
