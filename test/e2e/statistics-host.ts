/** A page of another origin around the statistics widget: it keeps what the widget says, and says what a test asks it to. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

export interface Said {
  type: string
  [field: string]: unknown
}

interface HostPage {
  origin: string
  close(): void
}

/** Frames the address that stands behind its own `?src=`. Every call of it is an origin of its own: another port. */
export async function hostPage(): Promise<HostPage> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>host</title><iframe style="width:100%;height:280px;border:0"></iframe><script>
      window.said = []
      const frame = document.querySelector('iframe')
      addEventListener('message', ({ data, origin, source }) => {
        if (source !== frame.contentWindow) return
        said.push({ ...data, origin })
        if (data.type === 'bodyHeightChanged') frame.style.height = data.height + 'px'
      })
      window.tell = (message) => frame.contentWindow.postMessage({ source: 'polosa-statistics', ...message }, '*')
      frame.src = new URLSearchParams(location.search).get('src')
    </script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, close: () => void server.close() }
}

export function saidIn(page: Page, type: string): Promise<Said[]> {
  return page.evaluate((wanted) => (window as unknown as { said: Said[] }).said.filter((one) => one.type === wanted), type)
}

export function tell(page: Page, message: Said): Promise<void> {
  return page.evaluate((said) => (window as unknown as { tell(message: Said): void }).tell(said), message)
}
