import { expect, test } from 'vitest'
import texts from '../../../../locales/en/statistics.json' with { type: 'json' }
import { meta } from './section.screen.tsx'

test('the section of statistics says what it has', () => {
  const loaderData = { title: texts.title, brand: 'Brand', texts }
  expect(meta({ loaderData } as never)).toEqual([
    { title: 'Statistics · Brand' },
    { name: 'description', content: expect.stringMatching(/^Statistics by sport: /) },
  ])
})
