import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Pair } from './Num.tsx'

it('isolates each number of a score, so that a page from right to left puts them beside their sides', () => {
  expect(renderToStaticMarkup(<Pair of={[1, 0]} />)).toBe('<bdi dir="ltr">1</bdi>:<bdi dir="ltr">0</bdi>')
})
