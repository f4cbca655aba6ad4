import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Pair } from './Num.tsx'
import { Score } from './Score.tsx'

it('isolates each number of a score, so that a page from right to left puts them beside their sides', () => {
  expect(renderToStaticMarkup(<Pair of={[1, 0]} />)).toBe('<bdi dir="ltr">1</bdi>:<bdi dir="ltr">0</bdi>')
})

it('runs as the names beside it do, whatever the page: the figure of the first side stands by its name', () => {
  const drawn = (beside: string, score: string) => renderToStaticMarkup(<Score beside={beside}>{score}</Score>)
  expect(drawn('هولندا – أفغانستان', '185:134')).toBe('<bdi dir="rtl">\u2066185\u2069:\u2066134\u2069</bdi>')
  expect(drawn('Pakistan – New Zealand', '134/5:185')).toBe('<bdi dir="ltr">134/5:185</bdi>')
  expect(drawn('هولندا – أفغانستان', '1:0, 0:2')).toBe('<bdi dir="rtl">\u20661\u2069:\u20660\u2069, \u20660\u2069:\u20662\u2069</bdi>')
})
