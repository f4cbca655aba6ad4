import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { visitContext } from '#platform/web/visit.ts'
import type { Route } from './+types/root.ts'
import '#ui/styles.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { nonce, request: _request, dictionary: _dictionary, ...visit } = context.get(visitContext)
  return { visit, nonce }
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { visit, nonce } = loaderData
  return (
    <html lang={visit.lng} dir={visit.dir} data-theme={visit.theme === 'flood' ? 'flood' : 'paper'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: visit.brandCss }} />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}
