import { expect, it } from 'vitest'
import { hiddenSides } from './SideArrows.tsx'

it('a row says on which sides it goes on, from the right as from the left', () => {
  const row = { scrollWidth: 1000, clientWidth: 400 }
  expect(hiddenSides({ ...row, scrollLeft: 0 })).toEqual({ before: false, after: true })
  expect(hiddenSides({ ...row, scrollLeft: 300 })).toEqual({ before: true, after: true })
  expect(hiddenSides({ ...row, scrollLeft: -300 })).toEqual({ before: true, after: true })
  expect(hiddenSides({ ...row, scrollLeft: -599.5 })).toEqual({ before: true, after: false })
  expect(hiddenSides({ scrollLeft: 0, scrollWidth: 400, clientWidth: 400 })).toEqual({ before: false, after: false })
})
