import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes'

/** Every page of the site, below /{lng}. Sections that are not built yet are closed by the catch-all. */
export default [
  index('shell/to-language.screen.tsx'),
  ...prefix(':lng', [index('modules/line/web/home.screen.tsx'),
    ...(['line', 'live'] as const).flatMap((root) => [
      route(root, 'modules/line/web/line.screen.tsx', { id: `${root}-all` }),
      route(`${root}/:sport`, 'modules/line/web/line.screen.tsx', { id: `${root}-sport` }),
      route(`${root}/:sport/:champ`, 'modules/line/web/line.screen.tsx', { id: `${root}-champ` }),
    ]),
    route('*', 'shell/not-found.screen.tsx')]),
] satisfies RouteConfig
void layout
