import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes'

/** Every page of the site, below /{lng}. Sections that are not built yet are closed by the catch-all. */
export default [
  index('shell/to-language.screen.tsx'),
  ...prefix(':lng', [index('modules/line/web/home.screen.tsx'), route('*', 'shell/not-found.screen.tsx')]),
] satisfies RouteConfig
void layout
