import { expect, it } from 'vitest'
import { loaderArgs, thrown } from '../../../../test/support/loader-args.ts'
import { guard } from './guard.ts'

function verdict(flags: Parameters<typeof guard>[1], isUnasked: boolean): number {
  const { args } = loaderArgs({ address: '/en/page', isUnasked, answer: () => undefined })
  try {
    guard(args, flags)
    return 200
  } catch (error) {
    return thrown(error).status
  }
}

it('while nobody can say who it is, only pages that are another one to a player are put off', () => {
  const pages = [
    {},
    { signedIn: true },
    { signedOut: true },
    { hideOutsideCountries: ['KZ'] },
    { blockedCountries: ['RU'], signedIn: true },
  ]
  expect(pages.map((flags) => verdict(flags, true))).toEqual([200, 503, 503, 503, 451])
  expect(pages.map((flags) => verdict(flags, false))).toEqual([200, 302, 200, 200, 451])
})
