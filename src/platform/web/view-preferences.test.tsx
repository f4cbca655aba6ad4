import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SiteProvider } from './features.tsx'
import { useDensity, useLight } from './view-preferences.ts'

it('until the player has chosen it is as the brand has it and as the server knows it', () => {
  const Shown = () => <p>{JSON.stringify([useDensity()[0], useLight()[0]])}</p>
  const site = { light: true, config: { customize: { density: 'compact' } } } as never
  const html = renderToStaticMarkup(
    <SiteProvider value={site}>
      <Shown />
    </SiteProvider>,
  )
  expect(html).toContain('[&quot;compact&quot;,true]')
})
