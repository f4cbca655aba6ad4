// @vitest-environment happy-dom
/** Pages whose calls did not come: nothing is said of what nobody knows. */
import { createElement } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import site from '../../../../locales/en/site.json' with { type: 'json' }
import statistics from '../../../../locales/en/statistics.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import { GraphView } from './views/GraphView.tsx'
import { WidgetProvider } from './widget/Widget.tsx'

const shown = async (answer: () => unknown) => {
  const place = { view: 'graph', id: '7', coefficientView: null } as never
  const page = await sampleScreen(createElement(WidgetProvider, null, <GraphView place={place} />), {
    units: { site, statistics, ui },
    config: { statistics: { frameOrigins: [] } },
    features: { line: true, live: true },
    answer,
  })
  onTestFinished(page.leave)
  return page
}

it('a graph that could not be read is asked for again, one without prices says so', async () => {
  const failed = await shown(() => {
    throw new TypeError('no network')
  })
  await failed.until(() => failed.find(ui.retry))
  expect(failed.says()).not.toContain(statistics.no_graph)
  failed.leave()
  const empty = await shown(() => Response.json({ Success: true, ErrorCode: 0, Value: null }))
  await empty.until(() => empty.says().includes(statistics.no_graph))
})
